/**
 * Writes an event with its runners, in the meeting of that name and day.
 *
 * Every event names its organiser and its competition (art. 3.6.b). One in which Andorran athletes or entities take part is refused, so no bet on
 * it can ever be offered (Law 7.10); the database refuses the row too.
 */
import type { Tx } from '@valira/db';
import { event as eventTable, meeting as meetingTable, runner } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import { businessDayOf } from '../../platform/business-day.ts';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';
import type { EventKind } from './engine/leg-results.ts';

export type NewEvent = {
  readonly kind: EventKind;
  readonly name: string;
  readonly meeting: string;
  /** Where the meeting is held; its name where nobody says. */
  readonly place?: string | undefined;
  readonly organiser: string;
  readonly competition: string;
  readonly startsAt: Date;
  readonly runners: readonly { readonly number: number; readonly name: string }[];
  readonly andorransTakePart?: boolean | undefined;
};

export type AddedEvent = { readonly eventId: string; readonly meetingId: string };
export type EventRefusal = 'event_incomplete' | 'andorrans_take_part' | 'invalid_input';

/** What is wrong with an event as it was given; null when nothing is. */
export function eventProblem({
  organiser,
  competition,
  runners,
  andorransTakePart,
}: Pick<NewEvent, 'organiser' | 'competition' | 'runners' | 'andorransTakePart'>) {
  if (organiser.trim() === '') return refuse('event_incomplete', { path: 'organiser' });
  if (competition.trim() === '') return refuse('event_incomplete', { path: 'competition' });
  if (andorransTakePart) return refuse('andorrans_take_part', { path: 'andorransTakePart', facts: { article: '7.10' } });
  if (new Set(runners.map(({ number }) => number)).size !== runners.length)
    return refuse('invalid_input', { path: 'runners', facts: { reason: 'a number twice' } });
  return null;
}

async function meetingOf(tx: Tx, core: Core, actor: string, at: Date, { meeting: name, place, startsAt }: NewEvent): Promise<string> {
  const day = businessDayOf(startsAt).date;
  await tx
    .insert(meetingTable)
    .values({ id: core.ids.next(), name, place: place ?? name, day, createdBy: actor, createdAt: at })
    .onConflictDoNothing();
  const [found] = await tx
    .select({ id: meetingTable.id })
    .from(meetingTable)
    .where(and(eq(meetingTable.name, name), eq(meetingTable.day, day)));
  if (!found) throw new Error(`meeting ${name} of ${day} vanished`);
  return found.id;
}

export async function addEvent(tx: Tx, core: Core, actor: string, wanted: NewEvent): Promise<Outcome<AddedEvent, EventRefusal>> {
  const eventId = core.ids.next();
  return eventProblem(wanted) ?? ok({ eventId, meetingId: await writeEvent(tx, core, actor, eventId, wanted) });
}

/** An event that `eventProblem` has nothing against; answers its meeting. */
export async function writeEvent(tx: Tx, core: Core, actor: string, eventId: string, wanted: NewEvent): Promise<string> {
  const at = core.clock.now();
  const meetingId = await meetingOf(tx, core, actor, at, wanted);
  const { kind, name, organiser, competition, startsAt, runners } = wanted;
  await tx.insert(eventTable).values({ id: eventId, meetingId, kind, name, organiser, competition, startsAt, createdAt: at });
  if (runners.length > 0) await tx.insert(runner).values(runners.map((one) => ({ number: one.number, name: one.name, eventId })));
  await addAudit(tx, core.ids, at, {
    actor,
    action: 'event.created',
    subject: eventId,
    after: { kind, name, organiser, competition, startsAt, runners: runners.length, andorransTakePart: false },
  });
  return meetingId;
}
