/**
 * Whole numbers below n from an HMAC_DRBG, each equally likely: the rule of `uniformBelow`, read from requests of 8,192 bytes so that a
 * face of a few dozen choices costs one or two HMACs.
 */
import type { HmacSha256 } from '../randomness/hash-ports.ts';
import { hmacDrbg } from '../randomness/hmac-drbg.ts';
import { uniformBelowBigint } from '../randomness/uniform-below.ts';
import { type SeedPurpose, seedOf } from './run/instant-run.ts';

export type Chance = {
  /** 0 to n − 1; n is 1 to 2^32. */
  below(n: number): number;
  belowBig(n: bigint): bigint;
};

const requestBytes = 8_192;

export function chanceFrom(next: (count: number) => Uint8Array): Chance {
  let block: Uint8Array = new Uint8Array(0);
  let at = 0;
  const byte = (): number => {
    if (at === block.length) {
      block = next(requestBytes);
      at = 0;
    }
    return block[at++] ?? 0;
  };
  const take = (count: number): Uint8Array => Uint8Array.from({ length: count }, byte);
  return {
    below(n) {
      if (n <= 1) return 0;
      if (n <= 256) {
        const limit = 256 - (256 % n);
        for (;;) {
          const value = byte();
          if (value < limit) return value % n;
        }
      }
      let width = 2;
      let span = 65_536;
      while (span < n) {
        span *= 256;
        width += 1;
      }
      const limit = span - (span % n);
      for (;;) {
        let value = 0;
        for (let i = 0; i < width; i += 1) value = value * 256 + byte();
        if (value < limit) return value % n;
      }
    },
    belowBig: (n) => uniformBelowBigint(n, take),
  };
}

/** The generator of one purpose and segment of a run. */
export function runChance(hmac: HmacSha256, seed: Uint8Array, purpose: SeedPurpose, segment: number): Chance {
  const drbg = hmacDrbg(hmac, seedOf(hmac, seed, purpose, segment));
  return chanceFrom((count) => drbg.generate(count));
}

/** Puts `count` entries, chosen and ordered with equal chance, at the front of `list`; the rest follows in some order. */
export function drawToFront(list: Uint8Array | Uint16Array | Uint32Array, count: number, chance: Chance): void {
  for (let i = 0; i < count; i += 1) {
    const j = i + chance.below(list.length - i);
    const held = list[i] ?? 0;
    list[i] = list[j] ?? 0;
    list[j] = held;
  }
}
