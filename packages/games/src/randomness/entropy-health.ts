/**
 * Health tests on raw entropy input (NIST SP 800-90B, sections 4.4.1 and 4.4.2), run before a generator is seeded.
 *
 * With a claimed min-entropy H bits per sample and a false alarm chance of 2^-20 per sample:
 * - repetition count: an unbroken run of C = 1 + ⌈20 / H⌉ equal samples fails. H = 8 bits a byte: C = 4;
 * - adaptive proportion: in a window of W samples, C or more equal to the window's first (itself included) fails, C being
 *   the smallest count with chance ≤ 2^-20 under a binomial of W samples and 2^-H. W = 512, H = 8: C = 13.
 *
 * A failure means: stop, the source is broken. It never means: ask again until it passes.
 */
export type EntropyHealth =
  | { readonly healthy: true }
  | { readonly healthy: false; readonly test: 'repetition-count' | 'adaptive-proportion'; readonly at: number; readonly sample: number };

export type HealthLimits = {
  /** Equal samples in a row that fail. */
  readonly repetitionCutoff: number;
  readonly windowSize: number;
  /** Samples equal to the first of the window, itself included, that fail. */
  readonly proportionCutoff: number;
};

/** Chance of `from` or more hits in n samples that hit with chance 2^-bits, times 2^(bits · n): an exact whole number. */
function scaledTail(n: number, from: number, bits: number): bigint {
  const miss = (1n << BigInt(bits)) - 1n;
  let sum = 0n;
  let ways = 1n;
  for (let k = 0; k <= n; k += 1) {
    if (k >= from) sum += ways * miss ** BigInt(n - k);
    ways = (ways * BigInt(n - k)) / BigInt(k + 1);
  }
  return sum;
}

/** Limits for a claimed min-entropy of whole bits per sample (1 to 16), at a false alarm chance of 2^-falseAlarmBits. */
export function healthLimits(entropyBits: number, windowSize = entropyBits === 1 ? 1024 : 512, falseAlarmBits = 20): HealthLimits {
  if (!Number.isInteger(entropyBits) || entropyBits < 1 || entropyBits > 16) throw new RangeError(`min-entropy of ${entropyBits} bits`);
  const allowed = 1n << BigInt(entropyBits * windowSize - falseAlarmBits);
  let low = 1;
  let high = windowSize;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (scaledTail(windowSize, middle, entropyBits) <= allowed) high = middle;
    else low = middle + 1;
  }
  return { repetitionCutoff: 1 + Math.ceil(falseAlarmBits / entropyBits), windowSize, proportionCutoff: low };
}

/** Both tests over `samples`; the earliest failure is named. Fewer samples than one window are judged by repetition alone. */
export function testEntropy(samples: Uint8Array, limits: HealthLimits): EntropyHealth {
  let last = -1;
  let run = 0;
  let first = -1;
  let equal = 0;
  for (let at = 0; at < samples.length; at += 1) {
    const sample = samples[at] ?? 0;
    run = sample === last ? run + 1 : 1;
    last = sample;
    if (run >= limits.repetitionCutoff) return { healthy: false, test: 'repetition-count', at, sample };
    if (at % limits.windowSize === 0) {
      first = sample;
      equal = 1;
    } else if (sample === first) {
      equal += 1;
      if (equal >= limits.proportionCutoff) return { healthy: false, test: 'adaptive-proportion', at, sample };
    }
  }
  return { healthy: true };
}
