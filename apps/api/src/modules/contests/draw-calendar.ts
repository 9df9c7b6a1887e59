/**
 * When a game's draws take place: the calendar rule of its definition as instants, by the time-zone database.
 *
 * Draws keep their local time over both clock changes: Saturdays at 21:00 in Andorra are 19:00Z on 2026-10-24 and 20:00Z a week later. A
 * local time that a night skips is taken an hour later, one that comes twice the first time. Sales open with the first minute of their
 * local day and close a fixed number of minutes before the draw.
 */
import type { DrawRule, GameDefinition } from '@valira/games';

export type DrawOccurrence = { readonly opensAt: Date; readonly closesAt: Date; readonly drawsAt: Date };

const MINUTE_MS = 60_000;
const LONGEST_SEARCH_DAYS = 400;

const instantOf = (moment: Temporal.ZonedDateTime): Date => new Date(moment.epochMilliseconds);

/** Local times of the draws on one day, in order. */
function timesOn({ weekly, from, until, except, extra }: DrawRule, day: Temporal.PlainDate): string[] {
  const text = day.toString();
  const regular =
    text < from || (until !== undefined && text > until) || except.includes(text)
      ? []
      : weekly.filter(({ weekday }) => weekday === day.dayOfWeek);
  const special = extra.filter((one) => one.day === text);
  return [...regular, ...special].map(({ time }) => time).sort();
}

/** The next `count` draws whose time is after `after`; fewer when the calendar ends or names none within 400 days. */
export function drawOccurrences({ draws, sales }: Pick<GameDefinition, 'draws' | 'sales'>, after: Date, count: number): DrawOccurrence[] {
  const { timeZone } = draws;
  const found: DrawOccurrence[] = [];
  let day = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  for (let looked = 0; looked <= LONGEST_SEARCH_DAYS && found.length < count; looked += 1) {
    for (const time of timesOn(draws, day)) {
      const drawsAt = instantOf(day.toZonedDateTime({ timeZone, plainTime: time }));
      if (drawsAt <= after || found.length === count) continue;
      found.push({
        drawsAt,
        closesAt: new Date(drawsAt.getTime() - sales.closesMinutesBefore * MINUTE_MS),
        opensAt: instantOf(day.subtract({ days: sales.opensDaysBefore }).toZonedDateTime(timeZone)),
      });
    }
    day = day.add({ days: 1 });
  }
  return found;
}
