import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText } from './canonical-text.ts';

describe('canonical text', () => {
  it('is that of the specification: keys by UTF-16 code units, no white space, escapes of JSON.stringify', () => {
    expect(canonicalText({ b: [1, 'é'], a: null })).toBe('{"a":null,"b":[1,"é"]}');
    // Key order of RFC 8785, section 3.2.3: a key past U+FFFF sorts by its surrogates, before U+FB33.
    const keys = [0x20ac, 0x0d, 0xfb33, 0x31, 0x1f600, 0x80, 0xf6].map((point) => String.fromCodePoint(point));
    const [euro, cr, hebrew, one, smiley, control, latin] = keys;
    const sorted = [cr, one, control, latin, euro, smiley, hebrew].map((key) => `${JSON.stringify(key)}:1`);
    expect(canonicalText(Object.fromEntries(keys.map((key) => [key, 1])))).toBe(`{${sorted.join()}}`);
  });

  it('does not hang on the order in which a document was written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.integer()), (members) => {
        const reversed = Object.fromEntries(Object.entries(members).reverse());
        expect(canonicalText(reversed)).toBe(canonicalText(members));
        expect(JSON.parse(canonicalText(members))).toEqual(JSON.parse(JSON.stringify(members)));
      }),
    );
  });

  it.each([
    ['a fraction', 0.5],
    ['minus zero', -0],
    ['a number past 2^53', 2 ** 53],
    ['not a number', Number.NaN],
    ['a lone surrogate', '\ud800'],
    ['nothing', undefined],
    ['a bigint', 1n],
  ])('does not exist for %s', (_, value) => {
    expect(() => canonicalText({ value })).toThrow(RangeError);
  });

  it('does not exist for endless nesting', () => {
    const deep = Array.from({ length: 70 }).reduce<unknown>((inner) => [inner], null);
    expect(() => canonicalText(deep)).toThrow(RangeError);
  });
});
