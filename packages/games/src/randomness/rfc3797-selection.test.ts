import { describe, expect, it } from 'vitest';
import { selectionKey, selectPublicly } from './rfc3797-selection.ts';
import { md5 } from './testing/node-hashes.ts';

describe('public selection of RFC 3797', () => {
  const sources = [9319n, [2n, 5n, 12n, 8n, 10n], [9n, 18n, 26n, 34n, 41n, 45n]];

  it('gives the key and the sixteen members of the example in the RFC', () => {
    expect(selectionKey(sources)).toBe('9319./2.5.8.10.12./9.18.26.34.41.45./');
    expect(selectPublicly(md5, sources, 25, 16)).toEqual([17, 7, 2, 16, 25, 23, 8, 24, 19, 13, 22, 5, 18, 9, 1, 4]);
  });

  it('takes everyone exactly once when all are asked for', () => {
    expect(selectPublicly(md5, sources, 25, 25).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  });

  it('does not select more than there are', () => {
    expect(() => selectPublicly(md5, sources, 25, 26)).toThrow(RangeError);
  });
});
