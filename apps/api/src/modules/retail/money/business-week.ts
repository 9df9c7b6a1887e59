/** A business week: Monday 00:00 to the next Monday in Andorra, 167 or 169 hours when the clocks change. Example: 2026-10-19 ends at 2026-10-25T23:00Z. */
import { OPERATOR_ZONE } from '../../../platform/business-day.ts';

export type BusinessWeek = { readonly week: string; readonly startsAt: Date; readonly endsAt: Date };

export function businessWeekFrom(monday: string): BusinessWeek {
  const date = Temporal.PlainDate.from(monday);
  const instantOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(OPERATOR_ZONE).epochMilliseconds);
  return { week: date.toString(), startsAt: instantOf(date), endsAt: instantOf(date.add({ weeks: 1 })) };
}

export function businessWeekOf(instant: Date): BusinessWeek {
  const date = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(OPERATOR_ZONE).toPlainDate();
  return businessWeekFrom(date.subtract({ days: date.dayOfWeek - 1 }).toString());
}

export const weekAfter = ({ week }: Pick<BusinessWeek, 'week'>): BusinessWeek =>
  businessWeekFrom(Temporal.PlainDate.from(week).add({ weeks: 1 }).toString());
