/**
 * The chance that the fixed prizes of one draw exceed its prize fund, when every unit is an independent random line.
 *
 * Fixed payouts are a compound binomial sum over a lattice of the largest common amount; its distribution follows Panjer's
 * recursion for binomial counts. The result is a probability for planning, not an amount, so it is computed in double precision.
 * Example: Keno with 1,000 units at 1.00 has a fund of 500.00; one unit with eight hits takes all of it.
 */
import { type Cents, cents, shareOf } from '@valira/money';
import type { DigitsPart, KenoPart, MatrixPart } from '../definition/game-definition.ts';
import { type BetClasses, betClasses } from './bet-classes.ts';

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

/** Probability of each total of fixed prizes of one unit, in cents; totals of independent rounds are added. */
function unitPayouts(part: MatrixPart | KenoPart | DigitsPart, bet: BetClasses): Map<bigint, number> {
  const amounts = part.wins.map(({ tier }) => {
    const { prize } = part.prizes.tiers.find(({ id }) => id === tier) ?? {};
    return prize?.kind === 'fixed' && prize.from === undefined ? prize.amountCents : 0n;
  });
  let payouts = new Map<bigint, number>([[0n, 1]]);
  for (const round of bet.rounds) {
    const next = new Map<bigint, number>();
    for (const { wins, ways } of round) {
      const paid = wins.reduce((total, index) => total + (amounts[index] ?? 0n), 0n);
      const chance = Number(ways) / Number(bet.draws);
      for (const [before, probability] of payouts) next.set(before + paid, (next.get(before + paid) ?? 0) + probability * chance);
    }
    payouts = next;
  }
  return payouts;
}

/** More states than this would take minutes; a definition with such amounts is asked with fewer units. */
const mostStates = 20_000_000;

/** The chance that fixed prizes exceed `limitCents`. */
export function chanceAbove(payouts: ReadonlyMap<bigint, number>, units: number, limitCents: bigint): number {
  const paying = [...payouts].filter(([amount]) => amount > 0n);
  const q = paying.reduce((total, [, chance]) => total + chance, 0);
  if (paying.length === 0 || units === 0) return 0;
  const step = paying.reduce((common, [amount]) => gcd(common, amount), 0n);
  const limit = Number(limitCents / step);
  const jumps = paying.map(([amount, chance]) => ({ by: Number(amount / step), share: chance / q }));
  const longest = Math.max(...jumps.map(({ by }) => by));
  const highest = longest * units;
  if (limit >= highest) return 0;
  if (limit + longest > mostStates) throw new RangeError(`a lattice of ${limit + longest} states is too long`);
  const a = -q / (1 - q);
  const b = -a * (units + 1);
  const states: number[] = [1];
  // Values are kept relative to a moving scale, whose logarithm is `scale`.
  let scale = units * Math.log1p(-q);
  let below = 1;
  let belowScale = scale;
  const addBelow = (value: number): void => {
    if (belowScale !== scale) {
      below *= Math.exp(belowScale - scale);
      belowScale = scale;
    }
    below += value;
  };
  for (let s = 1; s <= limit; s += 1) {
    let value = 0;
    for (const { by, share } of jumps) if (by <= s) value += (a + (b * by) / s) * share * (states[s - by] ?? 0);
    states.push(Math.max(0, value));
    addBelow(Math.max(0, value));
    if (value > 1e200) {
      for (let i = Math.max(0, s - longest); i <= s; i += 1) states[i] = (states[i] ?? 0) * 1e-200;
      scale += 200 * Math.LN10;
    }
  }
  return Math.min(1, Math.max(0, 1 - below * Math.exp(belowScale)));
}

/** For `units` random units of one bet (the first that the part offers, unless named), each at the unit price. */
export function fundShortfallChance(part: MatrixPart | KenoPart | DigitsPart, units: number, bet?: string): number {
  const offered = betClasses(part);
  const classes = bet === undefined ? offered[0] : offered.find((entry) => entry.bet === bet);
  if (!classes) throw new RangeError(`no bet ${bet}`);
  const stakes: Cents = cents(BigInt(units) * part.unitPriceCents);
  return chanceAbove(unitPayouts(part, classes), units, shareOf(stakes, part.prizes.fund.share, 'down'));
}
