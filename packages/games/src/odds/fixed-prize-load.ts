/**
 * Whether the fixed prizes of a game can be paid out of its fund on average.
 *
 * Example: Keno pays 48.77 % of stakes in fixed prizes. A fund of 50 % carries them in the long run, and whoever stands in for a
 * bad draw gets it back from good ones; a fund of 40 % never could, so such a definition needs caps per draw or prizes that
 * become shared. That the operator would pay the difference of every draw is no fund: the rules would state a share that is not so.
 */
import {
  addRational,
  compareRational,
  divideRational,
  multiplyRational,
  type Rational,
  rational,
  ratioZero,
  subtractRational,
} from '@valira/money';
import { shareAt } from '@valira/prizes';
import type { GamePart } from '../definition/game-definition.ts';
import { tierOdds } from './tier-odds.ts';

/** Expected fixed prizes that the fund pays and no cap bounds, as a share of the stake, for the bet on which they are highest. */
function fixedReturn(part: GamePart): Rational {
  let highest = ratioZero;
  for (const { odds } of tierOdds(part)) {
    let expected = ratioZero;
    for (const { tier, probability } of odds) {
      const { prize } = part.prizes.tiers.find(({ id }) => id === tier) ?? {};
      if (prize?.kind !== 'fixed' || prize.perDrawCapCents !== undefined || prize.from !== undefined) continue;
      expected = addRational(
        expected,
        multiplyRational(probability, divideRational(rational(prize.amountCents), rational(part.unitPriceCents))),
      );
    }
    if (compareRational(expected, highest) > 0) highest = expected;
  }
  return highest;
}

/** What shares of stakes and of the fund, which come first, leave of it for fixed prizes: in the draw of a cycle where it is most. */
function leftForFixed({ fund, tiers, setAsides }: GamePart['prizes']): Rational {
  const entries = [...setAsides, ...tiers.flatMap(({ prize }) => (prize.kind === 'shared' ? [prize] : []))];
  const draws = new Set([1, ...entries.flatMap(({ schedule }) => schedule.map(({ fromCycleDraw }) => fromCycleDraw))]);
  let most = ratioZero;
  for (const draw of draws) {
    let left = fund.share;
    for (const entry of entries) {
      const share = shareAt(entry, draw);
      if (entry.of === 'stakes') left = subtractRational(left, share);
      if (entry.of === 'fund') left = subtractRational(left, multiplyRational(fund.share, share));
    }
    if (compareRational(left, most) > 0) most = left;
  }
  return most;
}

/** `beyond-fund` when fixed prizes cost more than the fund has for them on average, and neither caps nor a conversion bound them. */
export function fixedPrizeLoad(part: GamePart): 'within-fund' | 'beyond-fund' {
  // An operator who stands in pays before any prize becomes shared.
  const { conversion, shortfallFrom } = part.prizes.fixed;
  if (conversion !== 'none' && !shortfallFrom.includes('operator')) return 'within-fund';
  return compareRational(fixedReturn(part), leftForFixed(part.prizes)) > 0 ? 'beyond-fund' : 'within-fund';
}
