/**
 * Crockford's base 32: digits and letters without I, L, O and U. In numbers of 32 bits, because ids are written and read with every sale
 * and big integers take ten times as long.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The value of each character, by its code; −1 for what is none. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)));

/** The value of one character, 0 to 31, or −1. */
export const base32Value = (text: string, at: number): number => VALUES[text.charCodeAt(at)] ?? -1;

/** Bits of `bytes`, the highest first, in groups of five; `lead` zero bits come before the first so that the last group is full. */
export function toBase32(bytes: Uint8Array, lead: number): string {
  let text = '';
  let held = 0;
  let bits = lead;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >>> bits) & 31];
    }
  }
  return text;
}

/** The bytes that `toBase32` wrote with this lead, or null when a character is none of ours or the lead is not zero. */
export function fromBase32(text: string, lead: number): Buffer | null {
  const bytes = Buffer.allocUnsafe((text.length * 5 - lead) >> 3);
  let held = 0;
  let bits = -lead;
  let at = 0;
  for (let i = 0; i < text.length; i += 1) {
    const value = base32Value(text, i);
    if (value < 0) return null;
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (i === 0 && held >>> bits !== 0) return null;
    if (bits >= 8) {
      bits -= 8;
      bytes[at] = (held >>> bits) & 0xff;
      at += 1;
    }
  }
  return bytes;
}
