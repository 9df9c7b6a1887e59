/**
 * Declares the result of an event official: by the second who typed it or by a third person, a corrected one by somebody who typed none of it. Not
 * while an objection is open. With it every pool whose legs are all official has its result.
 */
import { eventOfficial } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';
import { checkEventResult } from './check-event-result.ts';
import { decidePoolsOn } from './decide-pools.ts';
import { hasOpenObjection, lockEvent, poolsOn, standingResult } from './event.store.ts';

export type OfficialRefusal = 'event_not_found' | 'no_result' | 'already_official' | 'objection_open' | 'four_eyes' | 'invalid_result';

export const makeOfficial = (core: Core, eventId: string, official: string, version: number): Promise<Outcome<null, OfficialRefusal>> =>
  core.inTransaction<Outcome<null, OfficialRefusal>>(async (tx) => {
    const event = await lockEvent(tx, eventId);
    if (!event) return refuse('event_not_found');
    const standing = await standingResult(tx, eventId);
    if (standing?.version !== version) return refuse('no_result', { path: 'version' });
    if (standing.official) return refuse('already_official');
    if (await hasOpenObjection(tx, eventId)) return refuse('objection_open');
    const { enteredBy } = standing;
    if (version > 1 ? enteredBy.includes(official) : enteredBy[0] === official) return refuse('four_eyes');
    const checked = await checkEventResult(tx, event, await poolsOn(tx, eventId), standing.result);
    if (!checked.ok) return checked;
    const at = core.clock.now();
    await tx.insert(eventOfficial).values({ eventId, version, enteredBy: [...enteredBy], officialBy: official, at });
    await addAudit(tx, core.ids, at, { actor: official, action: 'event.official', subject: eventId, after: { version } });
    await decidePoolsOn(tx, core, eventId);
    return ok(null);
  });
