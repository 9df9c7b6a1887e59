/** Byte strings of the specification (docs/verify.md): unsigned big-endian integers, lower-case hexadecimal, UTF-8. */

export function join(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

export const text = (characters: string): Uint8Array => new TextEncoder().encode(characters);

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Bytes of hexadecimal text that a shape check has passed. */
export function unhex(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length >> 1);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** `len(x) ‖ x` of the specification. */
export const withLength = (bytes: Uint8Array): Uint8Array => join(Uint8Array.of(bytes.length >> 8, bytes.length & 255), bytes);
