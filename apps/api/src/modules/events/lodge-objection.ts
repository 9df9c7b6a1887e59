/** An objection against the result of an event is recorded, with who lodged it. While it is open the result cannot become official. */
import { objection } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';
import { lockEvent, standingResult } from './event.store.ts';

export type Lodged = { readonly eventId: string; readonly lodgedBy: string; readonly reason: string };

/** The value is the objection's id. */
export const lodgeObjection = (core: Core, actor: string, lodged: Lodged): Promise<Outcome<string, 'event_not_found' | 'no_result'>> =>
  core.inTransaction(async (tx) => {
    const { eventId, lodgedBy, reason } = lodged;
    if (!(await lockEvent(tx, eventId))) return refuse('event_not_found');
    if (!(await standingResult(tx, eventId))) return refuse('no_result');
    const id = core.ids.next();
    const at = core.clock.now();
    await tx.insert(objection).values({ id, eventId, lodgedBy, reason, recordedBy: actor, at });
    await addAudit(tx, core.ids, at, { actor, action: 'objection.lodged', subject: eventId, after: { objection: id, lodgedBy }, reason });
    return ok(id);
  });
