/**
 * Exact sums of stakes per combination. A ticket of 5.00 over 12 combinations has 500/12 cents on each; sums are kept apart
 * by denominator and joined only when a price is asked for, so that adding a stake is one integer addition.
 */
import { type Rational, rational, sumRational } from '@valira/money';

export class StakeSum {
  readonly #byDenominator = new Map<number, bigint>();

  /** Adds `cents` / `over`, where `cents` may be negative (a cancellation). */
  add(cents: bigint, over: number): void {
    const whole = cents % BigInt(over) === 0n;
    const key = whole ? 1 : over;
    this.#byDenominator.set(key, (this.#byDenominator.get(key) ?? 0n) + (whole ? cents / BigInt(over) : cents));
  }

  total(): Rational {
    return sumRational([...this.#byDenominator].map(([over, cents]) => rational(cents, BigInt(over))));
  }
}
