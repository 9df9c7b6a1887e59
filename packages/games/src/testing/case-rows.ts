/**
 * Published draws for golden tests: rows of `<family>/draws.csv` under the folder named by CASES_DIR, by default the copies
 * beside this file. Further rows of the same families run without touching code.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Cents, cents } from '@valira/money';

export type CaseRow = Readonly<Record<string, string>>;

const copies = join(dirname(fileURLToPath(import.meta.url)), 'cases');

/** Rows of one family; the named folder may hold a part of the families only, the copies hold all. */
export function caseRows(family: string): CaseRow[] {
  const named = process.env.CASES_DIR;
  const path = join(named ?? copies, family, 'draws.csv');
  if (named !== undefined && !existsSync(named)) throw new Error(`CASES_DIR names no folder: ${named}`);
  if (named !== undefined && !existsSync(path)) return [];
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const columns = header.split(',');
  return lines.map((line) => {
    const fields = line.split(',');
    return Object.fromEntries(columns.map((column, index) => [column, fields[index] ?? '']));
  });
}

/** The text of a column; a missing one is a fault of the file. */
export function field(row: CaseRow, column: string): string {
  const value = row[column];
  if (value === undefined) throw new Error(`no column ${column}`);
  return value;
}

export const count = (row: CaseRow, column: string): bigint => BigInt(field(row, column) || '0');

/** Minor units of an amount with two decimals, as "8129.73". */
export function twoDecimals(row: CaseRow, column: string): Cents {
  const match = /^(\d+)(?:\.(\d{2}))?$/.exec(field(row, column) || '0');
  if (!match) throw new Error(`not an amount: ${row[column]}`);
  return cents(BigInt(`${match[1]}${match[2] ?? '00'}`));
}
