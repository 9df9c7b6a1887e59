/**
 * Another person confirms that a runner goes out, or rejects it. With the confirmation the runner is out of every pool of the event at once: the
 * pools' close locks are taken alone, so a bet that names it is either sold and counted here, or refused (`card_changed`, then
 * `scratched_runner`). There is no way back: the money that was touched is known to players as refunded (incident R05).
 */
import { scratch, scratchProposal, scratchRejection } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { toJson } from '../../platform/json.ts';
import { addAudit } from '../../platform/outbox.ts';
import { closeLockKey, databaseNow, lockContest, moveContest } from '../contests/index.ts';
import { hasHadResult, lockEvent, poolsOn } from './event.store.ts';
import { isTouchable, type PoolTouched, scratchPreview } from './scratch-preview.ts';

export type DecideScratchRefusal = 'scratch_not_found' | 'four_eyes' | 'scratch_decided' | 'runner_already_scratched' | 'result_entered';

export const decideScratch = (
  core: Core,
  actor: string,
  proposalId: string,
  confirm: boolean,
): Promise<Outcome<{ readonly touched: readonly PoolTouched[] }, DecideScratchRefusal>> =>
  core.inTransaction<Outcome<{ readonly touched: readonly PoolTouched[] }, DecideScratchRefusal>>(async (tx) => {
    const [proposal] = await tx.select().from(scratchProposal).where(eq(scratchProposal.id, proposalId));
    if (!proposal) return refuse('scratch_not_found');
    const { eventId, runner, proposedBy, reason } = proposal;
    await lockEvent(tx, eventId);
    const rejected = await tx.select().from(scratchRejection).where(eq(scratchRejection.proposalId, proposalId));
    if (rejected.length > 0) return refuse('scratch_decided');
    const [out] = await tx
      .select()
      .from(scratch)
      .where(and(eq(scratch.eventId, eventId), eq(scratch.runner, runner)));
    if (out) return refuse(out.proposalId === proposalId ? 'scratch_decided' : 'runner_already_scratched');
    if (!confirm) {
      const at = core.clock.now();
      await tx.insert(scratchRejection).values({ proposalId, rejectedBy: actor, at });
      await addAudit(tx, core.ids, at, { actor, action: 'scratch.rejected', subject: eventId, after: { runner } });
      return ok({ touched: [] });
    }
    if (actor === proposedBy) return refuse('four_eyes');
    if (await hasHadResult(tx, eventId)) return refuse('result_entered');
    for (const { contest } of await poolsOn(tx, eventId))
      await tx.execute(sql`SELECT pg_advisory_xact_lock(${closeLockKey(contest.id).toString()}::bigint)`);
    const at = await databaseNow(tx);
    const touched = await scratchPreview(tx, eventId, runner);
    await tx.insert(scratch).values({ eventId, runner, proposalId, proposedBy, confirmedBy: actor, touched: toJson(touched), at });
    const pools = (await poolsOn(tx, eventId)).filter(isTouchable).map(({ contest }) => contest.id);
    for (const id of pools.sort()) {
      const contest = await lockContest(tx, id);
      if (contest)
        await moveContest(tx, core.ids, at, contest, {
          step: 'runner-scratched',
          actors: [proposedBy, actor],
          facts: { eventId, runner, reason },
        });
    }
    await addAudit(tx, core.ids, at, {
      actor,
      action: 'scratch.confirmed',
      subject: eventId,
      after: { runner, proposedBy, touched },
      reason,
    });
    return ok({ touched });
  });
