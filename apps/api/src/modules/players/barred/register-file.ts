/**
 * The register of barred persons as a file: CSV with semicolons, one person a line, the fields of the register (Reg2016 16.4). CRAJ publishes no
 * protocol; this form stands in its place, and a connector to another one gives the same entries.
 *
 * A file is taken whole or not at all: a half-read register would let people play. What is wrong is said with its line.
 *
 * Example: `1047;Font Serra;Júlia;1990-05-04;AD;123456-X;self-request;2026-01-15;` is in force from 15 January on, without an end.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { CsvError, parse } from 'csv-parse/sync';
import { nameWords, plainDocument } from '../person-index.ts';

export const REGISTER_FIELDS = [
  'number',
  'surnames',
  'given_names',
  'birth_date',
  'nationality',
  'document',
  'reason',
  'from',
  'until',
] as const;
const MOST_ENTRIES = 100_000;
export const MOST_REGISTER_BYTES = 16 * 1024 * 1024;
const LONGEST_FIELD = 200;

export type RegisterEntry = {
  /** The register's administrative number: the same person keeps it from file to file. */
  readonly number: string;
  readonly name: string;
  /** YYYY-MM-DD, as the other dates. */
  readonly birthDate: string;
  /** Null where the register knows none. */
  readonly document: string | null;
  readonly reason: string;
  readonly from: string;
  readonly until: string | null;
};

export type RegisterProblem =
  | 'register_too_large'
  | 'register_not_text'
  | 'register_header'
  | 'register_columns'
  | 'register_field'
  | 'register_date'
  | 'register_name'
  | 'register_duplicate'
  | 'register_empty';

const problem = (code: RegisterProblem, line: number | null, field: string | null = null) => refuse(code, { facts: { line, field } });

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}

type Read = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

export function readRegister(bytes: Uint8Array): Outcome<readonly RegisterEntry[], RegisterProblem> {
  if (bytes.length > MOST_REGISTER_BYTES) return problem('register_too_large', null);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return problem('register_not_text', null);
  }
  // A control character has no business in a name; a byte order mark, tabs and line ends may be there.
  const control = /[^\P{Cc}\r\n\t]/u.exec(text);
  if (control) return problem('register_not_text', text.slice(0, control.index).split('\n').length);
  let rows: readonly Read[];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: ';',
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
      max_record_size: 4096,
    }) as unknown as Read[];
  } catch (error) {
    if (error instanceof CsvError) return problem('register_columns', Number(error.lines ?? 0) || null);
    throw error;
  }
  const [head, ...rest] = rows;
  if (!head || head.record.join(';') !== REGISTER_FIELDS.join(';')) return problem('register_header', 1);
  if (rest.length === 0) return problem('register_empty', null);
  if (rest.length > MOST_ENTRIES) return problem('register_too_large', null);
  const entries: RegisterEntry[] = [];
  const numbers = new Set<string>();
  for (const { record, info } of rest) {
    const line = info.lines;
    if (record.length !== REGISTER_FIELDS.length) return problem('register_columns', line);
    const long = record.findIndex((field) => field.length > LONGEST_FIELD || /[\r\n]/.test(field));
    if (long >= 0) return problem('register_field', line, REGISTER_FIELDS[long]);
    const [number = '', surnames = '', givenNames = '', birthDate = '', , document = '', reason = '', from = '', until = ''] = record;
    if (number === '' || number.length > 80) return problem('register_field', line, 'number');
    if (reason === '') return problem('register_field', line, 'reason');
    if (numbers.has(number)) return problem('register_duplicate', line, 'number');
    numbers.add(number);
    if (!isDate(birthDate) || birthDate < '1900-01-01') return problem('register_date', line, 'birth_date');
    if (!isDate(from)) return problem('register_date', line, 'from');
    if (until !== '' && (!isDate(until) || until <= from)) return problem('register_date', line, 'until');
    const name = `${givenNames} ${surnames}`;
    if (nameWords(name).length === 0) return problem('register_name', line, 'surnames');
    if (document !== '' && plainDocument(document).length < 4) return problem('register_field', line, 'document');
    entries.push({
      number,
      name,
      birthDate,
      document: document === '' ? null : document,
      reason,
      from,
      until: until === '' ? null : until,
    });
  }
  return ok(entries);
}
