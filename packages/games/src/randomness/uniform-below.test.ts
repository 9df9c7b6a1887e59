import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ByteSource } from './hash-ports.ts';
import { seededBytes } from './testing/node-hashes.ts';
import { largestUniform, uniformBelow, uniformBelowBigint } from './uniform-below.ts';

class Exhausted extends Error {}

/** A source that gives these bytes and then says that the draw asked for more: the number was rejected. */
function only(...given: number[]): ByteSource {
  let at = 0;
  return (count) => {
    if (at + count > given.length) throw new Exhausted();
    at += count;
    return Uint8Array.from(given.slice(at - count, at));
  };
}

/** How often each answer comes up over every value of `width` bytes; rejected values are not counted. */
function tally(n: number, width: number): { readonly counts: readonly number[]; readonly rejected: number } {
  const counts = new Array<number>(n).fill(0);
  let rejected = 0;
  for (let value = 0; value < 256 ** width; value += 1) {
    const given = width === 1 ? [value] : [value >> 8, value & 255];
    try {
      const drawn = uniformBelow(n, only(...given));
      counts[drawn] = (counts[drawn] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof Exhausted)) throw error;
      rejected += 1;
    }
  }
  return { counts, rejected };
}

describe('a uniform number below n', () => {
  it('comes from 12 of 240 bytes for each of 20 numbers; bytes from 240 on are rejected (incident R19)', () => {
    const { counts, rejected } = tally(20, 1);
    expect(counts).toEqual(new Array(20).fill(12));
    expect(rejected).toBe(16);
    for (let byte = 240; byte < 256; byte += 1) expect(uniformBelow(20, only(byte, 7))).toBe(7);
  });

  it('comes from equally many byte values for every n to 256: all values enumerated (incident R19)', () => {
    for (let n = 2; n <= 256; n += 1) {
      const { counts, rejected } = tally(n, 1);
      expect(new Set(counts), `n ${n}`).toEqual(new Set([Math.floor(256 / n)]));
      expect(rejected, `n ${n}`).toBe(256 % n);
    }
  });

  it('comes from equally many two-byte values for sizes past 256', () => {
    for (const n of [257, 1_000, 1_296, 32_769, 65_535, 65_536]) {
      const { counts, rejected } = tally(n, 2);
      expect(new Set(counts), `n ${n}`).toEqual(new Set([Math.floor(65_536 / n)]));
      expect(rejected, `n ${n}`).toBe(65_536 % n);
    }
  });

  it('stays below n and agrees between number and bigint', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: largestUniform }), fc.string({ maxLength: 20 }), (n, seed) => {
        const drawn = uniformBelow(n, seededBytes(seed));
        expect(drawn >= 0 && drawn < n).toBe(true);
        expect(uniformBelowBigint(BigInt(n), seededBytes(seed))).toBe(BigInt(drawn));
      }),
    );
  });

  it('does not exist below zero, below a fraction or past six bytes', () => {
    for (const n of [0, -1, 0.5, Number.NaN, largestUniform + 1]) expect(() => uniformBelow(n, only(0))).toThrow(RangeError);
    expect(() => uniformBelowBigint(0n, only(0))).toThrow(RangeError);
  });
});
