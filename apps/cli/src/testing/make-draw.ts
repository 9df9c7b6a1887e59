/**
 * Plays a whole small draw with the engine, from the generator's first call to the signed record, the same for the same seed.
 * Nothing is faked: tickets are priced and packed, the tree is built, secrets are committed to and opened, winners are matched
 * and the prize plan settles.
 */
import {
  type Entry,
  encodeGameDefinition,
  encodeLines,
  type GameDefinition,
  issueTicket,
  type MatrixEntry,
  parseResult,
  parseTicket,
  priceTicket,
  quickPick,
  settleDraw,
  ticketMatcher,
} from '@valira/games';
import { type ByteSource, toHex, uniformBelow, uniformBelowBigint, utf8 } from '@valira/games/randomness';
import {
  type Announcement,
  appendReceipt,
  type BeaconPlan,
  type BeaconValue,
  bundleFile,
  bundleFormat,
  type CountersignStatement,
  canonicalHash,
  commitToSecret,
  type DrawRecord,
  drawMappingOf,
  drawNumbers,
  drawSeed,
  type Ed25519Signer,
  emptyReceiptLog,
  encodeTicketLeaf,
  fallbackSeed,
  type GeneratedDraw,
  type GeneratorCall,
  isPubliclyVerifiable,
  type Json,
  logGeneratorCall,
  merkleTree,
  newGeneratorLog,
  type Receipt,
  recordTables,
  resultOfPanels,
  type SealStatement,
  signStatement,
  statementHash,
  type TicketState,
  ticketCommitment,
} from '@valira/games/verifiable';
import { cents, sum } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { hmacSha256, seededBytes, sha256, signerNamed } from './signing-keys.ts';

export const signers = {
  seal: signerNamed('seal'),
  control: signerNamed('control'),
  receipts: signerNamed('receipts'),
  witness: signerNamed('witness'),
} satisfies Record<string, Ed25519Signer>;

export type DrawWish = {
  readonly game: GameDefinition;
  readonly tickets: number;
  readonly secondHolder: boolean;
  readonly beacon: boolean;
  readonly fallback: 'none' | 'beacon' | 'witness';
};

export type SoldTicket = { readonly serial: string; readonly salt: Uint8Array; readonly entry: Uint8Array };

export type PlayedDraw = { readonly record: DrawRecord; readonly tickets: readonly SoldTicket[]; readonly file: Uint8Array };

const closesAt = Date.parse('2026-12-05T20:30:00.000Z');
const after = (ms: number): string => new Date(closesAt + ms).toISOString();
const quicknet = { network: 'drand quicknet', publicKey: '83cf'.repeat(24), genesisAt: '2023-08-23T15:09:27.000Z', periodSeconds: 3 };

/** The first round that is due `ms` after the close or later. */
const roundAfter = (ms: number): BeaconPlan => ({
  ...quicknet,
  round: 1 + Math.ceil((closesAt + ms - Date.parse(quicknet.genesisAt)) / (quicknet.periodSeconds * 1_000)),
});

function beaconValue(plan: BeaconPlan, take: ByteSource): BeaconValue {
  const signature = take(48);
  return { round: plan.round, signature: toHex(signature), value: toHex(sha256(signature)) };
}

/** A quick pick, at times a system or a reduced one. */
function pickEntry(game: GameDefinition, take: ByteSource): Entry {
  const below = (n: bigint) => uniformBelowBigint(n, take);
  const one = (n: number) => uniformBelow(n, take);
  if (game.family === 'matrix') {
    const reduced = game.reducedSystems[0];
    if (reduced !== undefined && one(6) === 0) {
      const entry = quickPick(game, below, { picks: { [reduced.panel]: reduced.picks } });
      return { ...(entry as MatrixEntry), reduced: reduced.id };
    }
    const picks = Object.fromEntries(
      game.panels.map(({ id, choose, maxPicks }) => [id, one(3) === 0 ? choose + one(maxPicks - choose + 1) : choose]),
    );
    return quickPick(game, below, { picks });
  }
  if (game.family === 'keno') return quickPick(game, below, { marks: game.minMarks + one(game.maxMarks - game.minMarks + 1) });
  return quickPick(game, below);
}

function ticketInput(game: GameDefinition, entries: readonly Entry[], units: number): unknown {
  const named = entries.map((entry) =>
    'picks' in entry && game.family === 'matrix'
      ? {
          picks: Object.fromEntries(game.panels.map(({ id }, i) => [id, entry.picks[i]])),
          ...(entry.reduced === undefined ? {} : { reduced: entry.reduced }),
        }
      : entry,
  );
  return { entries: named, units };
}

export function playDraw(seed: string, wish: DrawWish): PlayedDraw {
  const take = seededBytes(seed);
  const { game } = wish;
  const drawId = `drw_${toHex(take(8))}`;
  const mapping = drawMappingOf(game);
  if (mapping === null) throw new Error(`${game.id} is not drawn from drums`);
  const definition = encodeGameDefinition(game) as Json;
  const definitionHash = canonicalHash(sha256, definition);
  const binding = { drawId, definitionHash, mappingHash: canonicalHash(sha256, mapping) };

  // The generator's log, with calls for other draws in between.
  const calls: GeneratorCall[] = [];
  let generatorHead = newGeneratorLog('rng-1');
  const call = (at: string, purpose: GeneratorCall['purpose'], forDraw: string, outputHash: string): void => {
    const logged = logGeneratorCall(
      sha256,
      generatorHead,
      { at, purpose, drawId: forDraw, outputHash },
      { drawWithSameOutput: null, callsForThisPurpose: 0 },
    );
    calls.push(logged.call);
    generatorHead = logged.head;
  };
  const operatorSecret = take(32);
  const secondSecret = take(32);
  call(after(-9e8), 'secret', drawId, toHex(sha256(operatorSecret)));
  if (uniformBelow(2, take) === 1) call(after(-8.9e8), 'secret', 'drw_other', toHex(take(32)));

  const beacon = wish.beacon ? roundAfter(70_000) : null;
  const fallbackBeacon = roundAfter(1_900_000);
  const announcement: Announcement = {
    drawId,
    definitionHash: toHex(definitionHash),
    mapping,
    commitments: [
      { role: 'operator', holder: 'operator', commitment: toHex(commitToSecret(sha256, 'operator', binding, operatorSecret)) },
      ...(wish.secondHolder
        ? [{ role: 'second' as const, holder: 'CRAJ', commitment: toHex(commitToSecret(sha256, 'second', binding, secondSecret)) }]
        : []),
    ],
    beacon,
    fallback:
      wish.fallback === 'none'
        ? null
        : wish.fallback === 'beacon'
          ? { source: 'beacon', beacon: fallbackBeacon }
          : { source: 'witness', witness: 'notary', publicKey: toHex(signers.witness.publicKey) },
    generatorHead,
    opensAt: after(-7e8),
    closesAt: after(0),
    publishedAt: after(-8.8e8),
  };

  // Sales.
  const tickets: (SoldTicket & { readonly lines: Uint8Array; readonly state: TicketState; readonly stake: bigint })[] = [];
  const units = game.units.map(Number);
  for (let i = 0; i < wish.tickets; i += 1) {
    const entries = Array.from({ length: 1 + uniformBelow(3, take) }, () => pickEntry(game, take));
    const wished = parseTicket(game, ticketInput(game, entries, units[uniformBelow(units.length, take)] ?? 1));
    // Past the game's limits: one line.
    const plain = quickPick(game, (n) => uniformBelowBigint(n, take));
    const parsed = wished.ok ? wished.value : expectOk(parseTicket(game, ticketInput(game, [plain], 1)));
    const issued = issueTicket(game, parsed, { below: (n) => uniformBelowBigint(n, take), raffleCode: () => 0n });
    const lines = encodeLines(game, issued.main);
    const stakeCents = priceTicket(game, issued).perDrawCents;
    const serial = toHex(take(10)).toUpperCase();
    const salt = take(16);
    const state = uniformBelow(8, take) === 0 ? 'cancelled' : 'sold';
    const entry = encodeTicketLeaf({ commitment: ticketCommitment(sha256, serial, salt), lines, stakeCents, state });
    tickets.push({ serial, salt, entry, lines, state, stake: stakeCents });
  }
  const tree = merkleTree(sha256);
  for (const { entry } of tickets) tree.appendEntry(entry);
  const { root, size } = tree.finish();
  const sold = tickets.filter(({ state }) => state === 'sold');
  const stakesCents = sum(sold.map(({ stake }) => cents(stake)));

  // Seal, countersignature, receipts.
  const seal: SealStatement = {
    kind: 'draw',
    subjectId: drawId,
    definitionHash: toHex(definitionHash),
    root: toHex(root),
    count: size,
    cancelledCount: size - sold.length,
    stakeCents: String(stakesCents),
    closesAt: after(0),
    sealedAt: after(5_000),
  };
  const { kind, subjectId, count, cancelledCount, stakeCents } = seal;
  const countersign: CountersignStatement = {
    ...{ kind, subjectId, root: seal.root, count, cancelledCount, stakeCents },
    sealHash: statementHash(sha256, 'seal', seal),
    at: after(7_000),
  };
  const receipts: Receipt[] = [];
  let log = { ...emptyReceiptLog('craj-1'), sequence: uniformBelow(1_000, take), head: toHex(take(32)) };
  const handIn = (at: string, kind: 'announcement' | 'seal', body: unknown): void => {
    const appended = appendReceipt(sha256, signers.receipts, log, { at, kind, subjectId: drawId, hash: statementHash(sha256, kind, body) });
    receipts.push(appended.receipt);
    log = appended.head;
  };
  handIn(after(-8.7e8), 'announcement', announcement);
  if (uniformBelow(2, take) === 1) log = { ...log, sequence: log.sequence + 5, head: toHex(take(32)) };
  handIn(after(6_000), 'seal', seal);

  // The seed and the numbers.
  const late = wish.fallback !== 'none';
  const value = beacon === null || late ? null : beaconValue(beacon, take);
  const fallbackValue = wish.fallback === 'beacon' ? beaconValue(fallbackBeacon, take) : null;
  const witnessed = signStatement(sha256, signers.witness, 'witness', {
    drawId,
    root: seal.root,
    value: toHex(take(32)),
    at: after(1_850_000),
  });
  const witnessBytes = Buffer.from(witnessed.body.value, 'hex');
  const drawnBytes = !late
    ? drawSeed(
        hmacSha256,
        { operator: operatorSecret, second: wish.secondHolder ? secondSecret : null },
        root,
        value && Buffer.from(value.value, 'hex'),
      )
    : fallbackSeed(sha256, root, fallbackValue ? Buffer.from(fallbackValue.value, 'hex') : witnessBytes);
  const reveals = [
    { role: 'operator' as const, secret: toHex(operatorSecret), at: after(71_000) },
    ...(wish.secondHolder ? [{ role: 'second' as const, secret: toHex(secondSecret), at: after(72_000) }] : []),
  ];
  const reason = 'a secret was not opened within 30 minutes';
  const seedSource: GeneratedDraw['seed'] = !late
    ? { kind: 'secrets', reveals, beacon: value }
    : fallbackValue
      ? { kind: 'fallback', reason, beacon: fallbackValue }
      : { kind: 'fallback', reason, witnessed };
  const drawnAt = after(late ? 2_000_000 : 90_000);
  const output = drawNumbers({ sha256, hmacSha256 }, drawnBytes, drawId, mapping);
  call(drawnAt, 'numbers', drawId, toHex(output.rawOutputHash));

  // Winners and prizes.
  const result = expectOk(parseResult(game, resultOfPanels(game, output.panels)));
  const matcher = ticketMatcher(game, result);
  const totals = new Float64Array(matcher.tiers.length);
  for (const { lines } of sold) if (typeof matcher.add(lines, totals) === 'string') throw new Error('a sold ticket does not decode');
  const winners = Object.fromEntries(matcher.tiers.map((tier, i) => [tier, BigInt(totals[i] ?? 0)]));
  const carried = {
    carriedInCents: { '6': cents(uniformBelow(1_000_000, take)) },
    accountsCents: { reserve: cents(uniformBelow(100_000, take)) },
  };
  const settlement = expectOk(settleDraw(game, { stakesCents, winners, ...carried }));
  const { prizes, money } = recordTables(settlement, carried);

  const record: DrawRecord = {
    format: bundleFormat,
    kind: 'draw',
    operator: 'Loteries de les Valls SA',
    subjectId: drawId,
    definition,
    definitionHash: toHex(definitionHash),
    publiclyVerifiable: isPubliclyVerifiable({ secondHolder: wish.secondHolder, beacon: wish.beacon }),
    seal: signStatement(sha256, signers.seal, 'seal', seal),
    countersignature: signStatement(sha256, signers.control, 'countersignature', countersign),
    receipts,
    draw: {
      source: 'generator',
      announcement: signStatement(sha256, signers.seal, 'announcement', announcement),
      seed: seedSource,
      generatorLog: calls,
      rawOutputHash: toHex(output.rawOutputHash),
    },
    result: { panels: output.panels },
    prizes,
    money,
    times: { closesAt: after(0), sealedAt: after(5_000), drawnAt, certifiedAt: after(late ? 2_400_000 : 400_000) },
    people: { drawnBy: 'stf_anna', certifiedBy: 'stf_marc' },
    software: { version: '0.1.0', buildHash: toHex(sha256(utf8('build'))), demo: true },
  };
  const file = fileOf(
    record,
    tickets.map(({ entry }) => entry),
  );
  return { record, tickets, file };
}

/** The bundle of a record under the seal key. */
export const fileOf = (record: DrawRecord, entries: readonly Uint8Array[]): Uint8Array =>
  bundleFile(signStatement(sha256, signers.seal, 'draw-record', record), entries);
