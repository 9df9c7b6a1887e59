import { describe, expect, it } from 'vitest';
import { probable, probableTable } from './probables.ts';
import { bookOf, definition, dividends, finished, poolOn, settled, straight } from './testing/definitions.ts';

describe('win pools reproduce the published examples of pool.md', () => {
  it('W1: 194,230 less 1,317 refunded at 18 % pays 6.60 and leaves 633.46', () => {
    const pool = poolOn(definition({ takeoutBps: 1800, dividend: { breakStepCents: '10' } }), [8]);
    const book = bookOf(pool, [straight([1], 2_387_200n), straight([2], 16_904_100n), straight([3], 131_700n)]);
    expect(book.append({ kind: 'scratched', leg: 0, runner: 3, atMs: 1, by: 'a', confirmedBy: 'b' }).ok).toBe(true);
    expect(book.grossCents).toBe(19_291_300n);
    expect(probable(book, [1])?.most).toBe(660n);
  });

  it('W2: eight runners at 14.25 %, nearest cent: 8.01 on 110', () => {
    const pool = poolOn(definition({ takeoutBps: 1425, dividend: { rounding: 'nearest' } }), [8]);
    const stakes = [60n, 140n, 24n, 110n, 220n, 94n, 300n, 80n].map((amount, i) => straight([i + 1], amount * 100n));
    const settlement = settled(pool, stakes, finished([[4], [1]]));
    expect(dividends(settlement)).toEqual({ '4': 801n });
    expect(settlement.accounts.takeout + 88_151n).toBe(102_800n);
  });

  it('W3: 50/30/20/15/150 at 10 %: 4.77, 7.95, 11.925, 15.90, 1.59', () => {
    const pool = poolOn(definition({ takeoutBps: 1000, dividend: { perCents: '1000' }, stake: { unitCents: '1000' } }), [5]);
    const book = bookOf(
      pool,
      [50n, 30n, 20n, 15n, 150n].map((amount, i) => straight([i + 1], amount * 1_000n)),
    );
    expect(probableTable(book).map((row) => row.least)).toEqual([4_770n, 7_950n, 11_925n, 15_900n, 1_590n]);
  });
});
