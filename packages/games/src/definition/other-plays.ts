/** The families beside matrix games: keno, digits, pre-assigned numbers, raffle codes. */
import { identifier, positiveCentsText } from '@valira/prizes';
import { z } from 'zod';
import { localized, partFields } from './game-fields.ts';

/**
 * Keno: the player marks s of `spots` numbers and `drawn` are drawn; each s has its own prizes, and few hits may win too.
 * Example: 10 marked of 80, 20 drawn, 0 hits pays 3.00 on 1.00.
 */
export const kenoPlay = {
  family: z.literal('keno'),
  ...partFields,
  spots: z.int().min(10).max(128),
  drawn: z.int().min(1).max(60),
  minMarks: z.int().min(1).max(20),
  maxMarks: z.int().min(1).max(20),
  wins: z.array(z.strictObject({ tier: identifier, marks: z.int().min(1).max(20), hits: z.int().min(0).max(20) })).min(1),
};

/** How a digit bet wins; `series` also asks for the ticket's series to be the drawn one. */
const digitMatch = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('exact'), series: z.boolean().default(false) }),
  /** `orders` narrows it to bets whose digits have that many different orders: 6 for 427, 3 for 422. */
  z.strictObject({ kind: z.literal('any-order'), orders: z.int().min(1).optional(), series: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('first'), digits: z.int().min(1).max(9), series: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('last'), digits: z.int().min(1).max(9), series: z.boolean().default(false) }),
]);

/**
 * Digits: ordered digits and bets on them. Within a group a bet wins its first matching tier in the order of `wins`.
 * Example: 427 bet in any order wins when 274 is drawn. `repeats` says whether a digit may be drawn twice.
 */
export const digitsPlay = {
  family: z.literal('digits'),
  ...partFields,
  positions: z.int().min(1).max(9),
  repeats: z.enum(['allowed', 'forbidden']),
  /** Series printed on tickets, 1 … count; 0 = none. */
  seriesCount: z.int().min(0).max(9999).default(0),
  /** Whether the digits are the player's choice or assigned when the ticket is issued. */
  chosenBy: z.enum(['player', 'issuer']),
  bets: z.array(z.strictObject({ id: identifier, name: localized })).min(1),
  wins: z.array(z.strictObject({ tier: identifier, bet: identifier, group: identifier.default('line'), match: digitMatch })).min(1),
};

/** How a pre-assigned number wins against an extraction. */
const numberMatch = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('number') }),
  /** The number before and the one after, around the end of the range. */
  z.strictObject({ kind: z.literal('neighbour') }),
  /** Same leading digits: with 2 of 5 digits left free, the hundred of the number. */
  z.strictObject({ kind: z.literal('block'), freeDigits: z.int().min(1).max(8) }),
  z.strictObject({ kind: z.literal('ending'), digits: z.int().min(1).max(8) }),
  /** The one fraction of one series of the number. */
  z.strictObject({ kind: z.literal('fraction') }),
]);

/**
 * Pre-assigned tickets: a stock of numbers in series and fractions; a number may win several prizes.
 * Example: 100,000 numbers, 10 fractions each; `gordo` draws one number of five digits.
 */
export const preassignedPlay = {
  family: z.literal('preassigned'),
  ...partFields,
  digits: z.int().min(2).max(8),
  /** Numbers 0 … numbers − 1. */
  numbers: z.int().min(10).max(100_000_000),
  seriesCount: z.int().min(1).max(9999),
  fractionCount: z.int().min(1).max(100),
  /** What is drawn: `count` values of `digits` digits; with `fraction`, also a series and a fraction. */
  extractions: z
    .array(
      z.strictObject({
        id: identifier,
        count: z.int().min(1).max(10_000),
        digits: z.int().min(1).max(8),
        fraction: z.boolean().default(false),
      }),
    )
    .min(1),
  wins: z
    .array(
      z.strictObject({
        tier: identifier,
        extraction: identifier,
        match: numberMatch,
        /** The drawn number itself does not win this one. */
        exceptDrawn: z.boolean().default(true),
      }),
    )
    .min(1),
};

/** Raffle codes: each ticket bears a unique code and the draw picks among the codes sold, so somebody always wins. */
export const rafflePlay = {
  family: z.literal('raffle'),
  ...partFields,
  /** Parts of the printed code, most significant first: [{ symbols: 'ABC', length: 2 }, …]. */
  pattern: z
    .array(z.strictObject({ symbols: z.string().regex(/^[A-Z0-9]{2,36}$/), length: z.int().min(1).max(10) }))
    .min(1)
    .max(6),
  wins: z.array(z.strictObject({ tier: identifier, codes: z.int().min(1).max(10_000) })).min(1),
};

/** Named amounts for cross-checks of a printed prize list (pre-assigned tickets): prizes per series and their total. */
export const prizeList = z.strictObject({ prizesPerSeries: z.int().min(1), totalPerSeriesCents: positiveCentsText });
