import { identifier, positiveCentsText } from '@valira/prizes';
import { z } from 'zod';
import { localized, partFields } from './game-fields.ts';

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
        /** What players call it in the rules: first prize. Its id where left out. */
        name: localized.optional(),
        count: z.int().min(1).max(2_000),
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
    .min(1)
    .max(300),
};

/** Named amounts for cross-checks of a printed prize list (pre-assigned tickets): prizes per series and their total. */
export const prizeList = z.strictObject({ prizesPerSeries: z.int().min(1), totalPerSeriesCents: positiveCentsText });
