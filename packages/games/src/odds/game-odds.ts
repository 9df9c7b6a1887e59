/**
 * What a definition must be able to state about itself: odds and return per tier, hit frequency, total return, variance.
 *
 * The return of a fixed tier is its chance times its prize; of a shared tier, its share of stakes, since what is not won now is
 * carried and won later. All are exact fractions. Example, Keno: 48.77 % returns, of which ten hits 1.12 %; a line of 6/45 with
 * half the stakes in the fund returns 50 % in all.
 */
import {
  addRational,
  compareRational,
  divideRational,
  multiplyRational,
  type Rational,
  rational,
  ratioOne,
  ratioZero,
  subtractRational,
  sumRational,
} from '@valira/money';
import type { GamePart } from '../definition/game-definition.ts';
import { betClasses } from './bet-classes.ts';
import { expectedProduct } from './preassigned-odds.ts';
import { type BetOdds, tierOdds } from './tier-odds.ts';

export type TierReturn = {
  readonly tier: string;
  /** Chance per unit staked, all wins of the tier together (expected times, for pre-assigned numbers). */
  readonly probability: Rational;
  /** Share of stakes that the tier pays back in the long run. */
  readonly returned: Rational;
  /** The prize of one win: the fixed amount, or the average that the return implies. */
  readonly averagePrizeCents: Rational;
};

export type BetReport = {
  readonly bet: string;
  readonly tiers: readonly TierReturn[];
  readonly hit: Rational;
  /** Return per tier summed: the theoretical return to players. */
  readonly returned: Rational;
  /** Variance of the prize of one unit, in square cents, at average prizes. */
  readonly variance: Rational;
};

/** Long-run share of stakes per tier for one bet, given the chances of its tiers. */
export function returnsByTier(part: GamePart, probabilities: ReadonlyMap<string, Rational>): Map<string, Rational> {
  const { fund, setAsides, tiers } = part.prizes;
  const returns = new Map<string, Rational>();
  const price = rational(part.unitPriceCents);
  let taken = ratioZero;
  const ofStakes = (share: Rational, of: 'stakes' | 'fund'): Rational => (of === 'stakes' ? share : multiplyRational(share, fund.share));
  for (const { share, of } of setAsides) if (of !== 'rest') taken = addRational(taken, ofStakes(share, of));
  for (const { id, prize } of tiers) {
    if (prize.kind === 'fixed') {
      const back = divideRational(multiplyRational(probabilities.get(id) ?? ratioZero, rational(prize.amountCents)), price);
      returns.set(id, back);
      if (prize.from === undefined) taken = addRational(taken, back);
    } else if (prize.kind === 'shared' && prize.of !== 'rest') {
      const back = ofStakes(prize.share, prize.of);
      returns.set(id, back);
      taken = addRational(taken, back);
    } else {
      returns.set(id, ratioZero);
    }
  }
  const left = subtractRational(fund.share, taken);
  const rest = compareRational(left, ratioZero) > 0 ? left : ratioZero;
  let shared = sumRational(setAsides.flatMap(({ share, of }) => (of === 'rest' ? [share] : [])));
  for (const { id, prize } of tiers) {
    if (prize.kind !== 'shared' || prize.of !== 'rest') continue;
    returns.set(id, multiplyRational(prize.share, rest));
    shared = addRational(shared, prize.share);
  }
  for (const { id, prize } of tiers)
    if (prize.kind === 'remainder') returns.set(id, multiplyRational(subtractRational(ratioOne, shared), rest));
  return returns;
}

function report(part: GamePart, { bet, odds, hit }: BetOdds): BetReport {
  const probabilities = new Map<string, Rational>();
  for (const { tier, probability } of odds) probabilities.set(tier, addRational(probabilities.get(tier) ?? ratioZero, probability));
  const returns = returnsByTier(part, probabilities);
  const price = rational(part.unitPriceCents);
  const tiers = part.prizes.tiers.flatMap(({ id, prize }): TierReturn[] => {
    const probability = probabilities.get(id);
    if (!probability || probability.n === 0n) return [];
    const returned = returns.get(id) ?? ratioZero;
    const averagePrizeCents =
      prize.kind === 'fixed' ? rational(prize.amountCents) : divideRational(multiplyRational(returned, price), probability);
    return [{ tier: id, probability, returned, averagePrizeCents }];
  });
  const returned = sumRational(tiers.map((tier) => tier.returned));
  return { bet, tiers, hit, returned, variance: varianceOf(part, bet, tiers) };
}

function varianceOf(part: GamePart, bet: string, tiers: readonly TierReturn[]): Rational {
  const prizeOf = new Map(tiers.map(({ tier, averagePrizeCents }) => [tier, averagePrizeCents]));
  const prizes = part.wins.map(({ tier }) => prizeOf.get(tier) ?? ratioZero);
  const mean = sumRational(tiers.map(({ probability, averagePrizeCents }) => multiplyRational(probability, averagePrizeCents)));
  if (part.family === 'raffle') return ratioZero;
  if (part.family === 'preassigned') {
    let square = ratioZero;
    part.wins.forEach((a, i) => {
      part.wins.forEach((b, j) => {
        square = addRational(
          square,
          multiplyRational(expectedProduct(part, a, b), multiplyRational(prizes[i] ?? ratioZero, prizes[j] ?? ratioZero)),
        );
      });
    });
    return subtractRational(square, multiplyRational(mean, mean));
  }
  const classes = betClasses(part).find((entry) => entry.bet === bet);
  // Rounds are independent draws: their variances add.
  return sumRational(
    (classes?.rounds ?? []).map((round) => {
      let average = ratioZero;
      let square = ratioZero;
      for (const { wins, ways } of round) {
        const prize = sumRational(wins.map((index) => prizes[index] ?? ratioZero));
        const chance = rational(ways, classes?.draws ?? 1n);
        average = addRational(average, multiplyRational(chance, prize));
        square = addRational(square, multiplyRational(chance, multiplyRational(prize, prize)));
      }
      return subtractRational(square, multiplyRational(average, average));
    }),
  );
}

/** The report of every bet that the part offers; none for raffle codes, whose chance depends on how many are sold. */
export const gameOdds = (part: GamePart): BetReport[] => tierOdds(part).map((odds) => report(part, odds));
