import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomial, rankCombination, unrankCombination } from './combinations.ts';

describe('combinations by number', () => {
  it('count as published: 6/49 is 13,983,816 and EuroMillions 139,838,160', () => {
    expect(binomial(49, 6)).toBe(13_983_816n);
    expect(binomial(50, 5) * binomial(12, 2)).toBe(139_838_160n);
    expect([binomial(5, 0), binomial(5, 5), binomial(5, 6), binomial(5, -1)]).toEqual([1n, 1n, 0n, 0n]);
  });

  it('run through every combination once, in dictionary order', () => {
    const seen = Array.from({ length: Number(binomial(12, 5)) }, (_, rank) =>
      unrankCombination(BigInt(rank), 12, 5)
        .map((number) => String(number).padStart(2, '0'))
        .join(' '),
    );
    expect(new Set(seen).size).toBe(792);
    expect(seen).toEqual(seen.toSorted());
    expect([seen[0], seen.at(-1)]).toEqual(['01 02 03 04 05', '08 09 10 11 12']);
  });

  it('go to a number and back, up to 20 of 80', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 80 }), fc.nat(20), fc.bigInt({ min: 0n, max: 10n ** 20n }), (n, k, seed) => {
        fc.pre(k <= n);
        const rank = seed % binomial(n, k);
        const numbers = unrankCombination(rank, n, k);
        expect(numbers.every((number, i) => number > (numbers[i - 1] ?? 0) && number <= n)).toBe(true);
        expect(rankCombination(numbers, n)).toBe(rank);
      }),
    );
  });

  it('have no number outside their count and no rank when they are not ascending', () => {
    expect(() => unrankCombination(13_983_816n, 49, 6)).toThrow(RangeError);
    expect(() => unrankCombination(-1n, 49, 6)).toThrow(RangeError);
    for (const numbers of [
      [2, 1],
      [1, 1],
      [1, 50],
      [0, 1],
    ])
      expect(() => rankCombination(numbers, 49)).toThrow(RangeError);
  });
});
