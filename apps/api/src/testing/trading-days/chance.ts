/** Everything that a simulation leaves to chance, from one seed: the same seed decides the same. */
import { createHash } from 'node:crypto';
import type { Entropy } from '../../platform/entropy.ts';

export type Chance = {
  /** A whole number from 0 to bound − 1. */
  below(bound: number): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True in so many of a hundred. */
  percent(of: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** So many different whole numbers from 1 to `from`, ascending. */
  numbers(count: number, from: number): number[];
  shuffle<T>(items: readonly T[]): T[];
  uuid(): string;
};

/** 32 bits of SHA-256 over the seed and a counter. */
export function chanceFrom(seed: string): Chance {
  let counter = 0;
  let block = Buffer.alloc(0);
  let used = 0;
  const word = (): number => {
    if (used + 4 > block.length) {
      block = createHash('sha256').update(`${seed}/${counter}`).digest();
      counter += 1;
      used = 0;
    }
    used += 4;
    return block.readUInt32LE(used - 4);
  };
  const below = (bound: number): number => {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const drawn = word();
      if (drawn < limit) return drawn % bound;
    }
  };
  const shuffle = <T>(items: readonly T[]): T[] => {
    const mixed = [...items];
    for (let last = mixed.length - 1; last > 0; last -= 1) {
      const other = below(last + 1);
      [mixed[last], mixed[other]] = [mixed[other] as T, mixed[last] as T];
    }
    return mixed;
  };
  return {
    below,
    between: (low, high) => low + below(high - low + 1),
    percent: (of) => below(100) < of,
    pick: (from) => from[below(from.length)] as (typeof from)[number],
    numbers: (count, from) =>
      shuffle(Array.from({ length: from }, (_, i) => i + 1))
        .slice(0, count)
        .sort((a, b) => a - b),
    shuffle,
    uuid() {
      const hex = Array.from({ length: 4 }, () => word().toString(16).padStart(8, '0')).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}

/** Bytes for secrets and ids of the platform, from the seed too. */
export function entropyFrom(seed: string): Entropy {
  let counter = 0;
  return {
    bytes(count) {
      const bytes = Buffer.concat(
        Array.from({ length: Math.ceil(count / 32) }, () => createHash('sha256').update(`${seed}/bytes/${counter++}`).digest()),
      );
      return new Uint8Array(bytes.subarray(0, count));
    },
  };
}
