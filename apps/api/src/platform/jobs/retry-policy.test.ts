import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PATIENT, PROMPT, retryDelayMs } from './retry-policy.ts';

describe('waits between tries', () => {
  it('double from the first to the longest', () => {
    const policy = { attempts: 5, firstMs: 1_000, longestMs: 5_000 };
    expect([1, 2, 3, 4].map((failures) => retryDelayMs(policy, failures, 0))).toEqual([1_000, 2_000, 4_000, 5_000]);
  });

  it('are shortened by chance, by a fifth at most, and never longer than the longest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (failures, chance) => {
        const full = retryDelayMs(PATIENT, failures, 0);
        const wait = retryDelayMs(PATIENT, failures, chance);
        expect(wait <= full && wait >= Math.floor(full * 0.8) && full <= PATIENT.longestMs).toBe(true);
      }),
    );
  });

  it('of what the public waits for are never longer than five seconds', () => {
    for (let failures = 1; failures < PROMPT.attempts; failures += 1) {
      expect(retryDelayMs(PROMPT, failures, 0)).toBeLessThanOrEqual(5_000);
    }
  });
});
