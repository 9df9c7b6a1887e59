/** Days and deadlines of Andorra, counted by hand: no time-zone database, no code of the platform. Instants are milliseconds since 1970. */

const DAY = 86_400_000;
const HOUR = 3_600_000;

const utc = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day);

/** The last Sunday of a month of 31 days, at 01:00 UTC: when the clocks change. */
function change(year: number, month: number): number {
  const last = utc(year, month, 31);
  return last - new Date(last).getUTCDay() * DAY + HOUR;
}

/** Central European time, an hour more from the last Sunday of March to that of October. */
function offset(instant: number): number {
  const year = new Date(instant).getUTCFullYear();
  return change(year, 3) <= instant && instant < change(year, 10) ? 2 * HOUR : HOUR;
}

/** Number of the local day since 1970. */
export const localDay = (instant: number): number => Math.floor((instant + offset(instant)) / DAY);

/** The first instant of a local day. Clocks never change at midnight here, so one of the two offsets fits. */
export function startOfDay(day: number): number {
  const early = day * DAY - 2 * HOUR;
  return offset(early) === 2 * HOUR ? early : early + HOUR;
}

/** Easter Sunday (Oudin), as a day number. */
function easter(year: number): number {
  const c = Math.floor(year / 100);
  const g = year % 19;
  const h = (c - Math.floor(c / 4) - Math.floor((8 * c + 13) / 25) + 19 * g + 15) % 30;
  const i = h - Math.floor(h / 28) * (1 - Math.floor(29 / (h + 1)) * Math.floor((21 - g) / 11));
  const j = (year + Math.floor(year / 4) + i + 2 - c + Math.floor(c / 4)) % 7;
  const l = i - j;
  const month = 3 + Math.floor((l + 40) / 44);
  return utc(year, month, l + 28 - 31 * Math.floor(month / 4)) / DAY;
}

const HOLIDAYS = ['1/1', '6/1', '14/3', '1/5', '15/8', '8/9', '1/11', '8/12', '25/12', '26/12'];

function closed(day: number): boolean {
  const date = new Date(day * DAY);
  if (date.getUTCDay() === 0 || HOLIDAYS.includes(`${date.getUTCDate()}/${date.getUTCMonth() + 1}`)) return true;
  return [-48, -2, 1, 50].includes(day - easter(date.getUTCFullYear()));
}

/** The last millisecond at which a prize of a draw at that instant can be claimed. */
export function claimEnd(drawsAt: number, days: number, closedDaysExtend: boolean): number {
  let last = localDay(drawsAt) + days;
  while (closedDaysExtend && closed(last)) last += 1;
  return startOfDay(last + 1) - 1;
}
