/**
 * Plays a whole small draw with the engine, from the generator's first call to the signed record, the same for the same seed.
 * Nothing is faked: tickets are priced and packed, the tree is built, secrets are committed to and opened, winners are matched
 * and the prize plan settles.
 */
import { encodeGameDefinition, type GameDefinition, parseResult, settleDraw, ticketMatcher } from '@valira/games';
import { type ByteSource, toHex, uniformBelow, utf8 } from '@valira/games/randomness';
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
  fallbackSeed,
  type GeneratedDraw,
  type GeneratorCall,
  isPubliclyVerifiable,
  type Json,
  logGeneratorCall,
  merkleRoot,
  newGeneratorLog,
  type Receipt,
  recordTables,
  redrawSeed,
  resultOfPanels,
  type SealStatement,
  signStatement,
  statementHash,
} from '@valira/games/verifiable';
import { type Cents, cents, sum } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { type SoldTicket, sellTickets } from './sell-tickets.ts';
import { hmacSha256, seededBytes, sha256, signerNamed } from './signing-keys.ts';

export const signers = {
  seal: signerNamed('seal'),
  control: signerNamed('control'),
  receipts: signerNamed('receipts'),
  witness: signerNamed('witness'),
} satisfies Record<string, Ed25519Signer>;

export type DrawWish = {
  readonly game: GameDefinition;
  readonly secondHolder: boolean;
  readonly beacon: boolean;
  readonly fallback: 'none' | 'beacon' | 'witness';
  /** The generator had given this output before: the draw is drawn once more, by a later round of the announced chain. */
  readonly redraw?: boolean;
};

/** What the draw needs to know of its sales. */
export type SealedSales = {
  readonly root: Uint8Array;
  readonly count: number;
  readonly cancelledCount: number;
  readonly stakesCents: Cents;
  /** Packed lines of every sold ticket. */
  readonly soldLines: () => Iterable<Uint8Array>;
};

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

/** The record of a draw on these sales. */
export function recordDraw(take: ByteSource, wish: DrawWish, sales: SealedSales): DrawRecord {
  const { game } = wish;
  const { root, stakesCents } = sales;
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

  // Seal, countersignature, receipts.
  const seal: SealStatement = {
    kind: 'draw',
    subjectId: drawId,
    definitionHash: toHex(definitionHash),
    root: toHex(root),
    count: sales.count,
    cancelledCount: sales.cancelledCount,
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
  const handIn = (at: string, kind: 'announcement' | 'seal' | 'redraw', body: unknown): void => {
    const appended = appendReceipt(sha256, signers.receipts, log, { at, kind, subjectId: drawId, hash: statementHash(sha256, kind, body) });
    receipts.push(appended.receipt);
    log = appended.head;
  };
  handIn(after(-8.7e8), 'announcement', announcement);
  if (uniformBelow(2, take) === 1) log = { ...log, sequence: log.sequence + 5, head: toHex(take(32)) };
  handIn(after(6_000), 'seal', seal);

  // The seed and the numbers.
  const late = wish.fallback !== 'none' && !wish.redraw;
  const value = beacon === null || late ? null : beaconValue(beacon, take);
  const fallbackValue = late && wish.fallback === 'beacon' ? beaconValue(fallbackBeacon, take) : null;
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
  /** The call that repeats another draw's, the statement that it does not stand, and the round that it names. */
  const drawAgain = () => {
    const withdrawn = toHex(drawNumbers({ sha256, hmacSha256 }, drawnBytes, drawId, mapping).rawOutputHash);
    call(after(80_000), 'numbers', 'drw_other', withdrawn);
    const earlier = { sequence: generatorHead.sequence, drawId: 'drw_other' };
    call(after(90_000), 'numbers', drawId, withdrawn);
    const statement = signStatement(sha256, signers.seal, 'redraw', {
      subjectId: drawId,
      cause: 'generator_output_repeated' as const,
      withdrawnOutputHash: withdrawn,
      earlier,
      beacon: roundAfter(600_000),
      reason: 'the generator repeated itself',
      people: { proposedBy: 'stf_anna', decidedBy: 'stf_marc' },
      decidedAt: after(190_000),
    });
    handIn(after(200_000), 'redraw', statement.body);
    const round = beaconValue(statement.body.beacon, take);
    const statementBytes = Buffer.from(statementHash(sha256, 'redraw', statement.body), 'hex');
    return { statement, round, seed: redrawSeed(sha256, root, statementBytes, Buffer.from(round.value, 'hex')) };
  };
  const redrawn = wish.redraw ? drawAgain() : null;
  const seedSource: GeneratedDraw['seed'] = redrawn
    ? { kind: 'redraw', reveals, beacon: value, statement: redrawn.statement, round: redrawn.round }
    : !late
      ? { kind: 'secrets', reveals, beacon: value }
      : fallbackValue
        ? { kind: 'fallback', reason, beacon: fallbackValue }
        : { kind: 'fallback', reason, witnessed };
  const drawnAt = after(late ? 2_000_000 : redrawn ? 700_000 : 90_000);
  const output = drawNumbers({ sha256, hmacSha256 }, redrawn?.seed ?? drawnBytes, drawId, mapping);
  call(drawnAt, 'numbers', drawId, toHex(output.rawOutputHash));

  // Winners and prizes.
  const result = expectOk(parseResult(game, resultOfPanels(game, output.panels)));
  const matcher = ticketMatcher(game, result);
  const totals = new Float64Array(matcher.tiers.length);
  for (const lines of sales.soldLines())
    if (typeof matcher.add(lines, totals) === 'string') throw new Error('a sold ticket does not decode');
  const winners = Object.fromEntries(matcher.tiers.map((tier, i) => [tier, BigInt(totals[i] ?? 0)]));
  const carried = {
    carriedInCents: { '6': cents(uniformBelow(1_000_000, take)) },
    accountsCents: { reserve: cents(uniformBelow(100_000, take)) },
  };
  const settlement = expectOk(settleDraw(game, { stakesCents, winners, ...carried }));
  const { prizes, money } = recordTables(settlement, carried);

  return {
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
    times: {
      openedAt: announcement.opensAt,
      closesAt: after(0),
      sealedAt: after(5_000),
      drawnAt,
      certifiedAt: after(late ? 2_400_000 : redrawn ? 900_000 : 400_000),
    },
    people: { drawnBy: 'stf_anna', certifiedBy: 'stf_marc' },
    software: { version: '0.1.0', buildHash: toHex(sha256(utf8('build'))), demo: true },
  };
}

export function playDraw(seed: string, wish: DrawWish & { readonly tickets: number }): PlayedDraw {
  const take = seededBytes(seed);
  const tickets = sellTickets(wish.game, wish.tickets, take);
  const entries = tickets.map(({ entry }) => entry);
  const sold = tickets.filter(({ state }) => state === 'sold');
  const record = recordDraw(take, wish, {
    root: merkleRoot(sha256, entries),
    count: tickets.length,
    cancelledCount: tickets.length - sold.length,
    stakesCents: sum(sold.map(({ stakeCents }) => stakeCents)),
    soldLines: () => sold.map(({ lines }) => lines),
  });
  return { record, tickets, file: fileOf(record, entries) };
}

/** The bundle of a record under the seal key. */
const fileOf = (record: DrawRecord, entries: readonly Uint8Array[]): Uint8Array =>
  bundleFile(signStatement(sha256, signers.seal, 'draw-record', record), entries);
