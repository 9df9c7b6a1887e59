/**
 * Pays every stake of a void contest back, stretch by stretch, from the sealed entries: players are credited, shop tickets become payable,
 * cancelled tickets have had theirs. A ticket for several contests gets this contest's stake and keeps the others.
 *
 * Done when the stretches are paid and their sum is what was sealed; runs again after a crash where it stopped, and beside another worker.
 */
import { paymentChunk, seal } from '@valira/db/schema';
import { cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { findContest, type Grader } from '../contests/index.ts';
import { gradeChunk, payChunk } from './pay-chunk.ts';
import { readSealed, storeChunks, waitingChunks } from './sealed-chunks.ts';

const STAKES_BACK: Grader = { grade: (_, stakeCents) => ({ prizeCents: cents(0n), refundCents: cents(stakeCents), shares: [] }) };

export type Refunded = { readonly tickets: number; readonly refundedCents: bigint };

export async function refundContest(core: Core, contestId: string): Promise<Outcome<Refunded, 'contest_not_found' | 'wrong_state'>> {
  const contest = await findContest(core.db, contestId);
  if (!contest) return refuse('contest_not_found');
  if (contest.state !== 'voiding') return refuse('wrong_state');
  const [sealed] = await core.db.select().from(seal).where(eq(seal.contestId, contestId));
  // Never opened: nothing was sold, so there was nothing to seal.
  if (!sealed) return ok({ tickets: 0, refundedCents: 0n });
  const chunks = await readSealed(core, contestId, () => undefined);
  await core.inTransaction((tx) => storeChunks(tx, contestId, contest.resultVersion, chunks));
  for (const chunk of await waitingChunks(core.db, contestId, contest.resultVersion))
    await payChunk(core, contest, chunk, await gradeChunk(core, contest, chunk, STAKES_BACK));
  const [paid] = await core.db
    .select({
      amount: sql<string>`coalesce(sum(${paymentChunk.amountCents}), 0)`,
      tickets: sql<string>`coalesce(sum(${paymentChunk.prizes}), 0)`,
    })
    .from(paymentChunk)
    .where(and(eq(paymentChunk.contestId, contestId), eq(paymentChunk.resultVersion, contest.resultVersion)));
  const refundedCents = BigInt(paid?.amount ?? 0);
  if (refundedCents !== sealed.stakeCents)
    throw new Error(`contest ${contestId} paid ${refundedCents} cents back, sealed were ${sealed.stakeCents}`);
  return ok({ tickets: Number(paid?.tickets ?? 0), refundedCents });
}
