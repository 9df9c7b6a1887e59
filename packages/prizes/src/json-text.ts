/**
 * How amounts and shares are written in JSON: a definition travels through files, HTTP and a database column, and none of
 * them may turn an integer or a percentage into a float.
 *
 * Amounts are minor units as decimal text: "100" is EUR 1.00. Shares are exact: "50%", "2.61%", "0.35", "1/3", and also
 * "46%/1.045", the Brazilian fund of 46 % of sales net of a 4.5 % surcharge, which no decimal can hold.
 */
import {
  type Cents,
  cents,
  compareRational,
  divideRational,
  parseDecimal,
  type Rational,
  rational,
  ratioZero,
  toDecimal,
} from '@valira/money';
import { z } from 'zod';

/** Non-negative minor units as decimal text of at most 18 digits, read as `Cents`. */
export const centsText = z.codec(
  z.string().regex(/^(0|[1-9]\d{0,17})$/, 'minor units as decimal text'),
  z.custom<Cents>((value) => typeof value === 'bigint' && value >= 0n),
  { decode: (text) => cents(BigInt(text)), encode: (amount) => amount.toString() },
);

/** As `centsText`, but an amount of zero is refused. */
export const positiveCentsText = z.codec(
  z.string().regex(/^[1-9]\d{0,17}$/, 'positive minor units as decimal text'),
  z.custom<Cents>((value) => typeof value === 'bigint' && value > 0n),
  { decode: (text) => cents(BigInt(text)), encode: (amount) => amount.toString() },
);

const shareForm = /^(\d{1,20}(?:\.\d{1,20})?)(%?)(?:\/(\d{1,20}(?:\.\d{1,20})?))?$/;

/** Reads a share such as "50%", "1/3" or "46%/1.045" exactly. Throws a RangeError on anything else. */
export function parseShare(text: string): Rational {
  const match = shareForm.exec(text);
  if (!match) throw new RangeError(`not a share: ${JSON.stringify(text)}`);
  const [, value = '0', percent, divisor] = match;
  const base = divideRational(parseDecimal(value), rational(percent ? 100n : 1n));
  if (divisor === undefined) return base;
  const by = parseDecimal(divisor);
  if (by.n === 0n) throw new RangeError('a share is not divided by zero');
  return divideRational(base, by);
}

/** Percent with as many decimals as it needs when it has a finite decimal form of up to eight, else a fraction. */
export function formatShare(share: Rational): string {
  const scaled = share.n * 10n ** 10n;
  if (scaled % share.d !== 0n) return `${share.n}/${share.d}`;
  const text = toDecimal({ n: share.n * 100n, d: share.d }, 8);
  return `${text.replace(/\.?0+$/, '')}%`;
}

/** A share from 0 to 1 as text, read as `Rational`. */
export const shareText = z.codec(
  z.string().refine((text) => {
    const match = shareForm.exec(text);
    if (!match || (match[3] !== undefined && /^[0.]+$/.test(match[3]))) return false;
    const share = parseShare(text);
    // What is read must be writable in the same form, or a stored plan could not be read back.
    return compareRational(share, rational(1n)) <= 0 && shareForm.test(formatShare(share));
  }, 'a share from 0 % to 100 %, as "50%", "1/3" or "46%/1.045"'),
  z.custom<Rational>((value) => typeof value === 'object' && value !== null && compareRational(value as Rational, ratioZero) >= 0),
  { decode: (text) => parseShare(text), encode: (share) => formatShare(share) },
);
