/**
 * The chance that the fixed prizes of one draw exceed its prize fund, when every unit is an independent random line.
 *
 * The payouts of n units have the generating function (w₀ + Σ wⱼ xʲ)ⁿ / wⁿ with whole weights; its coefficients follow
 * s · w₀ · f(s) = Σⱼ ((n + 1) j − s) · wⱼ · f(s − j). They are computed with 256 binary digits, so the chance is exact to the 30 decimals
 * it is rounded to; where the lattice is too long for that, in double precision to six.
 * Example: 20 units that each win 3.00 with 1/4, fund 18.00: more than six wins, 0.2142….
 */
import { cents, divide, type Rational, rational, shareOf } from '@valira/money';
import type { DigitsPart, KenoPart, MatrixPart } from '../definition/game-definition.ts';
import { type BetClasses, betClasses } from './bet-classes.ts';

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));

export type ShortfallChance = {
  readonly chance: Rational;
  /** Decimals that are right. */
  readonly decimals: 30 | 6;
};

/** Weights of each total of fixed prizes of one unit, in cents; independent rounds multiply. */
function unitWeights(part: MatrixPart | KenoPart | DigitsPart, bet: BetClasses): Map<bigint, bigint> {
  const amounts = part.wins.map(({ tier }) => {
    const { prize } = part.prizes.tiers.find(({ id }) => id === tier) ?? {};
    return prize?.kind === 'fixed' && prize.from === undefined ? prize.amountCents : 0n;
  });
  let weights = new Map<bigint, bigint>([[0n, 1n]]);
  for (const round of bet.rounds) {
    const next = new Map<bigint, bigint>();
    for (const { wins, ways } of round) {
      const paid = wins.reduce((total, index) => total + (amounts[index] ?? 0n), 0n);
      for (const [before, weight] of weights) next.set(before + paid, (next.get(before + paid) ?? 0n) + weight * ways);
    }
    weights = next;
  }
  return weights;
}

type Lattice = {
  readonly none: bigint;
  readonly whole: bigint;
  readonly jumps: readonly { readonly by: number; readonly weight: bigint }[];
  readonly longest: number;
  readonly limit: number;
};

/** Work, in state × jump, up to which the exact recursion takes about a second, and beyond which none is tried. */
const exactWork = 3_000_000;
const mostWork = 60_000_000;

const precision = 256n;
const slack = 512n;

/** (none / whole)ⁿ as mantissa × 2^exponent with `precision` binary digits. */
function powerOf(none: bigint, whole: bigint, units: bigint): { mantissa: bigint; exponent: bigint } {
  const trim = (mantissa: bigint, exponent: bigint): { mantissa: bigint; exponent: bigint } => {
    const beyond = BigInt(mantissa.toString(2).length) - precision;
    return beyond > 0n ? { mantissa: mantissa >> beyond, exponent: exponent + beyond } : { mantissa, exponent };
  };
  let base = trim((none << (2n * precision)) / whole, -2n * precision);
  let power = { mantissa: 1n, exponent: 0n };
  for (let left = units; left > 0n; left /= 2n) {
    if (left % 2n === 1n) power = trim(power.mantissa * base.mantissa, power.exponent + base.exponent);
    base = trim(base.mantissa * base.mantissa, 2n * base.exponent);
  }
  return power;
}

function exactChance({ none, whole, jumps, longest, limit }: Lattice, units: bigint): Rational {
  const states: bigint[] = [1n << precision];
  const ceiling = 1n << (precision + 2n * slack);
  let scale = 0n;
  let below = 1n << precision;
  for (let s = 1; s <= limit; s += 1) {
    let value = 0n;
    for (const { by, weight } of jumps) if (by <= s) value += ((units + 1n) * BigInt(by) - BigInt(s)) * weight * (states[s - by] ?? 0n);
    value /= BigInt(s) * none;
    states.push(value);
    below += value;
    if (value > ceiling) {
      for (let i = Math.max(0, s - longest); i <= s; i += 1) states[i] = (states[i] ?? 0n) >> slack;
      below >>= slack;
      scale += slack;
    }
  }
  const start = powerOf(none, whole, units);
  const exponent = start.exponent + scale - precision;
  const guarded = 10n ** 45n;
  const product = below * start.mantissa * guarded;
  const within = exponent >= 0n ? product << exponent : product >> -exponent;
  const above = within >= guarded ? 0n : guarded - within;
  const decimals = 10n ** 30n;
  return rational(divide(above * decimals, guarded, 'nearest'), decimals);
}

/** The same recursion in double precision, on a moving scale whose logarithm is kept apart. */
function doubleChance({ none, whole, jumps, longest, limit }: Lattice, units: number): Rational {
  const states: number[] = [1];
  const ratios = jumps.map(({ by, weight }) => ({ by, ratio: Number(weight) / Number(none) }));
  const step = 2 ** 600;
  let scale = units * Math.log1p(-Number(whole - none) / Number(whole));
  let below = 1;
  for (let s = 1; s <= limit; s += 1) {
    let value = 0;
    for (const { by, ratio } of ratios) if (by <= s) value += (((units + 1) * by - s) / s) * ratio * (states[s - by] ?? 0);
    value = Math.max(0, value);
    states.push(value);
    below += value;
    if (value > step) {
      for (let i = Math.max(0, s - longest); i <= s; i += 1) states[i] = (states[i] ?? 0) / step;
      below /= step;
      scale += 600 * Math.LN2;
    }
  }
  const within = Math.min(1, below * Math.exp(scale));
  return rational(BigInt(Math.round((1 - within) * 1_000_000)), 1_000_000n);
}

/** The chance that payouts with these weights (by amount in cents) exceed `limitCents` over `units`; undefined beyond reach. */
export function chanceAbove(weights: ReadonlyMap<bigint, bigint>, units: bigint, limitCents: bigint): ShortfallChance | undefined {
  const paying = [...weights].filter(([amount, weight]) => amount > 0n && weight > 0n);
  const none = weights.get(0n) ?? 0n;
  const never: ShortfallChance = { chance: rational(0n), decimals: 30 };
  if (paying.length === 0 || units === 0n) return never;
  // A unit that always wins something has no smallest term to start from.
  if (none === 0n) return undefined;
  const step = paying.reduce((common, [amount]) => gcd(common, amount), 0n);
  const jumps = paying.map(([amount, weight]) => ({ by: Number(amount / step), weight }));
  const longest = Math.max(...jumps.map(({ by }) => by));
  const limit = limitCents / step;
  if (limit >= BigInt(longest) * units) return never;
  const work = Number(limit) * jumps.length;
  const lattice = { none, whole: none + paying.reduce((total, [, weight]) => total + weight, 0n), jumps, longest, limit: Number(limit) };
  if (work <= exactWork) return { chance: exactChance(lattice, units), decimals: 30 };
  return work <= mostWork ? { chance: doubleChance(lattice, Number(units)), decimals: 6 } : undefined;
}

/** For `units` random units of one bet (the first that the part offers, unless named), each at the unit price. */
export function fundShortfallChance(part: MatrixPart | KenoPart | DigitsPart, units: bigint, bet?: string): ShortfallChance | undefined {
  const offered = betClasses(part);
  const classes = bet === undefined ? offered[0] : offered.find((entry) => entry.bet === bet);
  if (!classes) throw new RangeError(`no bet ${bet}`);
  return chanceAbove(unitWeights(part, classes), units, shareOf(cents(units * part.unitPriceCents), part.prizes.fund.share, 'down'));
}
