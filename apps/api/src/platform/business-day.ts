/**
 * The operator's day: Europe/Andorra, half-open [start, next start). 23 or 25 hours long on the nights the clocks change.
 *
 * Example: 2026-10-25 runs from 2026-10-24T22:00Z to 2026-10-25T23:00Z.
 */
export const OPERATOR_ZONE = 'Europe/Andorra';

export type BusinessDay = { readonly date: string; readonly start: Date; readonly end: Date };

const instantOf = (date: Temporal.PlainDate): Date => new Date(date.toZonedDateTime(OPERATOR_ZONE).epochMilliseconds);

/** The business day that an instant falls in. */
export function businessDayOf(instant: Date): BusinessDay {
  const date = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(OPERATOR_ZONE).toPlainDate();
  return { date: date.toString(), start: instantOf(date), end: instantOf(date.add({ days: 1 })) };
}

/** The last instant before `days` whole days after the local date of `from` have passed: claim deadlines end with the day. */
export function endOfDayAfter(from: Date, days: number): Date {
  const date = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(OPERATOR_ZONE).toPlainDate();
  return new Date(instantOf(date.add({ days: days + 1 })).getTime() - 1);
}
