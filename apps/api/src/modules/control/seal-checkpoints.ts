/**
 * Checkpoints of a seal: for each 256 leaves the last ticket id and the root of the tree over these leaves alone, so that the
 * control system can name the interval in which its copy differs. The last one is over what is left.
 *
 * Example: 600 leaves give three checkpoints, over 256, 256 and 88 leaves.
 */
import { type MerkleTreeBuilder, merkleTree, tileWidth } from '@valira/games/verifiable';
import { hex, sha256 } from '../../platform/hash.ts';

export type SealCheckpoint = { readonly lastTicketId: string; readonly root: string };

export type SealCheckpoints = {
  /** Takes the next leaf entry, in the order of sealing. */
  add(ticketId: string, entry: Uint8Array): void;
  finish(): readonly SealCheckpoint[];
};

export function sealCheckpoints(): SealCheckpoints {
  const done: SealCheckpoint[] = [];
  let open: { tree: MerkleTreeBuilder; leaves: number; lastTicketId: string } | null = null;
  const close = () => {
    if (open) done.push({ lastTicketId: open.lastTicketId, root: hex(open.tree.finish().root) });
    open = null;
  };
  return {
    add(ticketId, entry) {
      open ??= { tree: merkleTree(sha256), leaves: 0, lastTicketId: ticketId };
      open.tree.appendEntry(entry);
      open.leaves += 1;
      open.lastTicketId = ticketId;
      if (open.leaves === tileWidth) close();
    },
    finish() {
      close();
      return done;
    },
  };
}
