import { expect, test } from 'vitest';
import { mergeProbables } from './merge-probables.ts';

const update = (stakes: readonly string[], dividends: readonly (string | null)[]) => ({
  asOf: '2026-11-14T15:00:00Z',
  grossCents: stakes.reduce((sum, cents) => sum + BigInt(cents), 0n).toString(),
  netCents: '0',
  perCents: '100',
  selections: stakes.map((stakesCents, index) => ({ combination: [index + 1], stakesCents, dividendCents: dividends[index] ?? null })),
});

test('shares follow from the stakes, rounded down, and an empty pool has none', () => {
  expect(mergeProbables(undefined, update(['700', '1100'], ['180', '110'])).selections.map(({ shareBps }) => shareBps)).toEqual([
    3888, 6111,
  ]);
  expect(mergeProbables(undefined, update(['0'], [null])).selections[0]?.shareBps).toBe(0);
});

test('the previous dividend is the last different one that was shown', () => {
  const first = mergeProbables(undefined, update(['700'], ['180']));
  const second = mergeProbables(first, update(['900'], ['160']));
  const third = mergeProbables(second, update(['900'], ['160']));
  expect([first, second, third].map(({ selections }) => selections[0]?.previousDividendCents)).toEqual([null, '180', '180']);
});
