/**
 * Changes an event that has no pool yet. When a pool is scheduled its card is frozen and told to the control system; from then on runners only go
 * out (scratch), and the database refuses any other change.
 */
import { contestLeg, event as eventTable, runner } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';
import { type EventRefusal, eventProblem, type NewEvent } from '../contests/index.ts';
import { lockEvent } from './event.store.ts';

export type EventChange = Pick<NewEvent, 'name' | 'organiser' | 'competition' | 'startsAt' | 'runners' | 'andorransTakePart'>;

export const editEvent = (
  core: Core,
  actor: string,
  eventId: string,
  change: EventChange,
): Promise<Outcome<null, EventRefusal | 'event_not_found' | 'event_has_pools'>> =>
  core.inTransaction(async (tx) => {
    const found = await lockEvent(tx, eventId);
    if (!found) return refuse('event_not_found');
    const sold = await tx.select({ id: contestLeg.contestId }).from(contestLeg).where(eq(contestLeg.eventId, eventId)).limit(1);
    if (sold.length > 0) return refuse('event_has_pools');
    const problem = eventProblem(change);
    if (problem) return problem;
    const { name, organiser, competition, startsAt, runners } = change;
    const at = core.clock.now();
    await tx.update(eventTable).set({ name, organiser, competition, startsAt }).where(eq(eventTable.id, eventId));
    await tx.delete(runner).where(eq(runner.eventId, eventId));
    if (runners.length > 0) await tx.insert(runner).values(runners.map((one) => ({ number: one.number, name: one.name, eventId })));
    await addAudit(tx, core.ids, at, {
      actor,
      action: 'event.changed',
      subject: eventId,
      before: { name: found.name, organiser: found.organiser, competition: found.competition, startsAt: found.startsAt },
      after: { name, organiser, competition, startsAt, runners },
    });
    return ok(null);
  });
