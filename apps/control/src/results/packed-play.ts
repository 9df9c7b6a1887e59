/**
 * The packed play of a ticket (docs/verify.md, section 8), integers little-endian: version, family, units, printed digits, entries
 * of one size, CRC-8. Example, 6/45 line 1-2-3-4-5-6: 01 01 0100 00 0100 | 00 3f00 0000 0000 | crc.
 */

export type PackedPlay = {
  readonly units: number;
  readonly digits: readonly number[];
  /** One view for each entry. */
  readonly entries: readonly Buffer[];
};

/** Remainders of x⁸ + x² + x + 1 by byte. */
const remainders = Uint8Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = ((value << 1) ^ (value & 0x80 ? 0x07 : 0)) & 0xff;
  return value;
});

function crc8(bytes: Buffer, length: number): number {
  let value = 0;
  for (let at = 0; at < length; at += 1) value = remainders[value ^ (bytes[at] ?? 0)] ?? 0;
  return value;
}

/** The one play that the lines are, or null when they are anything else than one play of this family and entry size. */
export function readPlay(lines: Buffer, family: number, entryBytes: number): PackedPlay | null {
  if (lines.length < 8 || lines[0] !== 1 || lines[1] !== family) return null;
  const digitCount = lines.readUInt8(4);
  const entriesAt = 5 + 4 * digitCount + 2;
  if (entriesAt >= lines.length) return null;
  const count = lines.readUInt16LE(entriesAt - 2);
  const end = entriesAt + count * entryBytes;
  if (count === 0 || lines.length !== end + 1 || crc8(lines, end) !== lines[end]) return null;
  return {
    units: lines.readUInt16LE(2),
    digits: Array.from({ length: digitCount }, (_, i) => lines.readUInt32LE(5 + 4 * i)),
    entries: Array.from({ length: count }, (_, i) => lines.subarray(entriesAt + i * entryBytes, entriesAt + (i + 1) * entryBytes)),
  };
}
