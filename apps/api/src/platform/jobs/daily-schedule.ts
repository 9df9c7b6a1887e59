/**
 * Which moment a daily run belongs to, in the business's own time zone, on days that have 23 or 25 hours too (R33).
 *
 * A run is named by its business date, never by the moment that fired it. Example, zone Europe/Andorra, at 02:30:
 * 2026-03-28 → 01:30Z; 2026-03-29, where 02:30 does not exist → 01:30Z (03:30 on the clock); 2026-10-25, where it exists twice →
 * 00:30Z, the first. Each date has exactly one moment. A draw at 21:00 is at 19:00Z on 2026-10-24 and at 20:00Z on 2026-10-25.
 */
export const BUSINESS_ZONE = 'Europe/Andorra';

/** The moment `date`'s run is due, `at` being the wall clock of `zone`. */
export function dueAt(date: Temporal.PlainDate, at: Temporal.PlainTime, zone: string = BUSINESS_ZONE): Temporal.Instant {
  return date.toZonedDateTime({ timeZone: zone, plainTime: at }).toInstant();
}

/** The business dates whose run was due in the `days` dates up to `now`, oldest first. */
export function datesDue(now: Temporal.Instant, at: Temporal.PlainTime, days: number, zone: string = BUSINESS_ZONE): Temporal.PlainDate[] {
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const dates = Array.from({ length: days }, (_, index) => today.subtract({ days: days - 1 - index }));
  return dates.filter((date) => Temporal.Instant.compare(dueAt(date, at, zone), now) <= 0);
}
