/**
 * Whether an opened electronic instant ticket is the one that was committed to before the first sale: its outcome and salt give the leaf, the path gives
 * the root, and the root is the one that was published for the run.
 *
 * Leaf = H(00 ‖ game (2) ‖ run (2) ‖ index (4) ‖ outcome ‖ salt (32)), numbers big-endian; tree of RFC 6962. About twenty hash calls.
 */
import { join } from './byte-strings.ts';
import { provesInclusion, type TicketProof } from './hash-tree.ts';
import type { VerifierPorts } from './ports.ts';

export type InstantClaim = {
  readonly game: number;
  readonly run: number;
  /** Tier (2 bytes) and face. */
  readonly outcome: Uint8Array;
  readonly salt: Uint8Array;
  /** Its index is the ticket's place in the pool. */
  readonly proof: TicketProof;
};

export function verifyInstantTicket({ sha256 }: Pick<VerifierPorts, 'sha256'>, root: Uint8Array, claim: InstantClaim): boolean {
  const { game, run, outcome, salt, proof } = claim;
  if (root.length !== 32 || salt.length !== 32 || outcome.length < 2) return false;
  const place = new Uint8Array(9);
  const view = new DataView(place.buffer);
  view.setUint16(1, game);
  view.setUint16(3, run);
  view.setUint32(5, proof.index);
  return provesInclusion(sha256, root, sha256(join(place, outcome, salt)), proof);
}
