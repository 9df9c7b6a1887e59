import { describe, expect, it } from 'vitest';
import { isMinusPool } from './minus-pool.ts';

const definition = {
  takeoutBps: 3000,
  fundStepCents: '1',
  dividend: { perCents: '100', minimumCents: '110', shortfall: { paidBy: 'refund' } },
  guarantee: null,
  carryover: null,
  payoutCapCents: null,
};

describe('a pool that pays none of its winners', () => {
  it('is right exactly when its fund is below the least dividend: 21.00 for 20.00 on the winner is, 22.00 is not', () => {
    for (let stakes = 2_000n; stakes < 6_000n; stakes += 1n)
      expect(isMinusPool({ definition }, stakes, [20n])).toBe(2_200n > stakes - (stakes * 3_000n) / 10_000n);
    expect(isMinusPool({ definition }, 3_000n, [20n])).toBe(true);
    expect(isMinusPool({ definition }, 3_143n, [20n])).toBe(false);
  });

  it('is never taken as right where its rules say something else, or where several rows win', () => {
    expect(isMinusPool({ definition }, 3_000n, [20n, 1n])).toBe(false);
    expect(isMinusPool({ definition }, 3_000n, [0n])).toBe(false);
    for (const change of [
      { guarantee: { fundCents: '100' } },
      { carryover: { to: 'x' } },
      { dividend: { ...definition.dividend, shortfall: { paidBy: 'operator' } } },
    ])
      expect(isMinusPool({ definition: { ...definition, ...change } }, 3_000n, [20n])).toBe(false);
  });
});
