/**
 * Stops bets on an event: somebody saw the start. Every open pool with the event in any of its legs closes at this instant of the database's clock;
 * whatever was let in before is committed by then and nothing is let in after (incident R04). When nobody presses, each pool closes by itself
 * at the scheduled start.
 */
import { eventStop } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Core } from '../../platform/core.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { addAudit } from '../../platform/outbox.ts';
import { closeContest, databaseNow } from '../contests/index.ts';
import { lockEvent, poolsOn } from './event.store.ts';

export type Stopped = { readonly at: Date; readonly closed: readonly string[] };

export const stopEvent = (
  core: Core,
  stop: { readonly eventId: string; readonly actor: string; readonly source: string },
): Promise<Outcome<Stopped, 'event_not_found' | 'already_stopped'>> =>
  core.inTransaction(async (tx) => {
    const { eventId, actor, source } = stop;
    if (!(await lockEvent(tx, eventId))) return refuse('event_not_found');
    const within = coreWithin(core, tx);
    const closed: string[] = [];
    for (const { contest } of await poolsOn(tx, eventId)) {
      if (contest.state !== 'open') continue;
      const answer = await closeContest(within, contest.id, { actor, source });
      if (answer.ok) closed.push(contest.id);
      else if (answer.code !== 'wrong_state') throw new Error(`pool ${contest.id} does not close: ${answer.code}`);
    }
    const at = await databaseNow(tx);
    const added = await tx
      .insert(eventStop)
      .values({ eventId, source, actor, at })
      .onConflictDoNothing()
      .returning({ id: eventStop.eventId });
    if (added.length === 0) return refuse('already_stopped');
    await addAudit(tx, core.ids, at, { actor, action: 'event.stopped', subject: eventId, after: { source, closed } });
    return ok({ at, closed });
  });
