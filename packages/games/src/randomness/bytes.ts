/**
 * Byte strings: the layouts of docs/verify.md are built from these and nothing else.
 * Integers are unsigned and big-endian. Example: `u16(258)` is 01 02.
 */

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i += 1) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

/** `value` in `width` bytes. Throws when it does not fit: a length or an amount that overflows is a bug at the caller. */
export function unsigned(value: bigint | number, width: number): Uint8Array {
  let left = BigInt(value);
  if (left < 0n || left >= 1n << BigInt(8 * width)) throw new RangeError(`${value} does not fit ${width} unsigned bytes`);
  const bytes = new Uint8Array(width);
  for (let i = width - 1; i >= 0; i -= 1) {
    bytes[i] = Number(left & 255n);
    left >>= 8n;
  }
  return bytes;
}

export const u8 = (value: number): Uint8Array => unsigned(value, 1);
export const u16 = (value: number): Uint8Array => unsigned(value, 2);
export const u32 = (value: number): Uint8Array => unsigned(value, 4);
export const u64 = (value: bigint): Uint8Array => unsigned(value, 8);

/** `bytes` with its length in two bytes before it, so that neighbours cannot run into each other. */
export const withLength = (bytes: Uint8Array): Uint8Array => concat(u16(bytes.length), bytes);

const digits = '0123456789abcdef';

/** Lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += (digits[byte >> 4] ?? '') + (digits[byte & 15] ?? '');
  return text;
}

/** Bytes of lower-case hexadecimal text, or null for anything else (upper case included: one value has one spelling). */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** UTF-8 of well-formed text. Throws on a lone surrogate, which has no UTF-8 form. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point >= 0xd800 && point <= 0xdfff) throw new RangeError('text with a lone surrogate has no UTF-8 form');
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
  }
  return Uint8Array.from(bytes);
}
