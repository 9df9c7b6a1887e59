/**
 * Numbers as a language writes them: 1,234.50 in English, 1.234,50 in Catalan and Spanish, 1 234,50 in French.
 */
import { type Cents, type Currency, minorDigits, type Rational, toDecimal } from '@valira/money';
import type { RulesWords } from './rules-words.ts';

/** A decimal text such as "1234.50" with the separators of the language. */
export function writeDecimal(words: RulesWords, text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, words.thousands);
  return fraction === undefined ? grouped : `${grouped}${words.decimal}${fraction}`;
}

export const writeInteger = (words: RulesWords, value: bigint | number): string => writeDecimal(words, String(value));

/** An amount with its currency: "EUR 1,234.50" in English, "1.234,50 EUR" elsewhere. */
export function writeAmount(words: RulesWords, amount: Cents, currency: Currency): string {
  const digits = minorDigits[currency];
  const text = writeDecimal(words, toDecimal({ n: amount, d: 10n ** BigInt(digits) }, digits));
  return words.language === 'en' ? `${currency} ${text}` : `${text} ${currency}`;
}

/** Percent with up to four decimals, as many as the share needs. */
export function writePercent(words: RulesWords, share: Rational): string {
  const text = toDecimal({ n: share.n * 100n, d: share.d }, 4).replace(/\.?0+$/, '');
  return words.language === 'en' ? `${writeDecimal(words, text)}%` : `${writeDecimal(words, text)} %`;
}

/** A list as "a, b and c". */
export const writeList = (items: readonly string[], last: string): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1) ?? ''}`;
