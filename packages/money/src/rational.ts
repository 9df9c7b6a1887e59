/**
 * Exact fractions of bigints, always in lowest terms with a positive denominator.
 * Odds, percentages, exchange rates and returns are rationals; only their display is decimal.
 */
export type Rational = { readonly n: bigint; readonly d: bigint };

function gcd(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a;
  let y = b < 0n ? -b : b;
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** n / d in lowest terms. Throws when d is 0. */
export function rational(n: bigint, d = 1n): Rational {
  if (d === 0n) throw new RangeError('denominator is zero');
  const g = gcd(n, d) || 1n;
  return d < 0n ? { n: -n / g, d: -d / g } : { n: n / g, d: d / g };
}

/** Basis points as a fraction: 1825 → 73/400. Throws when `bps` is not an integer. */
export function basisPoints(bps: number): Rational {
  if (!Number.isSafeInteger(bps)) throw new RangeError(`basis points are whole: ${bps}`);
  return rational(BigInt(bps), 10_000n);
}

/** Reads a plain decimal such as "43.35" or "-0.5" exactly. Throws on anything else. */
export function parseDecimal(text: string): Rational {
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text);
  if (!match) throw new RangeError(`not a decimal number: ${JSON.stringify(text)}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const value = rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
  return sign ? negateRational(value) : value;
}

export const ratioZero: Rational = { n: 0n, d: 1n };
export const ratioOne: Rational = { n: 1n, d: 1n };

export const negateRational = (a: Rational): Rational => ({ n: -a.n, d: a.d });
export const addRational = (a: Rational, b: Rational): Rational => rational(a.n * b.d + b.n * a.d, a.d * b.d);
export const subtractRational = (a: Rational, b: Rational): Rational => rational(a.n * b.d - b.n * a.d, a.d * b.d);
export const multiplyRational = (a: Rational, b: Rational): Rational => rational(a.n * b.n, a.d * b.d);
export const divideRational = (a: Rational, b: Rational): Rational => rational(a.n * b.d, a.d * b.n);

/** Negative, zero or positive as a is below, equal to or above b. */
export function compareRational(a: Rational, b: Rational): -1 | 0 | 1 {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const sumRational = (values: Iterable<Rational>): Rational => {
  let total = ratioZero;
  for (const value of values) total = addRational(total, value);
  return total;
};
