/**
 * The only places where money is divided. Every division names its rounding.
 *
 * `down` is towards minus infinity, `up` towards plus infinity, `nearest` rounds halves up (away from minus infinity).
 * Dividends round down and book the breakage; allocations hand out every unit (see allocate.ts).
 */
import type { Cents } from './cents.ts';
import type { Rational } from './rational.ts';

export type Rounding = 'down' | 'nearest' | 'up';

/** n / d as an integer. Throws when d is 0. `divide(7n, 2n, 'down')` = 3n, `nearest` = 4n; −7/2 → −4n, −3n. */
export function divide(n: bigint, d: bigint, rounding: Rounding): bigint {
  if (d === 0n) throw new RangeError('division by zero');
  const [a, b] = d < 0n ? [-n, -d] : [n, d];
  const floor = a >= 0n ? a / b : -((-a + b - 1n) / b);
  if (rounding === 'down') return floor;
  const remainder = a - floor * b;
  if (rounding === 'up') return remainder === 0n ? floor : floor + 1n;
  return remainder * 2n >= b ? floor + 1n : floor;
}

/** The multiple of `step` that n / d rounds to. A step of 10n rounds a dividend in cents to 10 cents. */
export const divideToStep = (n: bigint, d: bigint, step: bigint, rounding: Rounding): bigint => {
  if (step <= 0n) throw new RangeError(`a rounding step is positive: ${step}`);
  return divide(n, d * step, rounding) * step;
};

/** `share` of `amount`: `shareOf(192_913_00n, 18 %, 'down')` = 3_472_434 cents. */
export const shareOf = (amount: Cents, share: Rational, rounding: Rounding): Cents => divide(amount * share.n, share.d, rounding) as Cents;

/** Decimal text of a rational with a fixed number of digits, rounded as named; for display and documents, never for payment. */
export function toDecimal(value: Rational, digits: number, rounding: Rounding = 'nearest'): string {
  const scaled = divide(value.n * 10n ** BigInt(digits), value.d, rounding);
  const text = (scaled < 0n ? -scaled : scaled).toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const sign = scaled < 0n ? '-' : '';
  return digits === 0 ? sign + whole : `${sign}${whole}.${text.slice(-digits)}`;
}
