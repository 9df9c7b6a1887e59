/**
 * What the sealed tree and the public bundle hold of a ticket: enough to count and match it, nothing to claim it with.
 *
 * Entry = commitment (32 bytes) ‖ length of the lines (2) ‖ lines (packed as the game or pool lays down) ‖ stake in cents
 * (8) ‖ state (1: sold, 2: cancelled). Integers are unsigned and big-endian, so every entry has one reading.
 *
 * Commitment = SHA-256(serial in ASCII ‖ salt of 16 bytes). The holder of serial and salt can show which leaf is theirs;
 * nobody can go from a leaf to a serial. The salt has a fixed length, so serial and salt cannot be shifted into each other.
 *
 * Example: a line of 3 bytes at EUR 1.00, sold → 46 bytes, ending 0003 aabbcc 0000000000000064 01.
 */
import type { Cents } from '@valira/money';
import { concat, utf8 } from '../randomness/bytes.ts';
import type { Sha256 } from '../randomness/hash-ports.ts';
import { hashBytes } from './merkle-tree.ts';

export type TicketState = 'sold' | 'cancelled';

export type TicketLeaf = {
  readonly commitment: Uint8Array;
  /** Packed lines of a game, or packed selections of a pool bet; at most 65,535 bytes. */
  readonly lines: Uint8Array;
  readonly stakeCents: Cents;
  readonly state: TicketState;
};

export const saltBytes = 16;

const stateBytes = { sold: 1, cancelled: 2 } as const satisfies Record<TicketState, number>;

/** Bytes of an entry beside its lines. */
export const entryOverhead = hashBytes + 2 + 8 + 1;

/** Throws unless the salt has 16 bytes. */
export function ticketCommitment(sha256: Sha256, serial: string, salt: Uint8Array): Uint8Array {
  if (salt.length !== saltBytes) throw new RangeError(`a ticket salt has 16 bytes: ${salt.length}`);
  return sha256(concat(utf8(serial), salt));
}

/** The leaf entry. Throws on a commitment of another length, lines past 65,535 bytes or a stake outside 0…2^64 − 1. */
export function encodeTicketLeaf(leaf: TicketLeaf): Uint8Array {
  const { commitment, lines, stakeCents } = leaf;
  if (commitment.length !== hashBytes) throw new RangeError(`a commitment has 32 bytes: ${commitment.length}`);
  if (lines.length > 65_535) throw new RangeError(`lines of ${lines.length} bytes do not fit a leaf`);
  if (stakeCents < 0n || stakeCents >= 1n << 64n) throw new RangeError(`a stake of ${stakeCents} does not fit a leaf`);
  const entry = new Uint8Array(entryOverhead + lines.length);
  const view = new DataView(entry.buffer);
  entry.set(commitment, 0);
  view.setUint16(hashBytes, lines.length);
  entry.set(lines, hashBytes + 2);
  view.setBigUint64(hashBytes + 2 + lines.length, stakeCents);
  entry[entry.length - 1] = stateBytes[leaf.state];
  return entry;
}
