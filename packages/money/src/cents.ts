/**
 * Money as whole minor units.
 *
 * `Cents` counts the minor unit of one currency: cents for EUR, won for KRW (which has no minor unit), öre for SEK.
 * The brand keeps a count of lines or a percentage from being posted as money. `+` on two `Cents` gives a plain
 * bigint on purpose: the named functions below give the brand back.
 *
 * Example: `subtract(cents(1000n), cents(1n))` is 999 cents, EUR 9.99.
 */
declare const unit: unique symbol;

export type Cents = bigint & { readonly [unit]: 'cents' };

/** Minor units from an integer. Throws on a number that is not a safe integer: that is a bug at the caller. */
export function cents(amount: bigint | number): Cents {
  if (typeof amount === 'bigint') return amount as Cents;
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of minor units: ${amount}`);
  return BigInt(amount) as Cents;
}

export const ZERO = 0n as Cents;

export const add = (a: Cents, b: Cents): Cents => (a + b) as Cents;

export const subtract = (a: Cents, b: Cents): Cents => (a - b) as Cents;

export const negate = (a: Cents): Cents => -a as Cents;

/** `amount` taken `count` times. */
export const times = (amount: Cents, count: bigint): Cents => (amount * count) as Cents;

export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total as Cents;
}

export const min = (a: Cents, b: Cents): Cents => (a < b ? a : b);

export const max = (a: Cents, b: Cents): Cents => (a > b ? a : b);
