/** A seeded uniform source for repeatable tests: xorshift32 words with rejection. Never for a draw. */
import type { UniformBelow } from '../ticket/quick-pick.ts';

export function seededBelow(seed: number): UniformBelow {
  let state = seed >>> 0 || 1;
  const word = (): bigint => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return BigInt(state);
  };
  return (bound) => {
    let words = 1n;
    while (1n << (32n * words) < bound * 4n) words += 1n;
    const span = 1n << (32n * words);
    for (;;) {
      let value = 0n;
      for (let i = 0n; i < words; i += 1n) value = (value << 32n) | word();
      if (value < span - (span % bound)) return value % bound;
    }
  };
}
