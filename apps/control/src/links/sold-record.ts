/**
 * The records of a link: contest id (16) ‖ ticket id (16) ‖ leaf entry (docs/verify.md, section 3), one after the other.
 *
 * Leaf entry: commitment (32) ‖ length of the lines (2) ‖ lines ‖ stake in cents (8) ‖ state (1: sold, 2: cancelled).
 * Example: a 6/45 line of 15 bytes is a record of 32 + 43 + 15 = 90 bytes.
 */

export type SoldRecord = {
  readonly contestId: string;
  readonly ticketId: string;
  readonly commitment: Buffer;
  readonly lines: Buffer;
  readonly stakeCents: bigint;
  readonly state: 1 | 2;
};

const idsBytes = 32;
const fixedBytes = idsBytes + 32 + 2 + 8 + 1;
/** What a bigint column of the database holds; no stake comes near it. */
const mostCents = 2n ** 63n - 1n;

function uuidAt(bytes: Buffer, at: number): string {
  const digits = bytes.toString('hex', at, at + 16);
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
}

/** All records, or null when the bytes are anything but whole records. */
export function readRecords(bytes: Buffer): SoldRecord[] | null {
  const records: SoldRecord[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (bytes.length - at < fixedBytes) return null;
    const linesFrom = at + idsBytes + 34;
    const linesTo = linesFrom + bytes.readUInt16BE(linesFrom - 2);
    if (linesTo + 9 > bytes.length) return null;
    const stakeCents = bytes.readBigUInt64BE(linesTo);
    const state = bytes[linesTo + 8];
    if ((state !== 1 && state !== 2) || stakeCents > mostCents) return null;
    records.push({
      contestId: uuidAt(bytes, at),
      ticketId: uuidAt(bytes, at + 16),
      commitment: bytes.subarray(at + idsBytes, at + idsBytes + 32),
      lines: bytes.subarray(linesFrom, linesTo),
      stakeCents,
      state,
    });
    at = linesTo + 9;
  }
  return records;
}
