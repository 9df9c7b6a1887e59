/**
 * How a jackpot is expected to grow over draws without a winner, and how likely it is to last that long.
 *
 * Growth is exact: the tier's share of stakes (of the rest, after expected fixed prizes), up to its cap. The chance that n
 * independent random lines all miss is (1 − p)ⁿ, computed to 40 decimals. Example, 6/45 with 1,000,000 lines at 1.00 and 22.37 %
 * of stakes for the jackpot: 223,695.83 more each draw; it survives one draw with 88.4 %.
 */
import {
  addRational,
  type Cents,
  cents,
  compareRational,
  divide,
  multiplyRational,
  type Rational,
  rational,
  ratioZero,
} from '@valira/money';
import { shareAt } from '@valira/prizes';
import type { GamePart } from '../definition/game-definition.ts';
import { returnsByTier } from './game-odds.ts';
import { tierOdds } from './tier-odds.ts';

export type JackpotDraw = {
  /** 1 = first draw of the cycle. */
  readonly cycleDraw: number;
  /** What the tier offers in this draw if nobody won before. */
  readonly jackpotCents: Cents;
  /** Chance that nobody won up to and including this draw. */
  readonly unwon: Rational;
};

const digits = 10n ** 40n;

/** (1 − p)ⁿ rounded down to 40 decimals; each squaring loses less than one unit of the last. */
export function missChance(probability: Rational, units: bigint): Rational {
  let base = divide((probability.d - probability.n) * digits, probability.d, 'down');
  let power = digits;
  for (let left = units; left > 0n; left /= 2n) {
    if (left % 2n === 1n) power = (power * base) / digits;
    base = (base * base) / digits;
  }
  return rational(power, digits);
}

/** The first `draws` draws of a cycle for the first tier with a shared prize, at `units` random units per draw. */
export function jackpotOutlook(part: GamePart, units: bigint, draws: number): JackpotDraw[] {
  const tier = part.prizes.tiers.find(({ prize }) => prize.kind === 'shared');
  const [bet] = tierOdds(part);
  if (tier?.prize.kind !== 'shared' || !bet) return [];
  const { prize, jackpot } = tier;
  const chance = bet.odds.reduce((total, odds) => (odds.tier === tier.id ? addRational(total, odds.probability) : total), ratioZero);
  const probabilities = new Map<string, Rational>();
  for (const { tier: id, probability } of bet.odds) probabilities.set(id, addRational(probabilities.get(id) ?? ratioZero, probability));
  const stakes = rational(units * part.unitPriceCents);
  const perShare = returnsByTier(part, probabilities).get(tier.id) ?? ratioZero;
  const miss = missChance(chance, units);
  const outlook: JackpotDraw[] = [];
  let held = rational(jackpot?.startValue?.amountCents ?? 0n);
  let unwon = rational(1n);
  for (let cycleDraw = 1; cycleDraw <= draws; cycleDraw += 1) {
    const now = shareAt(prize, cycleDraw);
    const growth =
      prize.share.n === 0n
        ? ratioZero
        : multiplyRational(multiplyRational(perShare, { n: now.n * prize.share.d, d: now.d * prize.share.n }), stakes);
    held = addRational(held, growth);
    const cap = jackpot?.cap ? rational(jackpot.cap.amountCents) : undefined;
    if (cap && compareRational(held, cap) > 0) held = cap;
    const guarantee = rational(jackpot?.guarantee?.amountCents ?? 0n);
    const offered = compareRational(held, guarantee) < 0 ? guarantee : held;
    unwon = multiplyRational(unwon, miss);
    outlook.push({ cycleDraw, jackpotCents: cents(divide(offered.n, offered.d, 'down')), unwon });
  }
  return outlook;
}
