import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESTART_FIRST_MS, RESTART_LONGEST_MS, restartDelayMs } from './backoff.ts';

describe('the wait before a crashed process is started again', () => {
  it('is half a second, then doubles to five seconds', () => {
    expect([1, 2, 3, 4, 5, 6].map(restartDelayMs)).toEqual([500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  });

  it('has bounds, however often it crashes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (crashes) => {
        expect(restartDelayMs(crashes)).toBeGreaterThanOrEqual(RESTART_FIRST_MS);
        expect(restartDelayMs(crashes)).toBeLessThanOrEqual(RESTART_LONGEST_MS);
      }),
    );
  });
});
