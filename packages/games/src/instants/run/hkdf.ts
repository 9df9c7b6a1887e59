/** HKDF with SHA-256 (RFC 5869). */
import { concat, u8 } from '../../randomness/bytes.ts';
import type { HmacSha256 } from '../../randomness/hash-ports.ts';

export const hkdfExtract = (hmac: HmacSha256, salt: Uint8Array, input: Uint8Array): Uint8Array => hmac(salt, input);

/** `length` bytes, at most 255 × 32. */
export function hkdfExpand(hmac: HmacSha256, key: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  if (!Number.isInteger(length) || length < 1 || length > 255 * 32) throw new RangeError(`HKDF gives 1 to 8,160 bytes: ${length}`);
  const out = new Uint8Array(length);
  let block: Uint8Array = new Uint8Array(0);
  for (let at = 0, i = 1; at < length; at += 32, i += 1) {
    block = hmac(key, concat(block, info, u8(i)));
    out.set(block.subarray(0, Math.min(32, length - at)), at);
  }
  return out;
}
