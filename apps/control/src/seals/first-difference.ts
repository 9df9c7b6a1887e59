/**
 * Where two copies of a contest differ first. The operator hands in, for every 256 leaves, the last ticket id and the root of the
 * tree over those leaves alone; this system takes its own leaves between the same ids and compares.
 *
 * Example: checkpoints end at tickets A, B, C; the root over the own tickets after A up to B is another one: the difference is in
 * (A, B]. A ticket that only one side has changes one interval and none of the others.
 */
import type { Tx } from '../sql.ts';
import { hex } from '../statements/digest.ts';
import { LeafTree, leafHash } from './leaf-tree.ts';
import { scanOwnLeaves } from './own-leaves.ts';

export type Checkpoint = { readonly lastTicketId: string; readonly root: string };

export type Interval = {
  /** Null: from the first ticket on. */
  readonly afterTicketId: string | null;
  /** Included. Null: to the last ticket. */
  readonly untilTicketId: string | null;
};

/** The first interval whose leaves differ, or null when all agree and the seal contradicts its own checkpoints. */
export async function firstDifference(
  tx: Tx,
  contestId: string,
  quarantinedUntil: Date | null,
  checkpoints: readonly Checkpoint[],
): Promise<Interval | null> {
  let at = 0;
  let own = new LeafTree();
  let ownLeaves = 0;
  let found: Interval | null = null;
  const before = () => checkpoints[at - 1]?.lastTicketId ?? null;
  const closeInterval = () => {
    const checkpoint = checkpoints[at];
    const differs = checkpoint ? hex(own.root()) !== checkpoint.root : ownLeaves > 0;
    if (differs) found ??= { afterTicketId: before(), untilTicketId: checkpoint?.lastTicketId ?? null };
    at += 1;
    own = new LeafTree();
    ownLeaves = 0;
  };
  await scanOwnLeaves(tx, contestId, quarantinedUntil, {
    onLeaf({ ticketId, entry }) {
      for (let last = checkpoints[at]?.lastTicketId; last !== undefined && ticketId > last; last = checkpoints[at]?.lastTicketId)
        closeInterval();
      own.add(leafHash(entry));
      ownLeaves += 1;
    },
    onUnmatched: () => {},
  });
  while (at <= checkpoints.length) closeInterval();
  return found;
}
