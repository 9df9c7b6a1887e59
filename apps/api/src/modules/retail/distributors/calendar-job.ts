/** Each morning: what has to be renewed, what has ended, and what of the network CRAJ should have been told, as alarms until it is done. */
import { networkCalendarRun, networkChange } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { and, count, eq, isNull, lte } from 'drizzle-orm';
import { z } from 'zod';
import { businessDayOf } from '../../../platform/business-day.ts';
import type { Core } from '../../../platform/core.ts';
import { type DailySchedule, defineJob, type HandledJob, PATIENT } from '../../../platform/jobs/index.ts';
import { licenceCalendar } from './licence-calendar.ts';

const networkCalendarJob = defineJob({
  name: 'network.calendar',
  lane: 'background',
  schema: z.object({ date: z.iso.date() }),
  key: ({ date }) => date,
  retry: PATIENT,
});

export type CalendarAlarm =
  | {
      readonly alarm: 'renewal-due' | 'licence-ended';
      readonly kind: string;
      readonly number: string;
      readonly holder: string;
      readonly endsAt: string;
    }
  | { readonly alarm: 'change-not-told'; readonly changes: number };

export async function calendarAlarms(core: Pick<Core, 'db' | 'clock'>): Promise<readonly CalendarAlarm[]> {
  const now = core.clock.now();
  const entries = await licenceCalendar(core.db, now);
  const [late] = await core.db
    .select({ changes: count() })
    .from(networkChange)
    .where(and(isNull(networkChange.toldAt), lte(networkChange.tellBy, now)));
  return [
    ...entries.flatMap(({ kind, number, holder, endsAt, state }): CalendarAlarm[] =>
      state === 'in-force'
        ? []
        : [{ alarm: state === 'due' ? 'renewal-due' : 'licence-ended', kind, number, holder, endsAt: endsAt.toISOString() }],
    ),
    ...(late && late.changes > 0 ? [{ alarm: 'change-not-told' as const, changes: late.changes }] : []),
  ];
}

export const networkCalendarSchedule = (core: Core): DailySchedule => ({
  name: 'network calendar',
  at: Temporal.PlainTime.from('07:00'),
  message: (date) => networkCalendarJob.message({ date: date.toString() }),
  // Looked at once a day; a day that is over is not looked at afterwards.
  isDone: async (date) => {
    if (date.toString() < businessDayOf(core.clock.now()).date) return true;
    return (await core.db.select().from(networkCalendarRun).where(eq(networkCalendarRun.businessDay, date.toString()))).length > 0;
  },
});

export const networkCalendarHandler = (core: Core, alarm: (facts: object) => void): HandledJob =>
  networkCalendarJob.handledBy(async ({ date }) => {
    const alarms = await calendarAlarms(core);
    for (const one of alarms) alarm(one);
    const run = { businessDay: date, alarms: alarms.length, at: core.clock.now() };
    await core.db.insert(networkCalendarRun).values(run).onConflictDoNothing();
    return ok(null);
  });
