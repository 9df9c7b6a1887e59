import { expect, test } from 'vitest';
import { randomLine } from './random-line.ts';

test('each combination comes from equally many of the random values', () => {
  // All pairs of words below 5·4 multiples: every ordered outcome of the first two places is reached equally often.
  const seen = new Map<string, number>();
  for (let a = 0; a < 5; a++) {
    for (let b = 0; b < 4; b++) {
      const words = [a, b];
      const line = randomLine(1, 5, 2, () => words.shift() ?? 0).join(' ');
      seen.set(line, (seen.get(line) ?? 0) + 1);
    }
  }
  expect(seen.size).toBe(10);
  expect([...seen.values()]).toEqual(Array(10).fill(2));
});

test('a value from the unfair end of the range is thrown away, not wrapped', () => {
  const words = [2 ** 32 - 1, 7];
  expect(randomLine(1, 45, 1, () => words.shift() ?? 0)).toEqual([8]);
});

test('numbers are distinct, in order, and on the panel', () => {
  for (let round = 0; round < 1_000; round++) {
    const line = randomLine(1, 45, 6);
    expect(new Set(line).size).toBe(6);
    expect(line).toEqual([...line].sort((a, b) => a - b));
    expect(line[0]).toBeGreaterThanOrEqual(1);
    expect(line[5]).toBeLessThanOrEqual(45);
  }
});
