/** One person proposes that a runner goes out and sees what it touches. Nothing changes before another one has confirmed. */
import { runner as runnerTable, scratch, scratchProposal, scratchRejection } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, isNull } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { toJson } from '../../platform/json.ts';
import { addAudit } from '../../platform/outbox.ts';
import { hasHadResult, lockEvent } from './event.store.ts';
import { type PoolTouched, scratchPreview } from './scratch-preview.ts';

export type ScratchRefusal = 'event_not_found' | 'runner_unknown' | 'runner_already_scratched' | 'result_entered' | 'scratch_pending';

export type Proposed = { readonly proposalId: string; readonly touched: readonly PoolTouched[] };

export const proposeScratch = (
  core: Core,
  actor: string,
  { eventId, runner, reason }: { readonly eventId: string; readonly runner: number; readonly reason: string },
): Promise<Outcome<Proposed, ScratchRefusal>> =>
  core.inTransaction<Outcome<Proposed, ScratchRefusal>>(async (tx) => {
    const event = await lockEvent(tx, eventId);
    if (!event) return refuse('event_not_found');
    const [known] = await tx
      .select()
      .from(runnerTable)
      .where(and(eq(runnerTable.eventId, eventId), eq(runnerTable.number, runner)));
    // The sides of a match are no runners: a match without one of them is void.
    if (!known || event.kind === 'match') return refuse('runner_unknown', { path: 'runner' });
    const [out] = await tx
      .select()
      .from(scratch)
      .where(and(eq(scratch.eventId, eventId), eq(scratch.runner, runner)));
    if (out) return refuse('runner_already_scratched', { path: 'runner' });
    if (await hasHadResult(tx, eventId)) return refuse('result_entered');
    const [pending] = await tx
      .select({ id: scratchProposal.id })
      .from(scratchProposal)
      .leftJoin(scratchRejection, eq(scratchRejection.proposalId, scratchProposal.id))
      .where(and(eq(scratchProposal.eventId, eventId), eq(scratchProposal.runner, runner), isNull(scratchRejection.proposalId)));
    if (pending) return refuse('scratch_pending', { path: 'runner' });
    const touched = await scratchPreview(tx, eventId, runner);
    const proposalId = core.ids.next();
    const at = core.clock.now();
    await tx.insert(scratchProposal).values({ id: proposalId, eventId, runner, reason, preview: toJson(touched), proposedBy: actor, at });
    await addAudit(tx, core.ids, at, { actor, action: 'scratch.proposed', subject: eventId, after: { runner, touched }, reason });
    return ok({ proposalId, touched });
  });
