import { describe, expect, it } from 'vitest';
import { healthLimits, testEntropy } from './entropy-health.ts';
import { seededBytes } from './testing/node-hashes.ts';

const bytes = healthLimits(8);

describe('limits of the health tests', () => {
  it('are those of SP 800-90B: 589 of 1024 bits, and 325 of 512 at 2^-30 as in the Linux jitter source', () => {
    expect(healthLimits(1)).toEqual({ repetitionCutoff: 21, windowSize: 1024, proportionCutoff: 589 });
    expect(healthLimits(1, 512, 30)).toEqual({ repetitionCutoff: 31, windowSize: 512, proportionCutoff: 325 });
    expect(bytes).toEqual({ repetitionCutoff: 4, windowSize: 512, proportionCutoff: 13 });
  });
});

describe('health tests on entropy', () => {
  it('pass a million bytes of a good generator that claims six bits a byte', () => {
    const take = seededBytes('health');
    expect(testEntropy(take(1_000_000), healthLimits(6))).toEqual({ healthy: true });
  });

  it('fail at the fourth equal byte in a row and not at the third', () => {
    const good = [1, 2, 3, 3, 3, 4];
    expect(testEntropy(Uint8Array.from(good), bytes)).toEqual({ healthy: true });
    expect(testEntropy(Uint8Array.from([...good, 4, 4, 4]), bytes)).toEqual({ healthy: false, test: 'repetition-count', at: 8, sample: 4 });
  });

  it('fail when one value fills too much of a window, even without a run', () => {
    const samples = Uint8Array.from({ length: 512 }, (_, i) => (i % 40 === 0 ? 7 : 8 + (i % 199)));
    expect(testEntropy(samples, bytes)).toEqual({ healthy: false, test: 'adaptive-proportion', at: 480, sample: 7 });
    expect(testEntropy(samples.subarray(0, 480), bytes)).toEqual({ healthy: true });
  });

  it('fail on a source that is stuck, that counts or that has lost its high bits', () => {
    expect(testEntropy(new Uint8Array(100), bytes).healthy).toBe(false);
    expect(
      testEntropy(
        Uint8Array.from({ length: 2_000 }, (_, i) => i % 16),
        bytes,
      ).healthy,
    ).toBe(false);
    expect(
      testEntropy(
        seededBytes('high bits')(5_000).map((byte) => byte & 15),
        bytes,
      ).healthy,
    ).toBe(false);
  });

  it('have no limits for an entropy claim that is not 1 to 16 whole bits', () => {
    for (const claim of [0, 17, 1.5]) expect(() => healthLimits(claim)).toThrow(RangeError);
  });
});
