/**
 * Whether the fixed prizes of a game can be paid out of its fund on average.
 *
 * Example: Keno pays 48.77 % of stakes in fixed prizes; with a fund of 40 % and nobody behind it, every draw would run
 * short sooner or later, so such a definition needs a cap, a conversion to shares, or the operator as a source.
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
} from '@valira/money';
import type { GamePart } from '../definition/game-definition.ts';
import { tierOdds } from './tier-odds.ts';

/** Expected fixed prizes as a share of the stake, for the bet on which they are highest. */
function fixedReturn(part: GamePart): Rational {
  let highest = ratioZero;
  for (const { odds } of tierOdds(part)) {
    let expected = ratioZero;
    for (const { tier, probability } of odds) {
      const { prize } = part.prizes.tiers.find(({ id }) => id === tier) ?? {};
      if (prize?.kind !== 'fixed') continue;
      expected = addRational(
        expected,
        multiplyRational(probability, divideRational(rational(prize.amountCents), rational(part.unitPriceCents))),
      );
    }
    if (compareRational(expected, highest) > 0) highest = expected;
  }
  return highest;
}

/** `beyond-fund` when nothing bounds fixed prizes that cost more than the fund, or that cost more than the stakes. */
export function fixedPrizeLoad(part: GamePart): 'within-fund' | 'beyond-fund' {
  const load = fixedReturn(part);
  if (compareRational(load, ratioOne) > 0 && part.prizes.fixed.conversion === 'none') return 'beyond-fund';
  if (compareRational(load, part.prizes.fund.share) <= 0) return 'within-fund';
  const bounded = part.prizes.fixed.conversion !== 'none' || part.prizes.fixed.shortfallFrom.includes('operator');
  return bounded ? 'within-fund' : 'beyond-fund';
}
