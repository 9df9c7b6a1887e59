import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REGISTER_FIELDS, readRegister } from './register-file.ts';

const HEAD = REGISTER_FIELDS.join(';');
const file = (...lines: string[]) => Buffer.from([HEAD, ...lines].join('\n'));
const GOOD = '1047;Font Serra;Júlia;1990-05-04;AD;123456-X;self-request;2026-01-15;';
const said = (bytes: Uint8Array) => {
  const read = readRegister(bytes);
  return read.ok ? 'ok' : [read.code, read.facts.line, read.facts.field];
};

describe('a file of the register', () => {
  it('is read line by line, with a byte order mark, quotes, CR LF and empty lines', () => {
    const bytes = Buffer.from(`\uFEFF${HEAD}\r\n${GOOD}\r\n\r\n1048;"de la Cruz";Anna;1980-02-29;;;court;2025-01-01;2026-01-01\r\n`);
    expect(readRegister(bytes)).toEqual({
      ok: true,
      value: [
        {
          number: '1047',
          name: 'Júlia Font Serra',
          birthDate: '1990-05-04',
          document: '123456-X',
          reason: 'self-request',
          from: '2026-01-15',
          until: null,
        },
        {
          number: '1048',
          name: 'Anna de la Cruz',
          birthDate: '1980-02-29',
          document: null,
          reason: 'court',
          from: '2025-01-01',
          until: '2026-01-01',
        },
      ],
    });
  });

  it('is refused whole, with the line, for whatever is wrong in it', () => {
    const wrong: [Uint8Array, string, number | null, string | null][] = [
      [Buffer.from(''), 'register_header', 1, null],
      [Buffer.from('<html>error 503</html>'), 'register_header', 1, null],
      [Buffer.from(HEAD), 'register_empty', null, null],
      [file(GOOD, '1048;Font;Anna;1990-13-04;AD;;x;2026-01-15;'), 'register_date', 3, 'birth_date'],
      [file(GOOD, '1048;Font;Anna;1990-02-30;AD;;x;2026-01-15;'), 'register_date', 3, 'birth_date'],
      [file(GOOD, '1048;Font;Anna;1990-05-04;AD;;x;15/01/2026;'), 'register_date', 3, 'from'],
      [file(GOOD, '1048;Font;Anna;1990-05-04;AD;;x;2026-01-15;2026-01-15'), 'register_date', 3, 'until'],
      [file(GOOD, '1047;Font;Anna;1990-05-04;AD;;x;2026-01-15;'), 'register_duplicate', 3, 'number'],
      [file(GOOD, ';Font;Anna;1990-05-04;AD;;x;2026-01-15;'), 'register_field', 3, 'number'],
      [file(GOOD, '1048;Font;Anna;1990-05-04;AD;;;2026-01-15;'), 'register_field', 3, 'reason'],
      [file(GOOD, '1048;—;-;1990-05-04;AD;;x;2026-01-15;'), 'register_name', 3, 'surnames'],
      [file(GOOD, '1048;Font;Anna;1990-05-04;AD;?;x;2026-01-15;'), 'register_field', 3, 'document'],
      [file(GOOD, '1048;Font;Anna;1990-05-04'), 'register_columns', 3, null],
      [file(GOOD, `${GOOD.replace('1047', '1048')};more`), 'register_columns', 3, null],
      [file(GOOD, `1048;${'x'.repeat(201)};Anna;1990-05-04;AD;;x;2026-01-15;`), 'register_field', 3, 'surnames'],
      [file(GOOD, '1048;Fo\u0000nt;Anna;1990-05-04;AD;;x;2026-01-15;'), 'register_not_text', 3, null],
      [Buffer.concat([file(GOOD), Buffer.of(0xff, 0xfe)]), 'register_not_text', null, null],
      [Buffer.alloc(16 * 1024 * 1024 + 1, 32), 'register_too_large', null, null],
    ];
    for (const [bytes, ...expected] of wrong) expect(said(bytes), bytes.toString().slice(0, 300)).toEqual(expected);
    expect(said(file(GOOD, '1048;"Font;Anna;1990-05-04;AD;;x;2026-01-15;'))).toContain('register_columns');
  });

  it('cut anywhere is refused or lists fewer people, never another one', () => {
    const whole = file(
      GOOD,
      ...Array.from({ length: 20 }, (_, i) => `2${i};Font Serra;Anna;1980-02-1${i % 10};AD;X-${1000 + i};court;2025-01-01;2027-01-01`),
    );
    const full = readRegister(whole);
    const known = new Set(full.ok ? full.value.map((entry) => JSON.stringify(entry)) : []);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
        const read = readRegister(whole.subarray(0, length));
        // A cut inside the last date is the one place where a line is still whole.
        if (read.ok) for (const entry of read.value.slice(0, -1)) expect(known.has(JSON.stringify(entry))).toBe(true);
      }),
    );
  });

  it('of anything at all is an answer and no fault', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => void readRegister(bytes)));
    fc.assert(fc.property(fc.string({ maxLength: 500 }), (text) => void readRegister(Buffer.from(`${HEAD}\n${text}`))));
  });
});
