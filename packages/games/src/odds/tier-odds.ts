/**
 * Exact chances of every tier, for each way a unit can be bet.
 *
 * Example, 6/45: tier 1 wins 1 of 8,145,060; Keno states its chances for each number of marks; a digit game for each bet.
 */
import { multiplyRational, type Rational, rational, ratioOne, subtractRational } from '@valira/money';
import type { GamePart } from '../definition/game-definition.ts';
import { betClasses } from './bet-classes.ts';
import { expectedTimes, preassignedHit } from './preassigned-odds.ts';

export type TierOdds = {
  readonly tier: string /** The win of the definition, the same object. */;
  readonly win: GamePart['wins'][number];
  readonly probability: Rational;
};

export type BetOdds = {
  /** The bet these odds are for: `line`, the number of marks, the bet with its digit pattern, or `fraction`. */
  readonly bet: string;
  /**
   * One entry per win of the definition that this bet can have, in its order; a tier may appear more than once. For pre-assigned
   * numbers, which may win a list more than once, the expected number of times.
   */
  readonly odds: readonly TierOdds[];
  /** Chance that the bet wins anything. */
  readonly hit: Rational;
};

/** Odds of every bet that the part offers; none for raffle codes, whose chance depends on how many are sold. */
export function tierOdds(part: GamePart): BetOdds[] {
  if (part.family === 'raffle') return [];
  if (part.family === 'preassigned') {
    return [
      {
        bet: 'fraction',
        odds: part.wins.map((win) => ({ tier: win.tier, win, probability: expectedTimes(part, win) })),
        hit: preassignedHit(part),
      },
    ];
  }
  return betClasses(part).map(({ bet, draws, rounds }) => {
    const ways = part.wins.map(() => 0n);
    let miss = ratioOne;
    for (const classes of rounds) {
      let missed = 0n;
      for (const { wins, ways: count } of classes) {
        for (const index of wins) ways[index] = (ways[index] ?? 0n) + count;
        if (wins.length === 0) missed += count;
      }
      miss = multiplyRational(miss, rational(missed, draws));
    }
    const odds = part.wins.flatMap((win, index) =>
      (ways[index] ?? 0n) > 0n ? [{ tier: win.tier, win, probability: rational(ways[index] ?? 0n, draws) }] : [],
    );
    return { bet, odds, hit: subtractRational(ratioOne, miss) };
  });
}
