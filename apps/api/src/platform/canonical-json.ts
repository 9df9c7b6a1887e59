/**
 * One text for one value (RFC 8785 for the values we use): keys sorted, no spaces, bigints as decimal strings, dates as ISO strings.
 * Hashes of inputs, definitions and statements are taken over it.
 */
export function canonicalJson(value: unknown): string {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new RangeError(`no JSON for ${value}`);
      return JSON.stringify(value);
    case 'bigint':
      return `"${value}"`;
    case 'object':
      break;
    default:
      throw new TypeError(`no JSON for a ${typeof value}`);
  }
  if (value instanceof Date) return JSON.stringify(value.toISOString());
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  const fields = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${fields.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

/** A plain JSON value of anything canonicalJson accepts: what may be stored in a jsonb column or sent. */
export const toJson = (value: unknown): unknown => JSON.parse(canonicalJson(value));
