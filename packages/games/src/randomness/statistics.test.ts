import { describe, expect, it } from 'vitest';
import { mapDraw } from '../verifiable/draw-mapping.ts';
import { seededBytes } from './testing/node-hashes.ts';
import {
  chiSquareDeviates,
  coupons,
  drawFrequency,
  frequency,
  gaps,
  permutations,
  runs,
  scoreDeviates,
  serial,
} from './testing/statistics.ts';
import { uniformBelow } from './uniform-below.ts';

/**
 * At 99 % a perfect generator fails one run in a hundred. Each test is made on forty fixed seeds; four or more failures have
 * a chance of 0.07 % with a good generator, and the seeds are fixed, so the outcome is the same in every run.
 */
const seeds = Array.from({ length: 40 }, (_, i) => `statistics ${i}`);
const mostFailures = 3;

const decimals = (seed: string): number[] => {
  const take = seededBytes(seed);
  return Array.from({ length: 4_000 }, () => uniformBelow(10, take));
};
const wide = (seed: string): number[] => {
  const take = seededBytes(seed);
  return Array.from({ length: 2_400 }, () => uniformBelow(1_000_000_007, take));
};
const draws = (seed: string): (readonly number[])[] => {
  const take = seededBytes(seed);
  const mapping = { version: 'valira-mapping-1' as const, panels: [{ name: 'main', pick: 6, from: 1, to: 45 }] };
  return Array.from({ length: 600 }, () => mapDraw(mapping, take)[0]?.drawn ?? []);
};

const tests: readonly (readonly [string, (seed: string) => boolean])[] = [
  ['frequency of digits', (seed) => chiSquareDeviates(frequency(decimals(seed), 10))],
  ['frequency of 6/45 numbers', (seed) => chiSquareDeviates(drawFrequency(draws(seed), 45))],
  [
    'first number of 6/45',
    (seed) =>
      chiSquareDeviates(
        frequency(
          draws(seed).map(([first = 0]) => first - 1),
          45,
        ),
      ),
  ],
  ['serial pairs', (seed) => chiSquareDeviates(serial(decimals(seed), 10))],
  ['runs', (seed) => scoreDeviates(runs(decimals(seed), 10))],
  ['gaps', (seed) => chiSquareDeviates(gaps(decimals(seed), 10, 20))],
  [
    'coupon collector',
    (seed) =>
      chiSquareDeviates(
        coupons(
          decimals(seed).map((digit) => digit % 5),
          5,
          16,
        ),
      ),
  ],
  ['permutations of four', (seed) => chiSquareDeviates(permutations(wide(seed), 4))],
];

describe('generator and mapping pass the classical tests at 99 % on fixed seeds', () => {
  it.each(tests)('%s', (_, deviates) => {
    expect(seeds.filter(deviates).length).toBeLessThanOrEqual(mostFailures);
  });
});

describe('the classical tests can fail', () => {
  const digits = decimals('faults');
  /** The fault of incident R19: a byte modulo n without rejection. */
  const modulo = (n: number): number[] => Array.from(seededBytes('modulo')(400_000), (byte) => byte % n);

  it('frequency: on bytes modulo 20, whose low numbers come 13 times for 12', () => {
    expect(chiSquareDeviates(frequency(modulo(20), 20))).toBe(true);
    expect(chiSquareDeviates(frequency(modulo(16), 16))).toBe(false);
  });

  it('frequency of draws: on draws that leave one number out', () => {
    const without45 = draws('faults').map((draw) => draw.map((number) => (number === 45 ? 1 : number)));
    expect(chiSquareDeviates(drawFrequency(without45, 45))).toBe(true);
  });

  it('serial pairs and runs: on a sequence in which a digit is followed by a near one', () => {
    const near = digits.map((digit, i) => (i % 4 === 3 ? (digits[i - 1] ?? 0) : digit));
    expect(chiSquareDeviates(serial(near, 10))).toBe(true);
    expect(scoreDeviates(runs(near, 10))).toBe(true);
  });

  it('gaps: on zeros that never come close to each other', () => {
    let since = 0;
    const spread = digits.map((digit) => {
      since = digit === 0 && since > 2 ? 0 : since + 1;
      return digit === 0 && since !== 0 ? 5 : digit;
    });
    expect(chiSquareDeviates(gaps(spread, 10, 20))).toBe(true);
  });

  it('coupon collector: on a shuffled deck dealt again and again', () => {
    const deck = Array.from({ length: 4_000 }, (_, i) => (i + Math.floor(i / 5)) % 5);
    expect(chiSquareDeviates(coupons(deck, 5, 16))).toBe(true);
  });

  it('permutations: on a sequence that likes to rise', () => {
    const values = wide('faults');
    const rising = values.map((value, i) => (i % 8 === 1 ? Math.max(value, values[i - 1] ?? 0) + 1 : value));
    expect(chiSquareDeviates(permutations(rising, 4))).toBe(true);
  });
});
