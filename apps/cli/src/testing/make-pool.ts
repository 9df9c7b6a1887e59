/** A small win pool played with the engine, from the first bet to the signed record; the same for the same seed. */
import { toHex, uniformBelow, utf8 } from '@valira/games/randomness';
import {
  appendReceipt,
  bundleFile,
  bundleFormat,
  canonicalHash,
  emptyReceiptLog,
  encodeTicketLeaf,
  type Json,
  merkleTree,
  type PoolRecord,
  type SealStatement,
  signStatement,
  statementHash,
  ticketCommitment,
} from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import {
  openPool,
  PoolBook,
  packSelections,
  parsePoolDefinition,
  parseTicket,
  poolDefinitionToJson,
  type SelectionsJson,
  settle,
} from '@valira/pool';
import { signers } from './make-draw.ts';
import { seededBytes, sha256 } from './signing-keys.ts';

const definitionJson = {
  schema: 1,
  id: 'win',
  version: 1,
  effectiveFrom: '2026-01-01T00:00:00Z',
  currency: 'EUR',
  bet: { type: 'win' },
  price: { method: 'single', deadHeat: 'profit-split', placeShares: 'alike', coupledFinish: 'moves-up' },
  takeoutBps: 1825,
  fundStepCents: '1',
  dividend: { perCents: '100', breakStepCents: '10', rounding: 'down', minimumCents: '0', shortfall: { paidBy: 'operator' } },
  cascade: [{ step: 'refund' }],
  scratch: 'refund',
  voidLegs: { first: 'all-win', later: 'all-win', refundAbove: 99, consolations: 'kept' },
  guarantee: null,
  carryover: null,
  tiers: [],
  prizePlan: null,
  stake: { unitCents: '100', minimumCents: '100', maximumCents: '1000000', maximumCombinations: 100, flexiMinimumBps: null },
  reducedSystems: [],
  payoutCapCents: null,
};

const closesAt = Date.parse('2026-12-06T12:00:00.000Z');
const after = (ms: number): string => new Date(closesAt + ms).toISOString();

const poolFileOf = (record: PoolRecord, entries: readonly Uint8Array[]): Uint8Array =>
  bundleFile(signStatement(sha256, signers.seal, 'pool-record', record), entries);

export function playWinPool(
  seed: string,
  bets: number,
): { readonly record: PoolRecord; readonly entries: readonly Uint8Array[]; readonly file: Uint8Array } {
  const take = seededBytes(seed);
  const definition = expectOk(parsePoolDefinition(definitionJson));
  const poolId = `pool_${toHex(take(8))}`;
  const meeting = 'soldeu-2026-12-06';
  const field = 4 + uniformBelow(9, take);
  const legs = [{ id: 'race-1', runners: Array.from({ length: field }, (_, i) => ({ number: i + 1, starters: 1 })) }];
  const pool = expectOk(openPool(definition, { poolId, meeting, businessDate: '2026-12-06', carriedIn: {}, event: null, legs }));
  const book = new PoolBook(pool);
  const entries: Uint8Array[] = [];
  const tree = merkleTree(sha256);
  let cancelled = 0;
  for (let i = 0; i < bets; i += 1) {
    const first = 1 + uniformBelow(field, take);
    const second = 1 + (first % field);
    const wished: readonly SelectionsJson[] = [
      { form: 'straight', runners: [first] },
      { form: 'box', runners: [first, second] },
      { form: 'wheel', places: [[first, second]] },
    ];
    const selections = wished[uniformBelow(5, take)] ?? { form: 'straight', runners: [first] };
    const units = ('runners' in selections && selections.form === 'box') || selections.form === 'wheel' ? 2 : 1;
    const ticket = expectOk(
      parseTicket(pool, { selections, stakeCents: String(100 * units * (1 + uniformBelow(20, take))) }, book.scratched),
    );
    const betId = `tkt_${i}`;
    expectOk(book.append({ kind: 'bet', betId, ticket, acceptedAtMs: closesAt - 60_000 }));
    const isCancelled = uniformBelow(10, take) === 0;
    if (isCancelled) expectOk(book.append({ kind: 'cancelled', betId, atMs: closesAt - 30_000 }));
    cancelled += isCancelled ? 1 : 0;
    const entry = encodeTicketLeaf({
      commitment: ticketCommitment(sha256, toHex(take(10)), take(16)),
      lines: packSelections(ticket.selections),
      stakeCents: ticket.stakeCents,
      state: isCancelled ? 'cancelled' : 'sold',
    });
    entries.push(entry);
    tree.appendEntry(entry);
  }
  expectOk(book.append({ kind: 'closed', stopBetAtMs: closesAt, source: 'official', by: 'judges' }));
  const order = Array.from({ length: field }, (_, i) => [i + 1]);
  const [winner = [1]] = order.splice(uniformBelow(field, take), 1);
  const result = { meeting, version: 1, legs: [{ kind: 'finish' as const, order: [winner, ...order] }] };
  const settlement = expectOk(settle(book, result));
  const { accounts } = settlement;
  const carriedOut = Object.values(accounts.carriedOut).reduce((sum, amount) => sum + amount, 0n);

  const { root, size } = tree.finish();
  const definitionJsonOut = poolDefinitionToJson(definition) as Json;
  const definitionHash = toHex(canonicalHash(sha256, definitionJsonOut));
  const seal: SealStatement = {
    kind: 'pool',
    subjectId: poolId,
    definitionHash,
    root: toHex(root),
    count: size,
    cancelledCount: cancelled,
    stakeCents: String(accounts.stakes),
    closesAt: after(0),
    sealedAt: after(2_000),
  };
  const { kind, subjectId, count, cancelledCount, stakeCents } = seal;
  const countersign = {
    ...{ kind, subjectId, root: seal.root, count, cancelledCount, stakeCents },
    sealHash: statementHash(sha256, 'seal', seal),
    at: after(3_000),
  };
  const { receipt } = appendReceipt(sha256, signers.receipts, emptyReceiptLog('craj-1'), {
    at: after(2_500),
    kind: 'seal',
    subjectId: poolId,
    hash: countersign.sealHash,
  });
  const nonZero = (amounts: Readonly<Record<string, bigint>>) =>
    Object.fromEntries(Object.entries(amounts).flatMap(([name, amount]) => (amount === 0n ? [] : [[name, String(amount)]])));
  const record: PoolRecord = {
    format: bundleFormat,
    kind: 'pool',
    operator: 'Loteries de les Valls SA',
    subjectId: poolId,
    definition: definitionJsonOut,
    definitionHash,
    seal: signStatement(sha256, signers.seal, 'seal', seal),
    countersignature: signStatement(sha256, signers.control, 'countersignature', countersign),
    receipts: [receipt],
    result,
    prizes: settlement.lines.map((line) => ({
      tier: line.id,
      winners: String(line.stakes.n / (line.stakes.d * settlement.perCents)),
      shareCents: String(line.dividendCents),
      totalCents: String((line.stakes.n / (line.stakes.d * settlement.perCents)) * line.dividendCents),
    })),
    money: {
      inflow: { stakes: String(accounts.stakes) },
      outflow: {
        prizes: String(accounts.paid),
        ...nonZero({ takeout: accounts.takeout, breakage: accounts.breakage, refunds: accounts.refunds, carriedOut }),
      },
    },
    times: {
      openedAt: after(-3_600_000),
      closesAt: after(0),
      sealedAt: after(2_000),
      drawnAt: after(200_000),
      certifiedAt: after(400_000),
    },
    people: { drawnBy: 'stf_anna', certifiedBy: 'stf_marc' },
    software: { version: '0.1.0', buildHash: toHex(sha256(utf8('build'))), demo: true },
  };
  return { record, entries, file: poolFileOf(record, entries) };
}
