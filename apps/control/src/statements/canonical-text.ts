/**
 * The one spelling of a JSON value that hashes and signatures are taken over (docs/verify.md, section 1): keys by UTF-16 code
 * units, no white space, whole numbers. Example: `{ "b": [1], "a": null }` → `{"a":null,"b":[1]}`.
 */

const deepest = 64;

/** Canonical text of a JSON value. Throws a RangeError on what has none: a fraction, a lone surrogate, endless nesting. */
export function canonicalText(value: unknown, depth = 0): string {
  if (depth > deepest) throw new RangeError(`nested more than ${deepest} deep`);
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false';
    case 'string':
      if (!value.isWellFormed()) throw new RangeError('text with a lone surrogate');
      return JSON.stringify(value);
    case 'number':
      if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new RangeError(`not a whole number: ${value}`);
      return value.toString();
    case 'object':
      break;
    default:
      throw new RangeError(`a ${typeof value} is no JSON`);
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item, depth + 1)).join()}]`;
  const members = new Map(Object.entries(value));
  const keys = [...members.keys()].sort();
  return `{${keys.map((key) => `${canonicalText(key, depth + 1)}:${canonicalText(members.get(key), depth + 1)}`).join()}}`;
}
