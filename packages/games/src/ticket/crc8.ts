/**
 * One check byte over packed lines (polynomial x⁸ + x² + x + 1, start 0), so that a flipped bit or a torn write is refused
 * and never read as another line. It finds every error within eight neighbouring bits.
 *
 * Example: the ASCII bytes of "123456789" give 0xF4, the published check value of this polynomial.
 */
const table = Uint8Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : (crc << 1) & 0xff;
  return crc;
});

/** Check byte of bytes[0 … end − 1]. */
export function crc8(bytes: Uint8Array, end = bytes.length): number {
  let crc = 0;
  for (let i = 0; i < end; i += 1) crc = table[crc ^ (bytes[i] ?? 0)] ?? 0;
  return crc;
}
