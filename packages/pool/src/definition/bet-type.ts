/**
 * Bet types as data: what a combination of the bet is and which finishes it asks for.
 *
 * Four shapes carry every type. `ordered`: k runners of one race in order (exacta 2, trifecta 3, superfecta 4, quinté 5).
 * `unordered`: a set of k runners of one race (win, place, show 1; quinella, swinger 2; trio 3; first-4 4). `legs`: one
 * outcome in each of n legs (double, pick-n, placepot, 1X2). A combination is always a list of k numbers.
 *
 * Example: a trifecta on 9 runners has 9·8·7 = 504 combinations, a trio 84, a double on 9 and 8 runners 72.
 */
import { z } from 'zod';
import { MAX_RUNNER } from '../ticket/runner-set.ts';

/** Paid places by number of declared runners: the last row whose `declared` is reached holds; below the first, no pool. */
const placeTable = z.array(z.strictObject({ declared: z.int().min(2).max(MAX_RUNNER), paid: z.int().min(1).max(6) })).min(1);

/** Ranks of an order/disorder bet, best first; a combination is paid for its best rank only. The prize plan has a tier for each. */
const finishRank = z.strictObject({
  id: z.string().regex(/^(?!constructor$)[a-z0-9]+(-[a-z0-9]+)*$/),
  match: z.discriminatedUnion('kind', [
    /** The exact order. */
    z.strictObject({ kind: z.literal('order') }),
    /** The same runners in another order. */
    z.strictObject({ kind: z.literal('any-order') }),
    /** `count` runners out of the first `ofFirst`, in any order: bonus 4 is 4 of 4, bonus "4 sur 5" is 4 of 5, bonus 3 is 3 of 3. */
    z.strictObject({ kind: z.literal('of-first'), count: z.int().min(1).max(5), ofFirst: z.int().min(1).max(5) }),
  ]),
});

const ranked = {
  ranks: z.array(finishRank).min(1).max(6),
  /** The order dividend is at least this many times the any-order dividend; below it both are paid from one fund in this ratio. */
  orderRatio: z.int().min(1).max(100).nullable(),
};

const label = z.string().min(1).max(40);

export const betSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('win') }),
  z.strictObject({ type: z.literal('place'), places: placeTable }),
  z.strictObject({ type: z.literal('show'), places: placeTable }),
  z.strictObject({ type: z.literal('quinella') }),
  z.strictObject({ type: z.literal('swinger'), ofFirst: z.int().min(3).max(4) }),
  z.strictObject({ type: z.literal('trio') }),
  z.strictObject({ type: z.literal('first-4') }),
  z.strictObject({ type: z.literal('exacta') }),
  z.strictObject({ type: z.literal('trifecta') }),
  z.strictObject({ type: z.literal('superfecta') }),
  z.strictObject({ type: z.literal('tierce'), ...ranked }),
  z.strictObject({ type: z.literal('quarte'), ...ranked }),
  z.strictObject({ type: z.literal('quinte'), ...ranked }),
  z.strictObject({ type: z.literal('double') }),
  z.strictObject({ type: z.literal('treble') }),
  z.strictObject({ type: z.literal('pick'), legs: z.int().min(3).max(15) }),
  z.strictObject({ type: z.literal('placepot'), legs: z.int().min(2).max(10), places: placeTable }),
  z.strictObject({
    type: z.literal('sports'),
    legs: z.int().min(1).max(30),
    /** Outcomes of a match, in the order in which they are numbered from 1: `1`, `X`, `2`. */
    outcomes: z.array(label).min(2).max(10),
    /** A further leg with its own outcomes that decides a tier apart: the exact-score leg of a football pool. */
    plus: z.strictObject({ name: label, outcomes: z.array(label).min(2).max(64) }).nullable(),
  }),
  z.strictObject({ type: z.literal('over-under'), legs: z.int().min(1).max(30) }),
  /** Outcomes are named on the card of the event, which names its organiser and competition (art. 3.6.b). */
  z.strictObject({ type: z.literal('free') }),
]);

export type Bet = z.output<typeof betSchema>;
export type BetType = Bet['type'];
export type PlaceTable = z.output<typeof placeTable>;
export type FinishRank = z.output<typeof finishRank>;

export type Shape =
  | { readonly kind: 'ordered'; readonly pick: number }
  | { readonly kind: 'unordered'; readonly pick: number }
  | { readonly kind: 'legs'; readonly legs: number };

const pick = {
  win: 1,
  place: 1,
  show: 1,
  free: 1,
  quinella: 2,
  swinger: 2,
  trio: 3,
  'first-4': 4,
  exacta: 2,
  trifecta: 3,
  tierce: 3,
  superfecta: 4,
  quarte: 4,
  quinte: 5,
} as const;

/** The form of one combination. The exact-score leg of a sports pool counts as its last leg. */
export function shapeOf(bet: Bet): Shape {
  switch (bet.type) {
    case 'double':
      return { kind: 'legs', legs: 2 };
    case 'treble':
      return { kind: 'legs', legs: 3 };
    case 'pick':
    case 'placepot':
    case 'over-under':
      return { kind: 'legs', legs: bet.legs };
    case 'sports':
      return { kind: 'legs', legs: bet.legs + (bet.plus ? 1 : 0) };
    case 'exacta':
    case 'trifecta':
    case 'superfecta':
    case 'tierce':
    case 'quarte':
    case 'quinte':
      return { kind: 'ordered', pick: pick[bet.type] };
    default:
      return { kind: 'unordered', pick: pick[bet.type] };
  }
}

/** Number of races or matches that the pool is about. */
export function legCount(bet: Bet): number {
  const shape = shapeOf(bet);
  return shape.kind === 'legs' ? shape.legs : 1;
}

/** Paid places for this many declared runners; null when there are too few for the pool to open. */
export function paidPlaces(table: PlaceTable, declared: number): number | null {
  let paid: number | null = null;
  for (const row of table) if (declared >= row.declared) paid = row.paid;
  return paid;
}

/** Goal bands of an exact-score leg, numbered row by row: home 0, 1, 2, M by away 0, 1, 2, M. */
export const goalBandScores: readonly string[] = ['0', '1', '2', 'M'].flatMap((home) =>
  ['0', '1', '2', 'M'].map((away) => `${home}-${away}`),
);
