/**
 * Whether someone may play: 18 full years on the operator's calendar day (Law 37/2014, minors are barred from all gambling).
 *
 * Example: born 2008-11-30, may play from 2026-11-30 00:00 in Andorra. Born 2008-02-29, from 2026-03-01.
 */
import { OPERATOR_ZONE } from '../../platform/business-day.ts';

export const LEGAL_AGE = 18;

/** Full years lived on the day in Andorra that `at` falls in; `birthDate` is YYYY-MM-DD. */
export function ageOn(birthDate: string, at: Date): number {
  const today = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(OPERATOR_ZONE).toPlainDate();
  const birth = Temporal.PlainDate.from(birthDate);
  const hadBirthday = today.month > birth.month || (today.month === birth.month && today.day >= birth.day);
  return today.year - birth.year - (hadBirthday ? 0 : 1);
}
