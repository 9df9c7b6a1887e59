/**
 * The leaf entries of a bundle, read once from front to back (docs/verify.md, section 3): root, counts, stakes, doubles.
 *
 * A million entries are two million hash calls; everything else is kept out of their way: no bigint and no object per entry.
 */
import type { FindingList } from './finding.ts';
import { hashTree } from './hash-tree.ts';
import type { VerifierPorts } from './ports.ts';

export type LeafTotals = {
  readonly root: Uint8Array;
  readonly count: number;
  readonly cancelledCount: number;
  readonly stakeCents: bigint;
};

/** Called for every sold ticket: its lines are file[from … to − 1]. `stakeCents` is exact up to 2^53 and never above it. */
export type SoldTicket = (file: Uint8Array, from: number, to: number, stakeCents: number, index: number) => void;

const commitmentBytes = 32;
const fixedBytes = 43;
/** Sums of these stay exact in a double until they are carried over at 2^52. */
const largestSmallStake = 2 ** 40;

/** Bits of the map that commitments leave their mark in: 32 a ticket, at most 4 MB. */
function mapSize(tickets: number): number {
  let bits = 1 << 10;
  while (bits < 32 * tickets && bits < 1 << 25) bits *= 2;
  return bits;
}

/**
 * Reports entries whose commitment an earlier one has. `starts` holds the first four bytes of each. They set bits in a wide map;
 * only commitments that meet a bit already set are compared in full: three in a hundred of a million when nobody is cheating.
 * The pass comes after the hashing, which would push the map out of the processor's cache: 15 ms a million, not 150.
 */
function reportDoubles(entries: Uint8Array, starts: Uint32Array, found: FindingList): void {
  const mapBits = mapSize(starts.length);
  const met = new Int32Array(mapBits >> 5);
  const again = new Int32Array(mapBits >> 5);
  let suspects = 0;
  for (let i = 0; i < starts.length; i += 1) {
    const slot = (starts[i] ?? 0) & (mapBits - 1);
    const bit = 1 << (slot & 31);
    const word = slot >> 5;
    const before = met[word] ?? 0;
    met[word] = before | bit;
    if ((before & bit) === 0) continue;
    again[word] = (again[word] ?? 0) | bit;
    suspects += 1;
  }
  if (suspects === 0) return;
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  const seen = new Set<string>();
  for (let index = 0, at = 0; index < starts.length; index += 1) {
    const slot = (starts[index] ?? 0) & (mapBits - 1);
    if (((again[slot >> 5] ?? 0) & (1 << (slot & 31))) !== 0) {
      let commitment = '';
      for (let i = 0; i < commitmentBytes; i += 2) commitment += String.fromCharCode(view.getUint16(at + i));
      if (seen.has(commitment)) found.add('ticket_twice', `entry ${index}`, 'its commitment came before');
      seen.add(commitment);
    }
    at += fixedBytes + view.getUint16(at + commitmentBytes);
  }
}

/** Totals over all entries, or null with a finding when the entries cannot be read to the end. */
export function scanLeaves(ports: VerifierPorts, entries: Uint8Array, found: FindingList, onSold: SoldTicket): LeafTotals | null {
  const tree = hashTree(ports);
  const starts = new Uint32Array(Math.floor(entries.length / fixedBytes));
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  // One byte longer than the longest entry; its first byte stays 00, the leaf prefix.
  const prefixed = new Uint8Array(1 + fixedBytes + 65_535);
  let leaf = prefixed;
  let count = 0;
  let cancelledCount = 0;
  let stakeCents = 0n;
  let smallStakes = 0;
  let at = 0;
  const malformed = (why: string): null => {
    found.add('leaves_malformed', `entry ${count}`, why);
    return null;
  };
  while (at < entries.length) {
    if (entries.length - at < fixedBytes) return malformed('the file ends inside it');
    const linesFrom = at + commitmentBytes + 2;
    const linesTo = linesFrom + view.getUint16(at + commitmentBytes);
    const end = linesTo + 9;
    if (end > entries.length) return malformed('the file ends inside it');
    const state = entries[end - 1];
    if (state !== 1 && state !== 2) return malformed(`state ${state}`);
    const high = view.getUint32(linesTo);
    if (high >= 2 ** 21) return malformed('a stake past 2^53 cents');

    const length = 1 + end - at;
    if (leaf.length !== length) leaf = prefixed.subarray(0, length);
    // A loop and not set(subarray): no view is made per entry, and a million entries take 60 ms less.
    for (let to = 1, from = at; from < end; to += 1, from += 1) prefixed[to] = entries[from] as number;
    tree.add(leaf);
    starts[count] = view.getUint32(at);

    if (state === 1) {
      const stake = high * 2 ** 32 + view.getUint32(linesTo + 4);
      if (stake > largestSmallStake) stakeCents += BigInt(stake);
      else smallStakes += stake;
      if (smallStakes > 2 ** 52) {
        stakeCents += BigInt(smallStakes);
        smallStakes = 0;
      }
      onSold(entries, linesFrom, linesTo, stake, count);
    } else {
      cancelledCount += 1;
    }
    count += 1;
    at = end;
  }
  reportDoubles(entries, starts.subarray(0, count), found);
  return { root: tree.root(), count, cancelledCount, stakeCents: stakeCents + BigInt(smallStakes) };
}
