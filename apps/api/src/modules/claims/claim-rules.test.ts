import { describe, expect, it } from 'vitest';
import { shopLimit } from './claim-rules.ts';

describe('up to what a shop pays', () => {
  const rule = { shopMustPayUpToCents: 20_000n, shopMayPayUpToCents: 500_000n };

  it('is its own limit between what every shop must and no shop may pay, for every own limit to the cent around both', () => {
    for (const own of [0n, 19_999n, 20_000n, 20_001n, 300_000n, 499_999n, 500_000n, 500_001n, 10_000_000n]) {
      const limit = shopLimit(rule, own);
      expect(limit >= rule.shopMustPayUpToCents && limit <= rule.shopMayPayUpToCents).toBe(true);
      if (own >= rule.shopMustPayUpToCents && own <= rule.shopMayPayUpToCents) expect(limit).toBe(own);
    }
    expect(shopLimit(rule, 19_999n)).toBe(20_000n);
    expect(shopLimit(rule, 500_001n)).toBe(500_000n);
  });
});
