/**
 * By when a change of the network is told to CRAJ: a foreseen one before it happens, one that nobody foresaw within five working days, a
 * clerk's leaving within five days (Decret 16-12-2020, arts. 17.3, 37). Example: unforeseen on Friday 13 November 2026 at 18:00: by the end of
 * Friday 20 November. Monday to Friday count as working days; a holiday makes the time longer, never shorter, so it is left out here.
 */
import { endOfDayAfter } from '../../../platform/business-day.ts';

export const TELLING = ['before', 'within-five-working-days', 'within-five-days', 'nothing'] as const;
export type Telling = (typeof TELLING)[number];

const SATURDAY = 6;

export function tellBy(telling: Telling, at: Date): Date | null {
  switch (telling) {
    case 'nothing':
      return null;
    case 'before':
      return at;
    case 'within-five-days':
      return endOfDayAfter(at, 5);
    case 'within-five-working-days': {
      let days = 0;
      for (let counted = 0; counted < 5; ) {
        days += 1;
        const day = endOfDayAfter(at, days);
        const weekday = Temporal.Instant.fromEpochMilliseconds(day.getTime()).toZonedDateTimeISO('Europe/Andorra').dayOfWeek;
        if (weekday < SATURDAY) counted += 1;
      }
      return endOfDayAfter(at, days);
    }
  }
}
