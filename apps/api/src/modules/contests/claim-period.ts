/**
 * Until when a prize can be claimed: the end of the local day so many days after the draw. Where the game's rules let closed days extend the period,
 * a last day on which the operator's desk is closed moves to the next open one (R20).
 *
 * Closed are Sundays and the public holidays of Andorra. Example: 90 days after 2026-12-26 is Friday 2027-03-26, Good Friday; Saturday is open:
 * claimed until 2027-03-27 23:59:59.999.
 */
import { businessDayOf, endOfDayAfter } from '../../platform/business-day.ts';
import type { ContestEngine } from './engine/contest-engine.ts';

/** Month and day of the holidays with a fixed date. */
const FIXED = new Set(['01-01', '01-06', '03-14', '05-01', '08-15', '09-08', '11-01', '12-08', '12-25', '12-26']);
/** Days from Easter Sunday: carnival Monday, Good Friday, Easter Monday, Whit Monday. */
const FROM_EASTER = new Set([-48, -2, 1, 50]);

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): Temporal.PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return new Temporal.PlainDate(year, Math.floor(n / 31), (n % 31) + 1);
}

export function isClosedDay(date: Temporal.PlainDate): boolean {
  return (
    date.dayOfWeek === 7 ||
    FIXED.has(date.toString().slice(5)) ||
    FROM_EASTER.has(easterSunday(date.year).until(date, { largestUnit: 'days' }).days)
  );
}

export function claimPeriodEnd(
  drawsAt: Date,
  { claimDays, closedDaysExtend }: Pick<ContestEngine, 'claimDays' | 'closedDaysExtend'>,
): Date {
  const last = Temporal.PlainDate.from(businessDayOf(drawsAt).date).add({ days: claimDays });
  let open = last;
  while (closedDaysExtend && isClosedDay(open)) open = open.add({ days: 1 });
  return endOfDayAfter(drawsAt, claimDays + last.until(open, { largestUnit: 'days' }).days);
}
