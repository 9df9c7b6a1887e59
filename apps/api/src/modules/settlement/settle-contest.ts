/**
 * From a certified result to the prize table and the postings: reads the sealed entries once, in order.
 *
 * While reading it rebuilds the Merkle root and compares it with the seal (nothing but what was sealed is settled), tallies winners,
 * and notes the stretches that will be paid. Table, stretches and ledger postings are one transaction; running it again after a
 * crash starts from the beginning and ends the same.
 */
import { contestResult, contest as contestTable, prizeTable, seal, settlementChunk } from '@valira/db/schema';
import { encodeTicketLeaf, merkleTree } from '@valira/games/verifiable';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { hex, sha256 } from '../../platform/hash.ts';
import { toJson } from '../../platform/json.ts';
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
} from '../contests/index.ts';
import { HOUSE, postOperation } from '../ledger/index.ts';
import { externalTotalsSchema, importedFacts, settlementFacts, totalsOf } from '../results/index.ts';
import { loadSalesFacts, settlementPostings } from './settlement.postings.ts';

/** Entries of one stretch: its payment is one transaction of well under a second. */
export const CHUNK_ENTRIES = 10_000;

export type Chunk = {
  readonly chunk: number;
  readonly first: string;
  readonly last: string;
  readonly entries: number;
  readonly stakeCents: bigint;
};

const engineOf = engineCache();

export type SettleRefusal = 'contest_not_found' | 'wrong_state' | 'previous_not_settled';

/** Tallies the sealed entries. Throws when they are not what was sealed. */
export async function tallyEntries(
  core: Core,
  contest: Contest,
  result: unknown,
  facts: SettlementFacts,
): Promise<{ settled: Settled; chunks: Chunk[] }> {
  const [sealed] = await core.db.select().from(seal).where(eq(seal.contestId, contest.id));
  if (!sealed) throw new Error(`contest ${contest.id} is not sealed`);
  const tally = engineOf(contest).tally(toJson(result), facts);
  const tree = merkleTree(sha256);
  const chunks: Chunk[] = [];
  let open: { first: string; last: string; entries: number; stakeCents: bigint } | null = null;
  const closeChunk = () => {
    if (open) chunks.push({ chunk: chunks.length + 1, ...open });
    open = null;
  };
  await readEntries(core.sql, contest.id, null, (entry) => {
    tree.appendEntry(encodeTicketLeaf({ ...entry, state: entry.cancelled ? 'cancelled' : 'sold' }));
    if (entry.cancelled) return;
    tally.add(entry.ticketId, entry.lines, entry.stakeCents);
    open ??= { first: entry.ticketId, last: entry.ticketId, entries: 0, stakeCents: 0n };
    open.last = entry.ticketId;
    open.entries += 1;
    open.stakeCents += entry.stakeCents;
    if (open.entries === CHUNK_ENTRIES) closeChunk();
  });
  closeChunk();
  const root = hex(tree.finish().root);
  if (root !== hex(sealed.root))
    throw new Error(`contest ${contest.id}: the entries give root ${root}, not the sealed ${hex(sealed.root)}`);
  const settled = tally.settle();
  if (!settled.ok) throw new Error(`contest ${contest.id} cannot be settled: ${settled.code} ${settled.path}`);
  return { settled: settled.value, chunks };
}

async function settleAny(core: Core, contest: Contest, result: typeof contestResult.$inferSelect, facts: SettlementFacts) {
  if (result.origin !== 'imported') return tallyEntries(core, contest, result.result, facts);
  const totals = totalsOf(externalTotalsSchema.parse(result.external));
  const settled = engineOf(contest).settleExternal(toJson(result.result), totals, facts);
  if (!settled.ok) throw new Error(`contest ${contest.id} cannot be settled: ${settled.code} ${settled.path}`);
  return { settled: settled.value, chunks: [] };
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
  const { settled, chunks } = await settleAny(core, contest, result, facts);

  return core.inTransaction(async (tx) => {
    const locked = await lockContest(tx, contestId);
    if (locked?.state !== 'certified') return refuse('wrong_state');
    const at = core.clock.now();
    const version = contest.resultVersion;
    // An external contest is settled by whoever sold it; only stakes of our own are in our ledger.
    const postings = result.origin === 'imported' ? [] : settlementPostings(contest, settled, await loadSalesFacts(tx, contestId, at));
    const posted = await postOperation(tx, core.ids, at, { accountId: HOUSE, key: `settle:${contestId}:${version}`, postings });
    if (!posted.ok) throw new Error(`the postings of contest ${contestId} were refused`);
    if (chunks.length > 0)
      await tx.insert(settlementChunk).values(
        chunks.map(({ chunk, first, last, entries, stakeCents }) => ({
          contestId,
          resultVersion: version,
          chunk,
          firstTicketId: first,
          lastTicketId: last,
          entries,
          stakeCents,
        })),
      );
    await tx.insert(prizeTable).values({
      contestId,
      resultVersion: version,
      tiers: settled.tiers,
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
