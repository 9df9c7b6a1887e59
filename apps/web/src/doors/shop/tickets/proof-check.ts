/**
 * The check that a ticket was in the draw, done by this browser with the independent verifier: its serial and salt give
 * the leaf's commitment, the leaf and the path give the root, and the root must be the sealed one that was published.
 */
import type { TicketProof } from '../../../api/wire.ts';
import { bytesOfHex } from './hex.ts';

export type ProofSide = 'left' | 'right';

export type ProofCheck = {
  readonly included: boolean;
  readonly why: 'entry_malformed' | 'not_this_ticket' | 'not_in_this_tree' | null;
  /** Side of each sibling, from the leaf up. */
  readonly sides: readonly ProofSide[];
  readonly tookMs: number;
};

const STATES = { sold: 1, cancelled: 2 } as const;

/** The leaf entry: commitment (32) ‖ length of lines (2) ‖ lines ‖ stake (8) ‖ state (1), big-endian. */
export function leafEntry(leaf: TicketProof['leaf']): Uint8Array {
  const commitment = bytesOfHex(leaf.commitment);
  const lines = bytesOfHex(leaf.lines);
  const entry = new Uint8Array(commitment.length + 2 + lines.length + 9);
  const view = new DataView(entry.buffer);
  entry.set(commitment, 0);
  view.setUint16(commitment.length, lines.length);
  entry.set(lines, commitment.length + 2);
  view.setBigUint64(commitment.length + 2 + lines.length, BigInt(leaf.stakeCents));
  entry[entry.length - 1] = STATES[leaf.state];
  return entry;
}

/** On which side each sibling stands, from the leaf up, in a tree of `size` leaves (RFC 9162, section 2.1.3.2). */
export function proofSides(index: number, size: number, length: number): readonly ProofSide[] {
  let node = BigInt(index);
  let last = BigInt(size - 1);
  return Array.from({ length }, () => {
    const fromLeft = (node & 1n) === 1n || node === last;
    if (fromLeft) {
      while ((node & 1n) === 0n && node !== 0n) {
        node >>= 1n;
        last >>= 1n;
      }
    }
    node >>= 1n;
    last >>= 1n;
    return fromLeft ? 'left' : 'right';
  });
}

/** `root`: the published root, hex; not the one that came with the proof. */
export async function checkProof(proof: TicketProof, root: string): Promise<ProofCheck> {
  const [{ verifyTicket }, { browserPorts }] = await Promise.all([import('@valira/verifier'), import('@valira/verifier/browser')]);
  const began = performance.now();
  const answer = verifyTicket(browserPorts, bytesOfHex(root), {
    serial: proof.serial,
    salt: bytesOfHex(proof.salt),
    entry: leafEntry(proof.leaf),
    proof: { index: proof.index, size: proof.leaves, path: proof.path.map(bytesOfHex) },
  });
  return {
    included: answer.included,
    why: answer.included ? null : answer.why,
    sides: proofSides(proof.index, proof.leaves, proof.path.length),
    tookMs: performance.now() - began,
  };
}
