/**
 * Public random selection of RFC 3797: anyone with the published sources gets the same list.
 *
 * Each source becomes a string of its values, each followed by a full stop, the whole followed by a slash: whole
 * numbers as they are; a list of numbers sorted ascending first. The key is the strings one after the other. For
 * selection i (from 0), MD5(i as two bytes ‖ key ‖ i as two bytes) read as a number, modulo the count still to be
 * chosen from, picks among those left, in their original order.
 *
 * Published example (RFC 3797, section 6): sources 9319; 2 5 12 8 10; 9 18 26 34 41 45; pool of 25 →
 * 17, 7, 2, 16, 25, 23, 8, 24, 19, 13, 22, 5, 18, 9, 1, 4.
 */
import { concat, u16, utf8 } from './bytes.ts';
import type { Md5 } from './hash-ports.ts';

export type PublicSource = bigint | readonly bigint[];

export function selectionKey(sources: readonly PublicSource[]): string {
  return sources
    .map((source) => {
      const values = typeof source === 'bigint' ? [source] : source.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      return `${values.map((value) => `${value}.`).join('')}/`;
    })
    .join('');
}

/** The first `count` of a pool numbered 1…`poolSize`. Throws unless 0 ≤ count ≤ poolSize ≤ 65,535. */
export function selectPublicly(md5: Md5, sources: readonly PublicSource[], poolSize: number, count: number): number[] {
  if (poolSize > 65_535 || count < 0 || count > poolSize) throw new RangeError(`cannot select ${count} of ${poolSize}`);
  const key = utf8(selectionKey(sources));
  const left = Array.from({ length: poolSize }, (_, i) => i + 1);
  return Array.from({ length: count }, (_, i) => {
    let value = 0n;
    for (const byte of md5(concat(u16(i), key, u16(i)))) value = value * 256n + BigInt(byte);
    const [chosen = 0] = left.splice(Number(value % BigInt(left.length)), 1);
    return chosen;
  });
}
