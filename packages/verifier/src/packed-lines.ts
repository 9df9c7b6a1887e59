/** The packed lines of a leaf (docs/verify.md, section 8), read in place. */

export type PackedHeader = {
  readonly units: number;
  readonly digitsAt: number;
  readonly digitCount: number;
  readonly entriesAt: number;
  readonly entryCount: number;
  readonly end: number;
};

/** Remainder table of x⁸ + x² + x + 1. */
const remainders = new Uint8Array(256);
for (let byte = 0; byte < 256; byte += 1) {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ (value >= 128 ? 0x107 : 0);
  remainders[byte] = value;
}

/**
 * Header of the packed main play at `from`, or null when version, family, size or check byte are wrong. Plays of add-ons may
 * follow where the game has any. Reuses one object, as it
 * is read for millions of tickets: take what is needed before the next call.
 */
export function packedReader(
  family: number,
  entryBytes: number,
  addOns: boolean,
): (file: Uint8Array, from: number, to: number) => PackedHeader | null {
  const header = { units: 0, digitsAt: 0, digitCount: 0, entriesAt: 0, entryCount: 0, end: 0 };
  return (file, from, to) => {
    if (to - from < 8 || file[from] !== 1 || file[from + 1] !== family) return null;
    header.units = (file[from + 2] ?? 0) | ((file[from + 3] ?? 0) << 8);
    header.digitCount = file[from + 4] ?? 0;
    header.digitsAt = from + 5;
    header.entriesAt = header.digitsAt + 4 * header.digitCount + 2;
    if (header.entriesAt >= to) return null;
    header.entryCount = (file[header.entriesAt - 2] ?? 0) | ((file[header.entriesAt - 1] ?? 0) << 8);
    header.end = header.entriesAt + entryBytes * header.entryCount;
    if (addOns ? header.end >= to : header.end + 1 !== to) return null;
    let check = 0;
    // Indexes are in range here; a fallback for undefined in this loop would more than double its time.
    for (let at = from; at < header.end; at += 1) check = remainders[check ^ (file[at] as number)] as number;
    return check === file[header.end] ? header : null;
  };
}

const ones = Uint8Array.from({ length: 256 }, (_, byte) => {
  let count = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) count += 1;
  return count;
});

/** A mask of bits start + number of a packed entry, as bytes. */
export function bitMask(bytes: number, bits: Iterable<number>): Uint8Array {
  const mask = new Uint8Array(bytes);
  for (const bit of bits) mask[bit >> 3] = (mask[bit >> 3] ?? 0) | (1 << (bit & 7));
  return mask;
}

/** How many bits of the mask are set in the bytes at `at`. */
export function commonBits(file: Uint8Array, at: number, mask: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < mask.length; i += 1) count += ones[(file[at + i] ?? 0) & (mask[i] ?? 0)] ?? 0;
  return count;
}
