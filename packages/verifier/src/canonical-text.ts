/** Canonical JSON (docs/verify.md, section 1), written and read. */
import { sameBytes, text } from './byte-strings.ts';

/** Deeper nesting than any record has; beyond it a document is malformed, whatever it says. */
const deepest = 64;

/** Canonical text, or null for a value that has none. */
export function canonicalText(value: unknown, depth = 0): string | null {
  if (depth > deepest) return null;
  if (value === null || value === true || value === false) return String(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : null;
  if (typeof value === 'string') return value.isWellFormed() ? JSON.stringify(value) : null;
  if (typeof value !== 'object') return null;
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      const part = canonicalText(item, depth + 1);
      if (part === null) return null;
      parts.push(part);
    }
    return `[${parts.join(',')}]`;
  }
  const members = new Map<string, unknown>(Object.entries(value));
  for (const key of [...members.keys()].sort()) {
    const name = canonicalText(key, depth + 1);
    const part = canonicalText(members.get(key), depth + 1);
    if (name === null || part === null) return null;
    parts.push(`${name}:${part}`);
  }
  return `{${parts.join(',')}}`;
}

/** UTF-8 of the canonical text. A value without one hashes like nothing that can be signed: an empty byte string. */
export const canonicalBytes = (value: unknown): Uint8Array => text(canonicalText(value) ?? '');

/** The value of bytes that are exactly the canonical text of it; undefined for anything else. */
export function readCanonical(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return sameBytes(canonicalBytes(value), bytes) ? value : undefined;
  } catch {
    return undefined;
  }
}
