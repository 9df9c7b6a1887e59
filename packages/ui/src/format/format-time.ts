/**
 * Moments and time left, in words.
 *
 * Every moment is shown in Europe/Andorra, wherever the reader's device thinks it is: draws close on Andorran clocks.
 * Time left is floored, so that "1 min" never promises more than a minute: 3 h 18 min 59 s is `3 h 18 min`, 9 min 40 s
 * is told to the second (under ten minutes), 47 h is `47 h`, from two days on it is days.
 */
export const TIME_ZONE = 'Europe/Andorra';

export type MomentStyle = 'time' | 'time-seconds' | 'day' | 'day-time' | 'date' | 'full' | 'receipt';

const styles: Record<MomentStyle, Intl.DateTimeFormatOptions> = {
  time: { hour: '2-digit', minute: '2-digit' },
  'time-seconds': { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  'day-time': { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  date: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  full: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  receipt: { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
};

const formats = new Map<string, Intl.DateTimeFormat>();

/** `at`: milliseconds since the epoch, or an RFC 3339 instant. */
export function formatMoment(at: number | string, locale: string, style: MomentStyle): string {
  const key = `${locale} ${style}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...styles[style], timeZone: TIME_ZONE, hourCycle: 'h23' });
    formats.set(key, format);
  }
  const text = format.format(typeof at === 'number' ? at : Date.parse(at));
  // Timetables say "ds. 14 nov.", not "ds., 14 de nov.".
  return locale.startsWith('ca') ? text.replace(/(\p{L}\.),/u, '$1').replace(/ d(?:e |’|')(?=\p{L})/gu, ' ') : text;
}

/** Calendar day in Andorra, `2026-11-14`, to tell "today" from other days. */
export const dayInAndorra = (at: number | string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    typeof at === 'number' ? at : Date.parse(at),
  );

export type TimeLeft =
  | { readonly unit: 'days'; readonly days: number }
  | { readonly unit: 'hours'; readonly hours: number }
  | { readonly unit: 'hours-minutes'; readonly hours: number; readonly minutes: number }
  | { readonly unit: 'minutes'; readonly minutes: number }
  | { readonly unit: 'minutes-seconds'; readonly minutes: number; readonly seconds: number }
  | { readonly unit: 'seconds'; readonly seconds: number }
  | { readonly unit: 'over' };

export function timeLeft(leftMs: number): TimeLeft {
  const seconds = Math.floor(leftMs / 1000);
  if (seconds <= 0) return { unit: 'over' };
  if (seconds < 60) return { unit: 'seconds', seconds };
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return { unit: 'minutes-seconds', minutes, seconds: seconds % 60 };
  if (minutes < 60) return { unit: 'minutes', minutes };
  const hours = Math.floor(minutes / 60);
  if (hours < 10) return { unit: 'hours-minutes', hours, minutes: minutes % 60 };
  if (hours < 48) return { unit: 'hours', hours };
  return { unit: 'days', days: Math.floor(hours / 24) };
}
