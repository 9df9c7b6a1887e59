/** From domain values to JSON and to the one text that hashes are taken over: bigints become decimal text, dates ISO text. */
import { canonicalJson, type Json } from '@valira/games/verifiable';

/** A plain JSON value: what may be stored in a jsonb column, sent, or hashed. Undefined fields are left out. */
export function toJson(value: unknown): Json {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, field]) => field !== undefined)
        .map(([name, field]) => [name, toJson(field)]),
    );
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new TypeError(`no JSON for a ${typeof value}`);
}

export const canonicalText = (value: unknown): string => canonicalJson(toJson(value));

/**
 * The first field of `input` whose value has no canonical text, or null when all have one. A sender can put such a value where a schema
 * takes any JSON or any text: a fraction, half of a surrogate pair, or arrays nested deeper than can be walked.
 */
export function fieldWithoutCanonicalText(input: unknown): string | null {
  const fields = typeof input === 'object' && input !== null ? Object.entries(input) : [['', input] as const];
  for (const [name, value] of fields)
    try {
      if (value !== undefined) canonicalText(value);
    } catch (error) {
      if (error instanceof RangeError) return name;
      throw error;
    }
  return null;
}
