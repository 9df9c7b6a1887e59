/**
 * Published pool results for golden tests: files of one family under the folder named by CASES_DIR, by default the copies
 * beside this file with their sources. A named folder may hold some families and some of their files only.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';

const copies = join(dirname(fileURLToPath(import.meta.url)), 'cases');

/** The folder of a family, whether or not it exists; a named folder that does not exist is a fault, and not one without families. */
function familyFolder(family: string): string {
  const named = process.env.CASES_DIR;
  if (named !== undefined && !existsSync(named)) throw new Error(`CASES_DIR names no folder: ${named}`);
  return join(named ?? copies, family);
}

/** Whether the folder holds the family, so that a test of it must find rows there. */
export const hasFamily = (family: string): boolean => existsSync(familyFolder(family));

/** Text of a file of a family; null when the folder does not hold it. */
function caseText(family: string, file: string): string | null {
  const path = join(familyFolder(family), file);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** A JSON file read by its schema; null when the folder does not hold it. */
export function caseJson<T>(family: string, file: string, schema: z.ZodType<T>): T | null {
  const text = caseText(family, file);
  return text === null ? null : schema.parse(JSON.parse(text));
}

/** Rows of a CSV file without quoted fields; empty when the folder does not hold it. */
export function caseRows(family: string, file: string): ReadonlyMap<string, string>[] {
  const [header = '', ...lines] = (caseText(family, file) ?? '').trim().split(/\r?\n/);
  const columns = header.split(',');
  return lines.map((line) => new Map(line.split(',').map((value, i) => [columns[i] ?? '', value])));
}

/** Hundredths of a plain decimal, digits beyond the second cut off: "917282.46" → 91728246. */
export function hundredths(text: string): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new Error(`not a decimal: ${text}`);
  return BigInt(`${match[1]}${(match[2] ?? '').slice(0, 2).padEnd(2, '0')}`);
}
