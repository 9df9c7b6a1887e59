/**
 * A whole number below n, each equally likely, by rejection (incident R19).
 *
 * The smallest count of bytes that can hold n values is read as one big-endian number v. A v at or above the largest
 * multiple of n is thrown away and fresh bytes are read; otherwise the answer is v mod n. n = 1 reads nothing.
 *
 * Example, n = 20: one byte; 240 to 255 are rejected; each of 0 to 19 then comes from exactly 12 of the other 240 values.
 * `byte mod 20` without the rejection would give 0 to 15 thirteen chances and 16 to 19 twelve.
 */
import type { ByteSource } from './hash-ports.ts';

/** The largest n of `uniformBelow`: six bytes stay exact in a double. Above it use `uniformBelowBigint`. */
export const largestUniform = 2 ** 48;

/** Throws when n is not a whole number from 1 to 2^48. */
export function uniformBelow(n: number, take: ByteSource): number {
  if (!Number.isInteger(n) || n < 1 || n > largestUniform) throw new RangeError(`no uniform number below ${n}`);
  let width = 0;
  let span = 1;
  while (span < n) {
    span *= 256;
    width += 1;
  }
  if (width === 0) return 0;
  const limit = span - (span % n);
  for (;;) {
    let value = 0;
    for (const byte of take(width)) value = value * 256 + byte;
    if (value < limit) return value % n;
  }
}

/** The same rule for any positive n; equal to `uniformBelow` where both apply. */
export function uniformBelowBigint(n: bigint, take: ByteSource): bigint {
  if (n < 1n) throw new RangeError(`no uniform number below ${n}`);
  let width = 0;
  let span = 1n;
  while (span < n) {
    span *= 256n;
    width += 1;
  }
  if (width === 0) return 0n;
  const limit = span - (span % n);
  for (;;) {
    let value = 0n;
    for (const byte of take(width)) value = value * 256n + BigInt(byte);
    if (value < limit) return value % n;
  }
}
