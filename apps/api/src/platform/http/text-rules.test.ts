import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathOfUnkeepable } from './text-rules.ts';

describe('text that cannot be kept', () => {
  it('is found wherever it is put into any JSON, as a value or as a name', () => {
    const bad = fc.constantFrom('\u0000', 'a\u0000b', '\ud800', 'a\udfff', '\udc00\ud800');
    fc.assert(
      fc.property(fc.jsonValue(), bad, fc.array(fc.constantFrom('list', 'field'), { maxLength: 30 }), (other, text, wraps) => {
        const around = (inner: unknown) => wraps.reduce<unknown>((value, how) => (how === 'list' ? [other, value] : { a: value }), inner);
        expect(pathOfUnkeepable(around(text))).not.toBeNull();
        expect(pathOfUnkeepable(around({ [text]: 1 }))).not.toBeNull();
      }),
    );
  });

  it('is named by its path', () => {
    expect(pathOfUnkeepable({ a: [{ b: 'x' }, { b: '\u0000' }] })).toBe('a.1.b');
  });

  it('is nothing that people write, in any script, however deep', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => pathOfUnkeepable({ a: text.replaceAll('\u0000', '') }) === null));
    expect(pathOfUnkeepable(JSON.parse(`${'['.repeat(10_000)}"👩‍👩‍👧‍👦"${']'.repeat(10_000)}`))).toBeNull();
  });
});
