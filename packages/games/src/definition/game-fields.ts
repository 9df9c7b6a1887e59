/** What every game states, whatever its family: names, price, calendar, sale windows, limits, claims, prizes. */
import { minorDigits } from '@valira/money';
import { identifier, positiveCentsText, prizePlan } from '@valira/prizes';
import { z } from 'zod';

/** Texts for players in the four languages of the rules. */
export const localized = z.strictObject({ ca: z.string().min(1), es: z.string().min(1), fr: z.string().min(1), en: z.string().min(1) });
export type Localized = z.output<typeof localized>;
export type Language = keyof Localized;

const currencies = Object.keys(minorDigits) as [keyof typeof minorDigits, ...(keyof typeof minorDigits)[]];

const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

/** A calendar day that exists, as 2026-03-29. */
const calendarDay = z.string().refine((text) => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}, 'a day that exists, as 2026-03-29');

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day, as 21:00');

/** When draws take place, in local time of `timeZone`; instants are computed where a time-zone database is at hand. */
const drawRule = z.strictObject({
  timeZone: z.string().regex(/^[A-Za-z]+(\/[A-Za-z_+-]+)+$|^UTC$/, 'an IANA time zone'),
  /** ISO weekday 1 (Monday) to 7. A game with one draw only leaves it empty and lists the day in `extra`. */
  weekly: z.array(z.strictObject({ weekday: z.int().min(1).max(7), time: clockTime })).default([]),
  from: calendarDay,
  until: calendarDay.optional(),
  except: z.array(calendarDay).default([]),
  extra: z.array(z.strictObject({ day: calendarDay, time: clockTime })).default([]),
});
export type DrawRule = z.output<typeof drawRule>;

const saleWindow = z.strictObject({
  opensDaysBefore: z.int().min(0).max(400),
  closesMinutesBefore: z
    .int()
    .min(0)
    .max(60 * 24 * 14),
  /** Minutes after the sale in which the buyer may cancel; 0 = never. */
  cancelMinutes: z.int().min(0).max(60).default(0),
});

const saleLimits = z.strictObject({
  maxEntries: z.int().min(1).max(1000),
  maxLines: z.int().min(1).max(1_000_000),
  maxDraws: z.int().min(1).max(156),
  maxStakeCents: positiveCentsText,
});

export const claimPeriod = z.strictObject({
  days: z.int().min(1).max(3660),
  /** Whether a last day on which claims offices are closed moves to the next open one. */
  closedDays: z.enum(['count', 'extend']),
});

/** Draws with a name that rules refer to, found by their number: every 5th, counted from `offset`. */
const occasion = z.strictObject({ name: identifier, everyDraws: z.int().min(1), offset: z.int().min(0) });

export const gameFields = {
  schema: z.literal(1),
  id: identifier,
  version: z.int().min(1),
  name: localized,
  currency: z.enum(currencies),
  draws: drawRule,
  sales: saleWindow,
  limits: saleLimits,
  claim: claimPeriod,
  occasions: z.array(occasion).default([]),
  /** Facts that nobody has confirmed yet; a product with any of these cannot be approved for sale. */
  unconfirmed: z.array(z.strictObject({ path: z.string(), note: z.string().min(1) })).default([]),
};

/** What each separately priced part of a game has: the main game and its add-ons. */
export const partFields = {
  unitPriceCents: positiveCentsText,
  /** Multiples of the unit that a ticket may stake per line. */
  units: z.array(z.int().min(1).max(1000)).min(1).default([1]),
  prizes: prizePlan,
};

/** Hits that win: one count, or several; JSON may write a single count without brackets. */
const oneOrMore = z.codec(z.union([z.int().min(0), z.array(z.int().min(0)).min(1)]), z.array(z.int().min(0)).min(1), {
  decode: (hits) => (Array.isArray(hits) ? hits : [hits]),
  encode: (hits) => hits,
});
export const hitCounts = z.record(identifier, oneOrMore);
