/**
 * What an insider would do. Unless a row says otherwise, the one who tampers holds the operator's seal key and signs announcement,
 * seal and record anew, so that only the mathematics, the second holder, the control system and the inspector's log can tell.
 */
import { toHex } from '@valira/games/randomness';
import {
  bundleFile,
  canonicalHash,
  type DrawRecord,
  drawNumbers,
  drawSeed,
  merkleRoot,
  type Signed,
  signStatement,
  statementHash,
} from '@valira/games/verifiable';
import { type FindingCode, type VerifierPorts, verifyBundle } from '@valira/verifier';
import { browserPorts } from '@valira/verifier/browser';
import { nodePorts } from '@valira/verifier/node';
import { describe, expect, it } from 'vitest';
import { playDraw, signers } from './testing/make-draw.ts';
import { playWinPool } from './testing/make-pool.ts';
import { sampleGames } from './testing/sample-definitions.ts';
import { hmacSha256, sha256, signerNamed } from './testing/signing-keys.ts';

type Draft<T> = T extends object ? { -readonly [K in keyof T]: Draft<T[K]> } : T;
/** The definition stays what it is: JSON of any depth. */
type DraftRecord = Draft<Omit<DrawRecord, 'definition'>> & { definition: DrawRecord['definition'] };
type Case = { record: DraftRecord; entries: Uint8Array[] };

const game = sampleGames['three-of-nine'];
if (game === undefined) throw new Error('no game');
const wish = { game, tickets: 40, secondHolder: true, beacon: true, fallback: 'none' } as const;
const played = playDraw('tampering', wish);
const fallbackPlayed = playDraw('tampering fallback', { ...wish, fallback: 'witness' });

const redrawn = playDraw('tampering redraw', { ...wish, fallback: 'beacon', redraw: true });

const draftOf = (record: unknown): DraftRecord => structuredClone(record) as DraftRecord;

const draft = (): Case => ({
  record: draftOf(played.record),
  entries: played.tickets.map(({ entry }) => entry.slice()),
});

function generated(record: DraftRecord) {
  if (record.draw.source !== 'generator' || record.draw.seed.kind !== 'secrets') throw new Error('drawn by the generator from secrets');
  return { draw: record.draw, announcement: record.draw.announcement.body, seed: record.draw.seed };
}

const at = <T>(list: readonly T[], index: number): T => {
  const item = list.at(index);
  if (item === undefined) throw new Error(`no item ${index}`);
  return item;
};

const signed = <B>(purpose: Parameters<typeof signStatement>[2], body: B): Signed<B> => signStatement(sha256, signers.seal, purpose, body);

/** Announcement, seal and record under the operator's key again. */
function sealAnew({ record, entries }: Case): Uint8Array {
  record.seal = signed('seal', record.seal.body);
  if (record.draw.source === 'generator') record.draw.announcement = signed('announcement', record.draw.announcement.body);
  return bundleFile(signed('draw-record', record as DrawRecord), entries);
}

/** Everything of the seal that follows from the entries. */
function sealEntries({ record, entries }: Case): void {
  record.seal.body.root = toHex(merkleRoot(sha256, entries));
  record.seal.body.count = entries.length;
  record.seal.body.cancelledCount = entries.filter((entry) => entry.at(-1) === 2).length;
  record.seal.body.stakeCents = String(
    entries.reduce((sum, entry) => (entry.at(-1) === 1 ? sum + Buffer.from(entry).readBigUInt64BE(entry.length - 9) : sum), 0n),
  );
}

const codes = (file: Uint8Array, trusted = {}): FindingCode[] => verifyBundle(nodePorts, file, trusted).findings.map(({ code }) => code);

/** Signatures that were checked before are answered from memory: thousands of changes leave most of them as they were. */
function remembering(ports: VerifierPorts): VerifierPorts {
  const answers = new Map<string, boolean>();
  return {
    ...ports,
    verifyEd25519(publicKey, message, signature) {
      const key = [publicKey, message, signature].map((part) => Buffer.from(part).toString('latin1')).join('|');
      const known = answers.get(key) ?? ports.verifyEd25519(publicKey, message, signature);
      answers.set(key, known);
      return known;
    },
  };
}

const winningEntry = (entries: readonly Uint8Array[]): number => entries.findIndex((entry) => entry.at(-1) === 1);

const insider: readonly (readonly [string, FindingCode, (it: Case) => void])[] = [
  [
    'a ticket added after the draw',
    'countersignature_mismatch',
    (it) => {
      it.entries.push(Uint8Array.from(at(it.entries, 0), (byte, i) => (i < 32 ? byte ^ 1 : byte)));
      sealEntries(it);
    },
  ],
  [
    'a ticket taken out',
    'countersignature_mismatch',
    (it) => {
      it.entries.splice(3, 1);
      sealEntries(it);
    },
  ],
  [
    'two tickets in another order',
    'countersignature_mismatch',
    (it) => {
      it.entries.reverse();
      sealEntries(it);
    },
  ],
  [
    'a ticket added without a new seal',
    'root_wrong',
    (it) => it.entries.push(at(it.entries, 0).map((byte, i) => (i === 0 ? byte ^ 1 : byte))),
  ],
  [
    'the same ticket twice',
    'ticket_twice',
    (it) => {
      it.entries.push(at(it.entries, 0));
      sealEntries(it);
    },
  ],
  [
    'the line of a sold ticket changed to the drawn numbers',
    'root_wrong',
    (it) => {
      const entry = at(it.entries, winningEntry(it.entries));
      entry[43] = (entry[43] ?? 0) ^ 1;
    },
  ],
  [
    'a stake raised',
    'root_wrong',
    (it) => {
      const entry = at(it.entries, 0);
      entry[entry.length - 3] = (entry.at(-3) ?? 0) ^ 1;
    },
  ],
  [
    'a loser turned into a cancelled ticket',
    'root_wrong',
    (it) => {
      const entry = at(it.entries, winningEntry(it.entries));
      entry[entry.length - 1] = 2;
    },
  ],
  ['half an entry at the end', 'leaves_malformed', (it) => it.entries.push(new Uint8Array(20))],
  [
    'a stated count that is not the leaves’',
    'count_wrong',
    (it) => {
      it.record.seal.body.count += 1;
    },
  ],
  [
    'cancelled tickets hidden in the seal',
    'count_wrong',
    (it) => {
      it.record.seal.body.cancelledCount = 0;
    },
  ],
  [
    'stakes understated',
    'stake_sum_wrong',
    (it) => {
      it.record.seal.body.stakeCents = '100';
      it.record.money.inflow.stakes = '100';
    },
  ],
  [
    'a seal of another draw',
    'seal_mismatch',
    (it) => {
      it.record.seal.body.subjectId = 'drw_other';
    },
  ],
  [
    'rules changed after the sale',
    'definition_hash_wrong',
    (it) => {
      it.record.definition = { ...(it.record.definition as object), unitPriceCents: '200' } as never;
    },
  ],
  [
    'rules changed with their hash',
    'announcement_mismatch',
    (it) => {
      it.record.definition = { ...(it.record.definition as object), unitPriceCents: '200' } as never;
      it.record.definitionHash = toHex(canonicalHash(sha256, it.record.definition));
      it.record.seal.body.definitionHash = it.record.definitionHash;
    },
  ],
  [
    'another operator secret',
    'commitment_wrong',
    (it) => {
      at(generated(it.record).seed.reveals, 0).secret = '11'.repeat(32);
    },
  ],
  [
    'another second secret, with the numbers it gives',
    'commitment_wrong',
    (it) => {
      const { draw, seed, announcement } = generated(it.record);
      at(seed.reveals, 1).secret = '22'.repeat(32);
      const secrets = { operator: Buffer.from(at(seed.reveals, 0).secret, 'hex'), second: Buffer.alloc(32, 0x22) };
      const beacon = Buffer.from(seed.beacon?.value ?? '', 'hex');
      const output = drawNumbers(
        { sha256, hmacSha256 },
        drawSeed(hmacSha256, secrets, Buffer.from(it.record.seal.body.root, 'hex'), beacon),
        it.record.subjectId,
        announcement.mapping,
      );
      it.record.result.panels = structuredClone(output.panels) as DraftRecord['result']['panels'];
      draw.rawOutputHash = toHex(output.rawOutputHash);
    },
  ],
  [
    'the second holder’s secret left out',
    'commitments_incomplete',
    (it) => {
      generated(it.record).seed.reveals.pop();
    },
  ],
  [
    'the second holder’s commitment left out as well',
    'receipt_mismatch',
    (it) => {
      generated(it.record).seed.reveals.pop();
      generated(it.record).announcement.commitments.pop();
    },
  ],
  [
    'other commitments, announced after the fact',
    'receipt_mismatch',
    (it) => {
      at(generated(it.record).announcement.commitments, 0).commitment = '33'.repeat(32);
    },
  ],
  [
    'a later beacon round that gives better numbers',
    'beacon_mismatch',
    (it) => {
      const { seed } = generated(it.record);
      if (seed.beacon) seed.beacon.round += 1;
    },
  ],
  [
    'a beacon value that nobody signed',
    'beacon_value_wrong',
    (it) => {
      const { seed } = generated(it.record);
      if (seed.beacon) seed.beacon.value = '44'.repeat(32);
    },
  ],
  [
    'a beacon known before the seal was handed in',
    'beacon_too_early',
    (it) => {
      const { announcement } = generated(it.record);
      if (announcement.beacon) announcement.beacon.round -= 20;
    },
  ],
  [
    'the announced beacon left out',
    'beacon_mismatch',
    (it) => {
      generated(it.record).seed.beacon = null;
    },
  ],
  [
    'one drawn number changed',
    'numbers_wrong',
    (it) => {
      const panel = at(it.record.result.panels, 0);
      panel.numbers = panel.numbers.map((number) => (number % 9) + 1).sort((a, b) => a - b);
    },
  ],
  [
    'the order of drawing changed',
    'numbers_wrong',
    (it) => {
      at(it.record.result.panels, 0).drawn.reverse();
    },
  ],
  [
    'a number that the drum does not hold',
    'result_malformed',
    (it) => {
      at(it.record.result.panels, 0).numbers[2] = 10;
    },
  ],
  [
    'a mapping from a smaller drum',
    'mapping_mismatch',
    (it) => {
      at(generated(it.record).announcement.mapping.panels, 0).to = 8;
    },
  ],
  [
    'the generator asked once more before the official call',
    'generator_call_spare',
    (it) => {
      const { draw } = generated(it.record);
      const last = at(draw.generatorLog, -1);
      draw.generatorLog.splice(-1, 0, { ...structuredClone(last), outputHash: '55'.repeat(32) });
      last.sequence += 1;
      last.previous = statementHash(sha256, 'generator-call', at(draw.generatorLog, -2));
    },
  ],
  [
    'a call cut out of the generator’s log',
    'generator_log_broken',
    (it) => {
      generated(it.record).draw.generatorLog.shift();
    },
  ],
  [
    'raw output that is not the seed’s',
    'generator_output_wrong',
    (it) => {
      generated(it.record).draw.rawOutputHash = '66'.repeat(32);
    },
  ],
  [
    'a winner added to the prize table',
    'winners_wrong',
    (it) => {
      const row = at(it.record.prizes, 3);
      row.winners = String(BigInt(row.winners) + 1n);
      row.totalCents = String(BigInt(row.winners) * BigInt(row.shareCents));
    },
  ],
  [
    'a tier left out of the prize table',
    'winners_wrong',
    (it) => {
      it.record.prizes.splice(
        it.record.prizes.findIndex((row) => row.winners !== '0'),
        1,
      );
    },
  ],
  [
    'a prize that is not share × winners',
    'money_wrong',
    (it) => {
      at(it.record.prizes, 4).totalCents = '1';
    },
  ],
  [
    'prizes paid out of nowhere',
    'money_wrong',
    (it) => {
      it.record.money.outflow.prizes = String(BigInt(it.record.money.outflow.prizes) + 100n);
    },
  ],
  [
    'a cent that stays with nobody',
    'money_wrong',
    (it) => {
      it.record.money.inflow.carriedIn = String(BigInt(it.record.money.inflow.carriedIn ?? '0') + 1n);
    },
  ],
  [
    'the receipt of the seal missing',
    'receipt_missing',
    (it) => {
      it.record.receipts.pop();
    },
  ],
  [
    'a second version of the seal in the log',
    'receipt_mismatch',
    (it) => {
      const last = structuredClone(at(it.record.receipts, -1));
      const body = {
        ...last.body,
        sequence: last.body.sequence + 1,
        hash: '77'.repeat(32),
        previous: statementHash(sha256, 'receipt', last.body),
      };
      it.record.receipts.push(signStatement(sha256, signers.receipts, 'receipt', body));
    },
  ],
  [
    'a receipt with an earlier time',
    'receipt_signature_wrong',
    (it) => {
      at(it.record.receipts, 1).body.at = '2026-12-05T20:30:05.500Z';
    },
  ],
  [
    'a receipt from the operator’s own key',
    'keys_not_separate',
    (it) => {
      it.record.receipts[1] = signed('receipt', at(it.record.receipts, 1).body);
    },
  ],
  [
    'a countersignature from the operator’s own key',
    'keys_not_separate',
    (it) => {
      it.record.countersignature = signed('countersignature', it.record.countersignature.body);
    },
  ],
  [
    'a countersignature of another seal',
    'countersignature_mismatch',
    (it) => {
      it.record.countersignature.body.sealHash = '88'.repeat(32);
    },
  ],
  [
    '“publicly verifiable” on a draw that is not',
    'label_wrong',
    (it) => {
      const { announcement, seed } = generated(it.record);
      announcement.commitments.pop();
      seed.reveals.pop();
      announcement.beacon = null;
      seed.beacon = null;
    },
  ],
  [
    'a draw before its seal was handed in',
    'times_out_of_order',
    (it) => {
      it.record.times.drawnAt = '2026-12-05T20:30:05.500Z';
    },
  ],
  [
    'a secret opened before the seal was handed in',
    'times_out_of_order',
    (it) => {
      at(generated(it.record).seed.reveals, 1).at = '2026-12-05T20:29:00.000Z';
    },
  ],
  [
    'one person who drew and certified',
    'people_not_separate',
    (it) => {
      it.record.people.certifiedBy = it.record.people.drawnBy;
    },
  ],
  [
    'an amount with a leading zero',
    'document_malformed',
    (it) => {
      it.record.money.inflow.stakes = `0${it.record.money.inflow.stakes}`;
    },
  ],
  [
    'a field that the record does not have',
    'document_malformed',
    (it) => {
      Object.assign(it.record, { note: 'x' });
    },
  ],
];

describe('the verifier', () => {
  it('passes the untouched draw, also with the genuine keys given, and finds no other key genuine', () => {
    expect(codes(played.file)).toEqual([]);
    const keyOf = (name: keyof typeof signers) => [signStatement(sha256, signers[name], 'seal', {}).keyId];
    const genuine = { seal: keyOf('seal'), control: keyOf('control'), receipts: keyOf('receipts') };
    expect(verifyBundle(nodePorts, played.file, genuine)).toMatchObject({ passed: true, notChecked: ['beacon_signature'] });
    expect(codes(played.file, { ...genuine, seal: keyOf('witness') })).toEqual(['key_not_trusted']);
  });

  it('knows at least thirty kinds of tampering', () => {
    expect(insider.length).toBeGreaterThanOrEqual(30);
  });

  it.each(insider)('finds %s', (_, code, change) => {
    const it = draft();
    change(it);
    expect(codes(sealAnew(it))).toContain(code);
  });

  const postponed = (from: string, decidedAt: string, people = { proposedBy: 'a', decidedBy: 'b' }) => {
    const tampered = draft();
    const { closesAt } = tampered.record.times;
    const times = { closesAt: from, drawsAt: from };
    const move = {
      subjectId: tampered.record.subjectId,
      from: times,
      to: { closesAt, drawsAt: closesAt },
      reason: 'no power',
      people,
      decidedAt,
    };
    if (tampered.record.draw.source !== 'generator') throw new Error('drawn by the generator');
    const { body } = tampered.record.draw.announcement;
    body.closesAt = from;
    // The round moved with the draw: what was announced is as many rounds earlier.
    const moved = Date.parse(closesAt) - Date.parse(from);
    if (body.beacon) body.beacon.round -= Math.ceil(moved / (body.beacon.periodSeconds * 1_000));
    tampered.record.draw.announcement = signed('announcement', tampered.record.draw.announcement.body);
    // The log has what was announced, so only the move itself is judged.
    const record = { ...tampered.record, postponements: [signed('postponement', move)] };
    return { tampered, record };
  };
  const before = (ms: number) => new Date(Date.parse(played.record.times.closesAt) - ms).toISOString();
  const codesOf = (record: DraftRecord, entries: Uint8Array[]) =>
    verifyBundle(nodePorts, bundleFile(signed('draw-record', record as DrawRecord), entries)).findings.map(({ code, where }) => [
      code,
      where,
    ]);

  it('finds a close that moved in silence, was moved too late, by one person, or to another time than it had', () => {
    const open = postponed(before(3_600_000), before(7_200_000));
    // The announcement that this one replaces was receipted: that stays to be found, and nothing else is.
    expect(codesOf(open.record, open.tampered.entries)).toEqual([['receipt_mismatch', 'receipts (announcement)']]);
    const silent = postponed(before(3_600_000), before(7_200_000)).tampered;
    expect(codesOf(silent.record, silent.entries)).toContainEqual(['announcement_mismatch', 'draw.announcement.closesAt']);
    const late = postponed(before(3_600_000), before(1_800_000));
    expect(codesOf(late.record, late.tampered.entries)).toContainEqual(['times_out_of_order', 'postponements.0']);
    const alone = postponed(before(3_600_000), before(7_200_000), { proposedBy: 'a', decidedBy: 'a' });
    expect(codesOf(alone.record, alone.tampered.entries)).toContainEqual(['people_not_separate', 'postponements.0']);
    const anotherRound = postponed(before(3_600_000), before(7_200_000));
    const { draw } = anotherRound.record;
    if (draw.source !== 'generator' || !draw.announcement.body.beacon) throw new Error('drawn with a beacon');
    draw.announcement.body.beacon.round += 1;
    expect(codesOf(anotherRound.record, anotherRound.tampered.entries)).toContainEqual(['beacon_mismatch', 'draw.seed.beacon']);
    const elsewhere = postponed(before(3_600_000), before(7_200_000));
    elsewhere.record.times.closesAt = before(60_000);
    const met = codesOf(elsewhere.record, elsewhere.tampered.entries);
    expect(met).toContainEqual(['announcement_mismatch', 'postponements.0.to']);
    expect(met).toContainEqual(['seal_mismatch', 'seal.closesAt']);
  });

  it('finds a draw that fell back although both secrets were there to be opened in time', () => {
    const it: Case = {
      record: draftOf(fallbackPlayed.record),
      entries: fallbackPlayed.tickets.map(({ entry }) => entry),
    };
    it.record.times.drawnAt = '2026-12-05T20:40:00.000Z';
    expect(codes(sealAnew(it))).toContain('times_out_of_order');
  });

  it('finds a fallback value from someone other than the announced witness', () => {
    const it: Case = {
      record: draftOf(fallbackPlayed.record),
      entries: fallbackPlayed.tickets.map(({ entry }) => entry),
    };
    if (it.record.draw.source !== 'generator' || !('witnessed' in it.record.draw.seed)) throw new Error('not witnessed');
    it.record.draw.seed.witnessed = signStatement(sha256, signerNamed('friend'), 'witness', it.record.draw.seed.witnessed.body);
    expect(codes(sealAnew(it))).toContain('fallback_wrong');
  });

  describe('of a redraw', () => {
    type Redraw = Extract<Extract<DraftRecord['draw'], { source: 'generator' }>['seed'], { kind: 'redraw' }>;
    const redraft = (change: (it: Case, seed: Redraw) => void): FindingCode[] => {
      const it: Case = { record: draftOf(redrawn.record), entries: redrawn.tickets.map(({ entry }) => entry) };
      if (it.record.draw.source !== 'generator' || it.record.draw.seed.kind !== 'redraw') throw new Error('not drawn again');
      const { seed } = it.record.draw;
      change(it, seed);
      seed.statement = signed('redraw', seed.statement.body);
      return codes(sealAnew(it));
    };

    it('passes what was done in the open, and says that the other draw’s bundle has to show its call too', () => {
      expect(redraft(() => {})).toEqual([]);
      expect(verifyBundle(nodePorts, redrawn.file)).toMatchObject({
        passed: true,
        notChecked: ['keys', 'beacon_signature', 'repeated_output'],
      });
    });

    it('finds one without its statement, though the numbers are those of the round', () => {
      const found = redraft((it, seed) => {
        if (it.record.draw.source !== 'generator') throw new Error('not drawn by the generator');
        it.record.draw.seed = { kind: 'secrets', reveals: seed.reveals, beacon: seed.beacon };
      });
      for (const code of ['redraw_wrong', 'generator_call_spare', 'numbers_wrong']) expect(found).toContain(code);
    });

    const changes: readonly (readonly [string, FindingCode, (it: Case, seed: Redraw) => void])[] = [
      ['another cause', 'document_malformed', (_, { statement }) => Object.assign(statement.body, { cause: 'officials_disliked_it' })],
      ['another reason than was handed in', 'receipt_mismatch', (_, { statement }) => Object.assign(statement.body, { reason: 'another' })],
      [
        'an output that the secrets do not give',
        'redraw_wrong',
        (_, { statement }) => Object.assign(statement.body, { withdrawnOutputHash: '11'.repeat(32) }),
      ],
      ['one person', 'people_not_separate', (_, { statement }) => Object.assign(statement.body.people, { decidedBy: 'stf_anna' })],
      ['another draw', 'redraw_wrong', (_, { statement }) => Object.assign(statement.body, { subjectId: 'drw_x' })],
      ['a chain of the operator’s own', 'redraw_wrong', (_, { statement }) => Object.assign(statement.body.beacon, { network: 'mine' })],
      ['a later round that gives better numbers', 'beacon_mismatch', (_, { round }) => Object.assign(round, { round: round.round + 1 })],
      [
        'a round known before the statement was handed in',
        'beacon_too_early',
        (_, { statement }) => Object.assign(statement.body.beacon, { round: statement.body.beacon.round - 180 }),
      ],
      ['a statement that nobody receipted', 'receipt_missing', (it) => it.record.receipts.pop()],
      [
        'an earlier call of another draw than it names',
        'redraw_wrong',
        (_, { statement }) => Object.assign(statement.body.earlier, { drawId: 'drw_y' }),
      ],
      [
        'no earlier call at all: the second try of a valid draw',
        'redraw_wrong',
        (it) => {
          if (it.record.draw.source !== 'generator') throw new Error('not drawn by the generator');
          const { generatorLog } = it.record.draw;
          const other = generatorLog.find(({ drawId, purpose }) => drawId === 'drw_other' && purpose === 'numbers');
          if (other) other.outputHash = '22'.repeat(32);
          for (const [i, call] of generatorLog.entries())
            if (i > 0) call.previous = statementHash(sha256, 'generator-call', at(generatorLog, i - 1));
        },
      ],
      [
        'a published result, drawn again',
        'redraw_wrong',
        (it) => {
          const { certifiedAt } = it.record.times;
          it.record.supersedes = {
            version: 1,
            result: {},
            certifiedAt: null,
            recordHash: null,
            withdrawnAt: certifiedAt,
            reason: 'r',
            people: { proposedBy: 'a', decidedBy: 'b' },
          };
        },
      ],
    ];
    it.each(changes)('finds %s', (_, code, change) => expect(redraft((it, seed) => void change(it, seed))).toContain(code));
  });

  it('finds a dividend that the bets of a win pool do not give', () => {
    const pool = playWinPool('tampering', 60);
    expect(codes(pool.file)).toEqual([]);
    const [row] = pool.record.prizes;
    if (row === undefined) throw new Error('nobody won');
    const shareCents = String(BigInt(row.shareCents) - 10n);
    const totalCents = String(BigInt(row.winners) * BigInt(shareCents));
    const breakage = String(BigInt(pool.record.money.outflow.breakage ?? '0') + 10n * BigInt(row.winners));
    const outflow = { ...pool.record.money.outflow, prizes: totalCents, breakage };
    const record = { ...pool.record, prizes: [{ ...row, shareCents, totalCents }], money: { ...pool.record.money, outflow } };
    expect(codes(bundleFile(signStatement(sha256, signers.seal, 'pool-record', record), pool.entries))).toContain('dividend_wrong');
  });

  it('gives the same report in a browser as on a server', () => {
    for (const { file } of [played, fallbackPlayed, redrawn, playWinPool('browser', 30)])
      expect(verifyBundle(browserPorts, file)).toEqual(verifyBundle(nodePorts, file));
    for (const [, , change] of insider) {
      const it = draft();
      change(it);
      const file = sealAnew(it);
      expect(verifyBundle(browserPorts, file)).toEqual(verifyBundle(nodePorts, file));
    }
  });
});

describe('an outsider without any key', () => {
  it('cannot change one byte: each flipped bit of the file makes the bundle fail', () => {
    const small = playDraw('bytes', { ...wish, tickets: 6 });
    expect(codes(small.file)).toEqual([]);
    const ports = remembering(nodePorts);
    const passed: number[] = [];
    for (let i = 0; i < small.file.length; i += 1) {
      const file = small.file.slice();
      file[i] = (file[i] ?? 0) ^ (1 << (i & 7));
      if (verifyBundle(ports, file).passed) passed.push(i);
    }
    expect(passed).toEqual([]);
  }, 60_000);

  it('cannot cut, lengthen or swap: every prefix, and the leaves of another draw, fail', () => {
    const { file } = played;
    for (let length = 0; length < file.length; length += 97) expect(verifyBundle(nodePorts, file.slice(0, length)).passed).toBe(false);
    expect(verifyBundle(nodePorts, Uint8Array.from([...file, 0])).passed).toBe(false);
    const other = playDraw('other leaves', wish);
    expect(
      codes(
        bundleFile(
          signed('draw-record', played.record),
          other.tickets.map(({ entry }) => entry),
        ),
      ),
    ).toContain('root_wrong');
  });
});
