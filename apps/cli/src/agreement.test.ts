import { describe, expect, it } from 'vitest';
import { agree } from './testing/agree.ts';

describe('engine and verifier', () => {
  it('agree on a thousand random bundles: games, holders, beacons, fallbacks, systems, cancelled tickets, win pools', () => {
    const { disagreements, shares, counted } = agree(1_000);
    expect(disagreements).toEqual([]);
    expect(counted).toBeGreaterThan(900);
    expect(shares).toBeGreaterThan(5_000n);
  }, 60_000);
});
