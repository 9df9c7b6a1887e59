/** The events that a pool is to stand on, held as they are until it is scheduled: none has started, none was stopped, none has a result. */
import type { Tx } from '@valira/db';
import { eventResultEntry, eventStop, event as eventTable, meeting, runner, scratch } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { asc, eq, inArray } from 'drizzle-orm';
import type { EventKind } from './engine/leg-results.ts';

export type LegWanted = {
  readonly eventId: string;
  /** Of an over/under leg. */
  readonly line?: string | undefined;
};

export type LegEvent = {
  readonly id: string;
  readonly kind: EventKind;
  readonly meeting: string;
  readonly organiser: string;
  readonly competition: string;
  readonly startsAt: Date;
  readonly runners: readonly { readonly number: number; readonly name: string }[];
  readonly line: string | null;
};

export async function readLegEvents(
  tx: Tx,
  wanted: readonly LegWanted[],
  now: Date,
): Promise<Outcome<readonly LegEvent[], 'not_found' | 'event_started'>> {
  const ids = wanted.map(({ eventId }) => eventId);
  await tx.select({ id: eventTable.id }).from(eventTable).where(inArray(eventTable.id, ids)).orderBy(asc(eventTable.id)).for('share');
  const [rows, runners, out, stops, typed] = await Promise.all([
    tx
      .select({ event: eventTable, meeting: meeting.name })
      .from(eventTable)
      .innerJoin(meeting, eq(meeting.id, eventTable.meetingId))
      .where(inArray(eventTable.id, ids)),
    tx.select().from(runner).where(inArray(runner.eventId, ids)).orderBy(asc(runner.number)),
    tx.select({ eventId: scratch.eventId, runner: scratch.runner }).from(scratch).where(inArray(scratch.eventId, ids)),
    tx.select({ eventId: eventStop.eventId }).from(eventStop).where(inArray(eventStop.eventId, ids)),
    tx.select({ eventId: eventResultEntry.eventId }).from(eventResultEntry).where(inArray(eventResultEntry.eventId, ids)),
  ]);
  const legs: LegEvent[] = [];
  for (const [i, { eventId, line = null }] of wanted.entries()) {
    const path = `legs.${i}`;
    const row = rows.find(({ event }) => event.id === eventId);
    if (!row) return refuse('not_found', { path });
    const begun = [...stops, ...typed].some((one) => one.eventId === eventId);
    if (begun || row.event.startsAt <= now) return refuse('event_started', { path });
    const { id, kind, organiser, competition, startsAt } = row.event;
    // A runner that was out before the pool was made is not on its card.
    const standing = runners.filter(
      ({ eventId: of, number }) => of === eventId && !out.some((one) => one.eventId === eventId && one.runner === number),
    );
    legs.push({ id, kind, meeting: row.meeting, organiser, competition, startsAt, runners: standing, line });
  }
  return ok(legs);
}
