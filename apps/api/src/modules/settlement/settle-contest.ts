/**
 * From a certified result to the prize table and the postings: reads the sealed entries once, in order.
 *
 * While reading it rebuilds the Merkle root and compares it with the seal (nothing but what was sealed is settled), tallies winners,
 * and notes the stretches that will be paid. Table, stretches and ledger postings are one transaction; running it again after a
 * crash starts from the beginning and ends the same.
 */
import { contestResult, contest as contestTable, prizeTable } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { canonicalText, toJson } from '../../platform/json.ts';
import {
  type Contest,
  engineCache,
  findContest,
  lockContest,
  moveContest,
  readEntries,
  type Settled,
  type SettlementFacts,
  SYSTEM,
  type Tally,
} from '../contests/index.ts';
import { HOUSE, postOperation } from '../ledger/index.ts';
import { externalTotalsSchema, importedFacts, isSoldHere, settlementFacts, totalsOf } from '../results/index.ts';
import { type Chunk, NotAsSealed, readSealed, storeChunks } from './sealed-chunks.ts';
import { sealedDifference } from './sealed-interval.ts';
import { loadSalesFacts, settlementPostings } from './settlement.postings.ts';
import { undoSettlement } from './undo-settlement.ts';

const engineOf = engineCache();

export type SettleRefusal = 'contest_not_found' | 'wrong_state' | 'previous_not_settled' | 'not_as_sealed';

/** Tallies the sealed entries. Throws when they are not what was sealed. */
export async function tallyEntries(
  core: Core,
  contest: Contest,
  result: unknown,
  facts: SettlementFacts,
): Promise<{ settled: Settled; chunks: Chunk[] }> {
  return tallyInto(core, contest, engineOf(contest).tally(toJson(result), facts));
}

async function tallyInto(core: Core, contest: Contest, tally: Tally): Promise<{ settled: Settled; chunks: Chunk[] }> {
  const chunks = await readSealed(core, contest.id, (entry) => tally.add(entry));
  const settled = tally.settle();
  if (!settled.ok) throw new Error(`contest ${contest.id} cannot be settled: ${settled.code} ${settled.path}`);
  return { settled: settled.value, chunks };
}

async function settleAny(core: Core, contest: Contest, result: typeof contestResult.$inferSelect, facts: SettlementFacts) {
  if (result.origin !== 'imported') return tallyEntries(core, contest, result.result, facts);
  const totals = totalsOf(externalTotalsSchema.parse(result.external));
  const share = (await isSoldHere(core.db, contest.id)) ? engineOf(contest).tallyShare(toJson(result.result), totals, facts) : null;
  if (share) return tallyInto(core, contest, share);
  const settled = engineOf(contest).settleExternal(toJson(result.result), totals, facts);
  if (!settled.ok) throw new Error(`contest ${contest.id} cannot be settled: ${settled.code} ${settled.path}`);
  return { settled: settled.value, chunks: [] };
}

/** What goes back of the stakes, by account. */
async function refundsByAccount(core: Core, contest: Contest, settled: Settled): Promise<Map<string, bigint>> {
  const refunds = new Map<string, bigint>();
  if (settled.refundsCents === 0n) return refunds;
  await readEntries(core.sql, contest.id, null, (entry) => {
    if (entry.cancelled) return;
    const { refundCents } = settled.grade(entry.lines, entry.stakeCents);
    const { accountId } = entry;
    if (refundCents > 0n) refunds.set(accountId, (refunds.get(accountId) ?? 0n) + refundCents);
  });
  const found = [...refunds.values()].reduce((total, amount) => total + amount, 0n);
  if (found !== settled.refundsCents)
    throw new Error(`contest ${contest.id} gives ${settled.refundsCents} cents back, its entries ${found}`);
  return refunds;
}

export async function settleContest(core: Core, contestId: string): Promise<Outcome<null, SettleRefusal>> {
  const contest = await findContest(core.db, contestId);
  if (!contest) return refuse('contest_not_found');
  if (contest.state !== 'certified') return refuse('wrong_state');
  const [result] = await core.db
    .select()
    .from(contestResult)
    .where(and(eq(contestResult.contestId, contestId), eq(contestResult.version, contest.resultVersion)));
  if (!result) throw new Error(`contest ${contestId} is certified without a result`);
  const imported = result.origin === 'imported' ? externalTotalsSchema.parse(result.external) : null;
  const facts = imported ? await importedFacts(core.db, contest, imported) : await settlementFacts(core.db, contest);
  if (!facts) return refuse('previous_not_settled');
  const tallied = await settleAny(core, contest, result, facts).catch(async (error: unknown) => {
    if (error instanceof NotAsSealed) return refuse('not_as_sealed', { facts: await sealedDifference(core, contestId) });
    throw error;
  });
  if ('code' in tallied) return tallied;
  const { settled, chunks } = tallied;
  const refunds = imported ? new Map<string, bigint>() : await refundsByAccount(core, contest, settled);

  return core.inTransaction(async (tx) => {
    const locked = await lockContest(tx, contestId);
    if (locked?.state !== 'certified' || locked.resultVersion !== contest.resultVersion) return refuse('wrong_state');
    // What the contest before left may have been taken back since it was read: a correction or a void waits for this row, or this for it.
    const again = imported ? facts : await settlementFacts(tx, contest, { hold: true });
    if (!again || canonicalText(again) !== canonicalText(facts)) return refuse('previous_not_settled');
    const at = core.clock.now();
    const version = contest.resultVersion;
    await undoSettlement(tx, core.ids, at, contestId, version);
    // Of a contest that others hold only our own stakes are in our ledger.
    const postings =
      imported && !settled.commonTiers ? [] : settlementPostings(contest, settled, await loadSalesFacts(tx, contestId, at, refunds));
    const posted = await postOperation(tx, core.ids, at, { accountId: HOUSE, key: `settle:${contestId}:${version}`, postings });
    if (!posted.ok) throw new Error(`the postings of contest ${contestId} were refused`);
    await storeChunks(tx, contestId, version, chunks);
    await tx.insert(prizeTable).values({
      contestId,
      resultVersion: version,
      tiers: settled.tiers,
      commonTiers: settled.commonTiers ?? null,
      prizesCents: settled.prizesCents,
      refundsCents: settled.refundsCents,
      carry: settled.carry,
      flows: toJson(settled.flows),
      operationId: posted.value.operationId,
      at,
    });
    await tx.update(contestTable).set({ carriedIn: facts.carriedIn }).where(eq(contestTable.id, contestId));
    await moveContest(tx, core.ids, at, locked, {
      step: 'settled',
      to: 'settled',
      actors: [SYSTEM],
      facts: { prizesCents: settled.prizesCents, chunks: chunks.length },
    });
    return ok(null);
  });
}
