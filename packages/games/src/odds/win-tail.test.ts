import { addRational, multiplyRational, type Rational, rational, ratioOne, ratioZero, subtractRational, toDecimal } from '@valira/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomial } from '../randomness/combinations.ts';
import { chanceOfAtLeast } from './win-tail.ts';

const raised = (base: Rational, times: number): Rational => rational(base.n ** BigInt(times), base.d ** BigInt(times));

/** Every term in rationals. */
function enumerated(tries: number, chance: Rational, wins: number): Rational {
  let sum = ratioZero;
  for (let won = wins; won <= tries; won += 1)
    sum = addRational(
      sum,
      multiplyRational(
        rational(binomial(tries, won)),
        multiplyRational(raised(chance, won), raised(subtractRational(ratioOne, chance), tries - won)),
      ),
    );
  return sum;
}

describe('the chance of at least so many wins', () => {
  it('is 1.08 in a billion for three top prizes of 1 in 4,800 among ten sales (incident R25)', () => {
    expect(toDecimal(chanceOfAtLeast(10n, rational(1n, 4_800n), 3n), 12)).toBe('0.000000001084');
  });

  it('is the sum of all terms, to within one in ten to the 37th', () => {
    const tries = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(tries, fc.integer({ min: 0, max: 41 }), fc.integer({ min: 1, max: 999 }), (n, k, p) => {
        const chance = rational(BigInt(p), 1_000n);
        const { n: above, d } = subtractRational(chanceOfAtLeast(BigInt(n), chance, BigInt(k)), enumerated(n, chance, k));
        expect((above < 0n ? -above : above) * 10n ** 37n <= d).toBe(true);
      }),
      { numRuns: 2_000, examples: [[19, 1, 9]] },
    );
  });

  it('is about a half for the expected number of wins among a million tries, and nothing for ten times as many', () => {
    const around = Number(toDecimal(chanceOfAtLeast(1_000_000n, rational(1n, 1_000n), 1_000n), 6));
    expect(around).toBeGreaterThan(0.49);
    expect(around).toBeLessThan(0.52);
    expect(chanceOfAtLeast(1_000_000n, rational(1n, 1_000n), 10_000n)).toEqual(ratioZero);
  });
});
