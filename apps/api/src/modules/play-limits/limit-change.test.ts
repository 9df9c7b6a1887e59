import { describe, expect, it } from 'vitest';
import { wishOf } from './limit-change.ts';

describe('a wish for another limit', () => {
  it('is for more, for less or for what holds; no limit is more than any', () => {
    expect([wishOf(null, null), wishOf(100n, 100n)]).toEqual(['same', 'same']);
    expect([wishOf(null, 0n), wishOf(null, 100n), wishOf(100n, 99n), wishOf(100n, 0n)]).toEqual(['lower', 'lower', 'lower', 'lower']);
    expect([wishOf(100n, 101n), wishOf(0n, 1n), wishOf(100n, null)]).toEqual(['raise', 'raise', 'raise']);
  });
});
