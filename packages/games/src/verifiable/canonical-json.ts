/**
 * One spelling for a JSON value, so that two parties hash the same bytes (the rules of RFC 8785 for the values used here).
 *
 * Object keys are sorted by UTF-16 code units, nothing is padded, strings are escaped as JSON.stringify does. Numbers
 * are safe integers: amounts are decimal text, and a fraction has no place in a hashed document.
 *
 * Example: `{ "b": [1, "é"], "a": null }` → `{"a":null,"b":[1,"é"]}`.
 */
import { utf8 } from '../randomness/bytes.ts';
import type { Sha256 } from '../randomness/hash-ports.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * Canonical text of a JSON value. A property whose value is undefined is left out, as JSON.stringify leaves it out.
 * Throws on what has no canonical form here: a fraction, a bigint, a function, a lone surrogate.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') {
    if (/\p{Cs}/u.test(value)) throw new RangeError('text with a lone surrogate has no canonical form');
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new RangeError(`a hashed document holds whole numbers: ${value}`);
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, member]) => `${canonicalJson(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  throw new RangeError(`no canonical form for a ${typeof value}`);
}

/** UTF-8 of the canonical text. */
export const canonicalBytes = (value: unknown): Uint8Array => utf8(canonicalJson(value));

/** SHA-256 of the canonical bytes: the definition hash and the mapping hash are this. */
export const canonicalHash = (sha256: Sha256, value: unknown): Uint8Array => sha256(canonicalBytes(value));
