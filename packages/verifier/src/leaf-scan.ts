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

/** Open addressing over the first four bytes of a commitment, so that a million tickets are compared at memory speed. */
function seenBefore(entries: Uint8Array) {
  let slots = new Float64Array(1 << 10).fill(-1);
  let filled = 0;
  const slotOf = (at: number, mask: number): number =>
    (((entries[at] ?? 0) << 24) | ((entries[at + 1] ?? 0) << 16) | ((entries[at + 2] ?? 0) << 8) | (entries[at + 3] ?? 0)) & mask;
  const equal = (a: number, b: number): boolean => {
    for (let i = 0; i < commitmentBytes; i += 1) if (entries[a + i] !== entries[b + i]) return false;
    return true;
  };
  const put = (into: Float64Array, at: number): boolean => {
    const mask = into.length - 1;
    for (let slot = slotOf(at, mask); ; slot = (slot + 1) & mask) {
      const other = into[slot] ?? -1;
      if (other < 0) {
        into[slot] = at;
        return true;
      }
      if (equal(other, at)) return false;
    }
  };
  return (at: number): boolean => {
    if (2 * (filled + 1) > slots.length) {
      const wider = new Float64Array(slots.length * 4).fill(-1);
      for (const kept of slots) if (kept >= 0) put(wider, kept);
      slots = wider;
    }
    if (!put(slots, at)) return true;
    filled += 1;
    return false;
  };
}

/** Totals over all entries, or null with a finding when the entries cannot be read to the end. */
export function scanLeaves(ports: VerifierPorts, entries: Uint8Array, found: FindingList, onSold: SoldTicket): LeafTotals | null {
  const tree = hashTree(ports.sha256);
  const twice = seenBefore(entries);
  const view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength);
  // One byte longer than the longest entry; its first byte stays 00, the leaf prefix.
  const prefixed = new Uint8Array(1 + fixedBytes + 65_535);
  let count = 0;
  let cancelledCount = 0;
  let stakeCents = 0n;
  let smallStakes = 0;
  let at = 0;
  while (at < entries.length) {
    const malformed = (why: string): null => {
      found.add('leaves_malformed', `entry ${count}`, why);
      return null;
    };
    if (entries.length - at < fixedBytes) return malformed('the file ends inside it');
    const linesFrom = at + commitmentBytes + 2;
    const linesTo = linesFrom + view.getUint16(at + commitmentBytes);
    const end = linesTo + 9;
    if (end > entries.length) return malformed('the file ends inside it');
    const state = entries[end - 1];
    if (state !== 1 && state !== 2) return malformed(`state ${state}`);
    const high = view.getUint32(linesTo);
    if (high >= 2 ** 21) return malformed('a stake past 2^53 cents');

    prefixed.set(entries.subarray(at, end), 1);
    tree.add(ports.sha256(prefixed.subarray(0, 1 + end - at)));
    if (twice(at)) found.add('ticket_twice', `entry ${count}`, 'its commitment came before');

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
  return { root: tree.root(), count, cancelledCount, stakeCents: stakeCents + BigInt(smallStakes) };
}
