import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalText, formatMoney, parseMoney } from './format-money.ts';

const NBSP = '\u00a0';

describe('formatMoney', () => {
  test('writes Catalan amounts with comma, point and a no-break space, always with cents', () => {
    expect(formatMoney(123456n, 'ca-AD')).toBe(`1.234,56${NBSP}€`);
    expect(formatMoney(480n, 'ca-AD')).toBe(`4,80${NBSP}€`);
    expect(formatMoney(0n, 'ca-AD')).toBe(`0,00${NBSP}€`);
  });

  test('uses the true minus sign and a plus for credits', () => {
    expect(formatMoney(-1200n, 'ca-AD')).toBe(`\u221212,00${NBSP}€`);
    expect(formatMoney(14680n, 'ca-AD', { signed: true })).toBe(`+146,80${NBSP}€`);
  });

  test('leaves cents out of a jackpot from 1,000 on, and never shows more than there is', () => {
    expect(formatMoney(41_265_099n, 'ca-AD', { cents: 'jackpot' })).toBe(`412.650${NBSP}€`);
    expect(formatMoney(99_999n, 'ca-AD', { cents: 'jackpot' })).toBe(`999,99${NBSP}€`);
  });

  test('counts whole won, which have no minor unit', () => {
    expect(formatMoney(1_771_789_700n, 'en-GB', { currency: 'KRW' })).toBe('₩1,771,789,700');
  });

  test('shows amounts beyond the exact range of floats digit for digit', () => {
    expect(formatMoney(9_007_199_254_740_993_01n, 'en-GB')).toBe('€9,007,199,254,740,993.01');
  });
});

describe('parseMoney', () => {
  test('reads what formatMoney writes, in both languages, for every amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.constantFrom('ca-AD', 'en-GB'), (minor, locale) => {
        expect(parseMoney(formatMoney(minor, locale))).toBe(minor);
      }),
    );
  });

  test('reads plain decimals', () => {
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (minor) => parseMoney(decimalText(minor, 2)) === minor));
    expect(parseMoney('12,5')).toBe(1250n);
    expect(parseMoney(' 12 € ')).toBe(1200n);
  });

  test.each(['', 'x', '1,234,5,6', '12,345.678', '1.234.5', '1,2,3', '--5', '5-', '1e3', '12.3.4'])('refuses %j', (text) => {
    expect(parseMoney(text)).toBeNull();
  });
});
