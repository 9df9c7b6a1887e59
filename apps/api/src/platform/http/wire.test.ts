import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uuidFromBytes, wireId } from '../ids.ts';
import { centsIn, idIn, lineOfText, pageQuery } from './wire.ts';

const uuid = fc.uint8Array({ minLength: 16, maxLength: 16 }).map(uuidFromBytes);

describe('amounts', () => {
  it('up to fifteen digits come in as they were written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), (amount) => {
        expect(centsIn.parse(String(amount))).toBe(amount);
      }),
    );
  });

  it('are refused in any other spelling', () => {
    for (const text of ['', '-1', '+1', '01', '1.0', '1,5', '1e3', '0x1', ' 1', '1 ', '١', '1000000000000000', 480, null])
      expect(centsIn.safeParse(text).success, String(text)).toBe(false);
  });
});

describe('ids', () => {
  it('come in as the uuid they stand for, of their own kind only', () => {
    fc.assert(
      fc.property(uuid, (id) => {
        expect(idIn('ticket').parse(wireId('ticket', id))).toBe(id);
        expect(idIn('contest').safeParse(wireId('ticket', id)).success).toBe(false);
        expect(idIn('ticket').safeParse(id).success).toBe(false);
      }),
    );
  });
});

describe('a line of text', () => {
  it('is trimmed, and holds no control character that a log, a receipt or the database would trip over', () => {
    expect(lineOfText(10).parse('  Núria · 1 ')).toBe('Núria · 1');
    for (let code = 0; code < 0xa0; code += 1) {
      const character = String.fromCharCode(code);
      const control = code < 0x20 || (code >= 0x7f && code < 0xa0);
      expect(lineOfText(10).safeParse(`a${character}b`).success, String(code)).toBe(!control);
    }
  });

  it('is refused when it is empty, blank or too long', () => {
    for (const text of ['', '   ', 'x'.repeat(11)]) expect(lineOfText(10).safeParse(text).success).toBe(false);
  });
});

describe('a page', () => {
  it('holds 25 unless told, at most 100', () => {
    expect(pageQuery('ticket').parse({})).toEqual({ limit: 25 });
    for (const limit of ['0', '101', '1.5', 'ten', '-1']) expect(pageQuery('ticket').safeParse({ limit }).success, limit).toBe(false);
  });
});
