/**
 * The chance of at least so many wins among independent tries: the tail of a binomial, in whole numbers.
 *
 * The first term is reached from (1 − p)ⁿ step by step with 256 binary digits; the following ones are added until they no longer count.
 * Right to the 40 decimals it is rounded to. Example (South Carolina, 2017): three top prizes of 1 in 4,800 among ten sales, 1.08 in 10⁹.
 */
import { divide, type Rational, rational, ratioOne, ratioZero } from '@valira/money';

const PRECISION = 256n;
const DECIMALS = 10n ** 40n;

type Scaled = { readonly mantissa: bigint; readonly exponent: bigint };

/** Down to `PRECISION` binary digits; never more than twice as many come in. */
function trimmed(mantissa: bigint, exponent: bigint): Scaled {
  const beyond = BigInt(mantissa.toString(16).length * 4) - PRECISION;
  return beyond > 0n ? { mantissa: mantissa >> beyond, exponent: exponent + beyond } : { mantissa, exponent };
}

function power(base: Rational, times: bigint): Scaled {
  let square = trimmed((base.n << (2n * PRECISION)) / base.d, -2n * PRECISION);
  let product: Scaled = { mantissa: 1n, exponent: 0n };
  for (let left = times; left > 0n; left /= 2n) {
    if (left % 2n === 1n) product = trimmed(product.mantissa * square.mantissa, product.exponent + square.exponent);
    square = trimmed(square.mantissa * square.mantissa, 2n * square.exponent);
  }
  return product;
}

/** `tries` independent tries of `chance` each; the chance of `wins` or more. */
export function chanceOfAtLeast(tries: bigint, chance: Rational, wins: bigint): Rational {
  if (wins <= 0n) return ratioOne;
  if (wins > tries || chance.n === 0n) return ratioZero;
  if (chance.n >= chance.d) return ratioOne;
  const missed = chance.d - chance.n;
  let term = power(rational(missed, chance.d), tries);
  const next = (value: bigint, won: bigint) => (value * (tries - won) * chance.n) / ((won + 1n) * missed);
  for (let won = 0n; won < wins; won += 1n) {
    // Kept at full width while it is divided, or small terms would lose their digits.
    term = trimmed(next(term.mantissa << PRECISION, won), term.exponent - PRECISION);
  }
  const one = 1n << PRECISION;
  let total = one;
  for (let relative = one, won = wins; relative > 0n && won < tries; won += 1n) {
    relative = next(relative, won);
    total += relative;
  }
  const scale = term.exponent - PRECISION;
  const guarded = term.mantissa * total * DECIMALS * 10n ** 5n;
  const value = divide(scale >= 0n ? guarded << scale : guarded >> -scale, 10n ** 5n, 'nearest');
  return rational(value > DECIMALS ? DECIMALS : value, DECIMALS);
}
