import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from './allocate.ts';
import { amount, convert } from './amount.ts';
import { cents, sum } from './cents.ts';
import { assertConserved, ConservationError } from './conservation.ts';
import { addRational, basisPoints, compareRational, parseDecimal, rational, subtractRational } from './rational.ts';
import { divide, divideToStep, shareOf, toDecimal } from './rounding.ts';

const whole = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 12n });

describe('division names its rounding', () => {
  it('brackets the exact quotient: down ≤ exact < down + 1, up − 1 < exact ≤ up', () => {
    fc.assert(
      fc.property(whole, positive, (n, d) => {
        const down = divide(n, d, 'down');
        const up = divide(n, d, 'up');
        expect(down * d <= n && n < (down + 1n) * d).toBe(true);
        expect((up - 1n) * d < n && n <= up * d).toBe(true);
      }),
    );
  });

  it('goes to the nearest integer, halves up', () => {
    expect([divide(5n, 2n, 'nearest'), divide(-5n, 2n, 'nearest'), divide(7n, 3n, 'nearest')]).toEqual([3n, -2n, 2n]);
    fc.assert(
      fc.property(whole, positive, (n, d) => {
        const distance = divide(n, d, 'nearest') * d - n;
        expect(2n * distance <= d && 2n * distance > -d).toBe(true);
      }),
    );
  });

  it('keeps its meaning when the denominator is negative and refuses zero', () => {
    expect(divide(7n, -2n, 'down')).toBe(-4n);
    expect(() => divide(1n, 0n, 'down')).toThrow(RangeError);
  });

  it('rounds dividends to the break step: 6.6265 → 6.60 (pool.md W1)', () => {
    expect(divideToStep(158_188_66n * 100n, 23_872_00n, 10n, 'down')).toBe(660n);
  });

  it('takes 18 % of 192,913.00 as 34,724.34 (pool.md W1)', () => {
    expect(shareOf(cents(192_913_00n), basisPoints(1800), 'down')).toBe(34_724_34n);
  });
});

describe('allocation', () => {
  it('hands out every unit and never more than one unit from the exact share', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 14n }),
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 6n }), { minLength: 1, maxLength: 20 }),
        (total, weights) => {
          const whole = weights.reduce((a, b) => a + b, 0n);
          fc.pre(whole > 0n);
          const parts = allocate(cents(total), weights);
          expect(sum(parts)).toBe(total);
          parts.forEach((part, i) => {
            const exact = total * (weights[i] ?? 0n);
            expect(part * whole - exact < whole && exact - part * whole < whole).toBe(true);
          });
        },
      ),
    );
  });

  it('gives ties to the earlier part', () => {
    expect(allocate(cents(100n), [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
  });
});

describe('rationals', () => {
  it('are exact: 0.1 + 0.2 = 0.3', () => {
    expect(compareRational(addRational(parseDecimal('0.1'), parseDecimal('0.2')), parseDecimal('0.3'))).toBe(0);
  });

  it('undo addition by subtraction', () => {
    fc.assert(
      fc.property(whole, positive, whole, positive, (a, b, c, d) => {
        const x = rational(a, b);
        expect(subtractRational(addRational(x, rational(c, d)), rational(c, d))).toEqual(x);
      }),
    );
  });

  it('show as decimals with the digits asked for', () => {
    expect(toDecimal(rational(7n, 400n), 4)).toBe('0.0175');
    expect(toDecimal(rational(-1n, 3n), 2)).toBe('-0.33');
    expect(toDecimal(rational(5n, 2n), 0)).toBe('3');
    expect(() => parseDecimal('1e3')).toThrow(RangeError);
  });
});

describe('amounts from outside', () => {
  it('convert between scales once: 1,056 euro cents at 11.85 are 12,513 øre, not 1,251,360 (incident R09)', () => {
    expect(convert(amount('EUR', 1_056n), 'NOK', parseDecimal('11.85'), 'down')).toEqual(amount('NOK', 12_513n));
  });

  it('convert to a currency without minor unit', () => {
    expect(convert(amount('EUR', 1_000n), 'KRW', parseDecimal('1500.5'), 'down').minor).toBe(15_005n);
  });
});

describe('conservation', () => {
  it('passes when both sides agree and names every amount when they do not', () => {
    assertConserved('win pool', { stakes: 100n }, { paid: 82n, takeout: 18n });
    expect(() => assertConserved('win pool', { stakes: 100n }, { paid: 81n, takeout: 18n })).toThrow(
      new ConservationError('win pool', { stakes: 100n }, { paid: 81n, takeout: 18n }).message,
    );
  });
});
