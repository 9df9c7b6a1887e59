import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../randomness/bytes.ts';
import { canonicalBytes, canonicalJson } from './canonical-json.ts';

/** JSON whose numbers are whole, as hashed documents have them. */
const whole = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value')),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value')),
  ),
})).value;

describe('canonical JSON', () => {
  it('reads back to the same value and is its own canonical text', () => {
    fc.assert(
      fc.property(whole, (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('does not depend on the order in which properties were set', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.maxSafeInteger()), (value) => {
        expect(canonicalJson(Object.fromEntries(Object.entries(value).reverse()))).toBe(canonicalJson(value));
      }),
    );
  });

  it('sorts keys by UTF-16 code units as the example of RFC 8785, section 3.2.3, does', () => {
    const keys = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    const order = [
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ];
    // JSON.parse would put "1" first again: the order is read from the text itself.
    expect([...canonicalJson(keys).matchAll(/:"([^"]+)"/g)].map(([, name]) => name)).toEqual(order);
  });

  it('leaves undefined properties out and has no form for fractions, bigints, functions and lone surrogates', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
    for (const value of [0.5, Number.NaN, 2 ** 53, -0, 1n, () => 1, Symbol('x'), undefined, '\ud800', { '\udc00': 1 }, [undefined]])
      expect(() => canonicalJson(value)).toThrow(RangeError);
  });

  it('is UTF-8 as every encoder writes it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }).filter((text) => text === Buffer.from(text).toString()),
        (text) => {
          expect(Buffer.from(utf8(text)).equals(Buffer.from(text))).toBe(true);
          expect(Buffer.from(canonicalBytes(text)).equals(Buffer.from(JSON.stringify(text)))).toBe(true);
        },
      ),
    );
    expect(() => utf8('\ud800')).toThrow(RangeError);
  });
});
