/**
 * The number under the coating (VIRN): 80 bits that nobody can guess, unrelated to prize, order and ticket number.
 *
 * VIRN = first 10 bytes of AES-256(virn key of the run, 0 (8 bytes) ‖ ticket index (8)), written as 16 characters of Crockford's base 32
 * in groups of four. A block cipher under a secret key is a pseudo-random permutation; cut to 80 bits it is a pseudo-random function.
 *
 * The database keeps HMAC-SHA-256(validation key of the run, VIRN) alone.
 */
import type { HmacSha256 } from '../../randomness/hash-ports.ts';
import type { EncryptBlocks } from './cipher-port.ts';

export const virnBytes = 10;
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Blocks that hold `first`, `first` + 1, … in their last eight bytes and `tag` in bytes 4 to 7. */
export function counterBlocks(first: number, count: number, tag: number, into?: Uint8Array): Uint8Array {
  const blocks = into ?? new Uint8Array(16 * count);
  const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.byteLength);
  for (let i = 0; i < count; i += 1) {
    view.setUint32(16 * i, 0);
    view.setUint32(16 * i + 4, tag);
    view.setUint32(16 * i + 8, 0);
    view.setUint32(16 * i + 12, first + i);
  }
  return blocks;
}

/** VIRNs of consecutive tickets, 16 bytes apart, of which the first 10 count. */
export const virnBlocks = (encrypt: EncryptBlocks, key: Uint8Array, first: number, count: number): Uint8Array =>
  encrypt(key, counterBlocks(first, count, 0));

export const virnOf = (encrypt: EncryptBlocks, key: Uint8Array, index: number): Uint8Array =>
  virnBlocks(encrypt, key, index, 1).slice(0, virnBytes);

/** Example: ten zero bytes are `0000-0000-0000-0000`. */
export function writeVirn(virn: Uint8Array): string {
  if (virn.length !== virnBytes) throw new RangeError(`a VIRN has ${virnBytes} bytes: ${virn.length}`);
  let value = virn.reduce((whole, byte) => (whole << 8n) | BigInt(byte), 0n);
  let text = '';
  for (let i = 0; i < 16; i += 1) {
    text = (alphabet[Number(value & 31n)] ?? '') + text;
    value >>= 5n;
  }
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

/** Bytes of a VIRN as typed: case, blanks and hyphens do not matter, O is read as 0, I and L as 1. Null when it is none. */
export function parseVirn(text: string): Uint8Array | null {
  const plain = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (plain.length !== 16) return null;
  let value = 0n;
  for (const character of plain) {
    const digit = alphabet.indexOf(character);
    if (digit < 0) return null;
    value = (value << 5n) | BigInt(digit);
  }
  const bytes = new Uint8Array(virnBytes);
  for (let i = virnBytes - 1; i >= 0; i -= 1) {
    bytes[i] = Number(value & 255n);
    value >>= 8n;
  }
  return bytes;
}

/** 32 bytes, all that is stored of a VIRN. */
export const virnHash = (hmac: HmacSha256, key: Uint8Array, virn: Uint8Array): Uint8Array => hmac(key, virn);
