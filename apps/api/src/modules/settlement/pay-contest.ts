/**
 * Pays a reconciled contest stretch by stretch and publishes it when every stretch is paid and the sum is the prize table's.
 *
 * Draws are graded from the stored table. A pool's prices depend on the whole pool, so its grader comes from a new tally, which must
 * give the stored table again.
 */
import { contestResult, paymentChunk, prizeTable, recallChunk } from '@valira/db/schema';
import type { TierRow } from '@valira/games/verifiable';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { canonicalText, toJson } from '../../platform/json.ts';
import { type Contest, engineCache, findContest, type Grader, lockContest, moveContest, SYSTEM } from '../contests/index.ts';
import { settlementFacts } from '../results/index.ts';
import { gradeChunk, payChunk } from './pay-chunk.ts';
import { type Chunk, NotAsSealed, waitingChunks } from './sealed-chunks.ts';
import { sealedDifference } from './sealed-interval.ts';
import { tallyEntries } from './settle-contest.ts';
import { strangeAward } from './strange-award.ts';

const engineOf = engineCache();

async function graderOf(core: Core, contest: Contest, tiers: readonly TierRow[]): Promise<Grader> {
  const [result] = await core.db
    .select()
    .from(contestResult)
    .where(and(eq(contestResult.contestId, contest.id), eq(contestResult.version, contest.resultVersion)));
  const stored = engineOf(contest).graderOf(toJson(result?.result), tiers);
  if (stored) return stored;
  const facts = await settlementFacts(core.db, contest);
  if (!facts) throw new Error(`contest ${contest.id} is settled, yet not the one before`);
  const { settled } = await tallyEntries(core, contest, result?.result, facts);
  if (canonicalText(settled.tiers) !== canonicalText(tiers)) throw new Error(`contest ${contest.id} settles to another table than before`);
  return settled;
}

export async function payContest(
  core: Core,
  contestId: string,
): Promise<Outcome<null, 'contest_not_found' | 'wrong_state' | 'not_as_sealed'>> {
  const contest = await findContest(core.db, contestId);
  if (!contest) return refuse('contest_not_found');
  if (contest.state !== 'reconciled') return refuse('wrong_state');
  const version = contest.resultVersion;
  const [table] = await core.db
    .select()
    .from(prizeTable)
    .where(and(eq(prizeTable.contestId, contestId), eq(prizeTable.resultVersion, version)));
  if (!table) throw new Error(`contest ${contestId} is reconciled without a prize table`);
  const waiting = await waitingChunks(core.db, contestId, version);
  if (waiting.length > 0) {
    const grader = await graderOf(core, contest, table.tiers as TierRow[]).catch((error: unknown) => {
      if (error instanceof NotAsSealed) return null;
      throw error;
    });
    if (!grader) return refuse('not_as_sealed', { facts: await sealedDifference(core, contestId) });
    const judge = async (chunk: Chunk | undefined) => {
      if (!chunk) return null;
      const leaves = new Map<string, Uint8Array>();
      const awards = await gradeChunk(core, contest, chunk, grader, leaves);
      return { chunk, awards, strange: await strangeAward(core, contestId, chunk, awards, leaves) };
    };
    // A stretch is judged while the one before it is paid.
    let next = judge(waiting[0]);
    for (let i = 1; ; i += 1) {
      const judged = await next;
      if (!judged) break;
      if (judged.strange) return refuse('not_as_sealed', { facts: judged.strange });
      next = judge(waiting[i]);
      // Should the payment fail, what was judged meanwhile is nobody's failure.
      next.catch(() => undefined);
      await payChunk(core, contest, judged.chunk, judged.awards);
    }
  }
  return core.inTransaction(async (tx) => {
    const locked = await lockContest(tx, contestId);
    if (locked?.state !== 'reconciled' || locked.resultVersion !== version) return refuse('wrong_state');
    const [paid] = await tx
      .select({ amount: sql<string>`coalesce(sum(${paymentChunk.amountCents}), 0)` })
      .from(paymentChunk)
      .where(and(eq(paymentChunk.contestId, contestId), eq(paymentChunk.resultVersion, version)));
    const [recalled] = await tx
      .select({
        recalledCents: sql<string>`coalesce(sum(${recallChunk.recalledCents}), 0)`,
        keptCents: sql<string>`coalesce(sum(${recallChunk.keptCents}), 0)`,
      })
      .from(recallChunk)
      .where(and(eq(recallChunk.contestId, contestId), eq(recallChunk.resultVersion, version)));
    const due = paidElsewhere(contest, table) ? 0n : table.prizesCents + table.refundsCents;
    // Each that was paid was sealed: then one that should have been is gone or no longer wins.
    if (BigInt(paid?.amount ?? 0) !== due) return refuse('not_as_sealed', { facts: await sealedDifference(core, contestId) });
    await moveContest(tx, core.ids, core.clock.now(), locked, {
      step: 'paid',
      to: 'published',
      actors: [SYSTEM],
      facts: { paidCents: due, ...(version > 1 && recalled) },
    });
    return ok(null);
  });
}

/** Of a contest that others hold the table is theirs, unless it has the winners of our own tickets beside it. */
const paidElsewhere = (contest: Contest, { commonTiers }: Pick<typeof prizeTable.$inferSelect, 'commonTiers'>): boolean =>
  contest.source === 'external' && commonTiers === null;
