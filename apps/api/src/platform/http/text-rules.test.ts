import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSuspect, unkeepable } from './text-rules.ts';

describe('what no field may hold', () => {
  it('is found wherever it is put into any JSON, as a value or as a name', () => {
    const bad = fc.constantFrom('\u0000', 'a\u0000b', '\ud800', 'a\udfff', '\udc00\ud800');
    fc.assert(
      fc.property(fc.jsonValue(), bad, fc.array(fc.constantFrom('list', 'field'), { maxLength: 30 }), (other, text, wraps) => {
        const around = (inner: unknown) => wraps.reduce<unknown>((value, how) => (how === 'list' ? [other, value] : { a: value }), inner);
        for (const whole of [around(text), around({ [text]: 1 }), around(JSON.parse('{"__proto__":1}'))]) {
          expect(unkeepable(whole)).not.toBeNull();
          expect(isSuspect(JSON.stringify(whole))).toBe(true);
        }
      }),
    );
  });

  it('is named by its path', () => {
    expect(unkeepable({ a: [{ b: 'x' }, { b: '\u0000' }] })).toEqual({ path: 'a.1.b', code: 'no_canonical_form' });
    expect(unkeepable(JSON.parse('{"a":[{"\\u005f_proto__":1}]}'))).toEqual({ path: 'a.0.__proto__', code: 'unknown_field' });
    expect(isSuspect('{"a":[{"\\u005f_proto__":1}]}')).toBe(true);
  });

  it('is nothing that people write, in any script, however deep', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => unkeepable({ a: text.replaceAll('\u0000', '') }) === null));
    expect(unkeepable(JSON.parse(`${'['.repeat(10_000)}"👩‍👩‍👧‍👦"${']'.repeat(10_000)}`))).toBeNull();
  });
});
