/** What this system's own copy of a contest comes to: root, number, cancelled, stakes. */
import type { Tx } from '../sql.ts';
import { hex } from '../statements/digest.ts';
import { LeafTree, leafHash } from './leaf-tree.ts';
import { type OwnLeaf, scanOwnLeaves, stakeOf } from './own-leaves.ts';

export type Totals = { readonly root: string; readonly count: number; readonly cancelledCount: number; readonly stakeCents: string };

export type OwnTotals = Totals & {
  /** Tickets of cancellations that match no sale. */
  readonly unmatched: readonly string[];
};

/** Totals over all leaves. `onLeaf` sees each of them on the way. */
export async function ownTotals(
  tx: Tx,
  contestId: string,
  quarantinedUntil: Date | null,
  onLeaf: (leaf: OwnLeaf) => void = () => {},
): Promise<OwnTotals> {
  const tree = new LeafTree();
  const unmatched: string[] = [];
  let count = 0;
  let cancelledCount = 0;
  let stakeCents = 0n;
  await scanOwnLeaves(tx, contestId, quarantinedUntil, {
    onLeaf(leaf) {
      tree.add(leafHash(leaf.entry));
      count += 1;
      if (leaf.cancelled) cancelledCount += 1;
      else stakeCents += stakeOf(leaf.entry);
      onLeaf(leaf);
    },
    onUnmatched: (ticketId) => unmatched.push(ticketId),
  });
  return { root: hex(tree.root()), count, cancelledCount, stakeCents: String(stakeCents), unmatched };
}

export const sameTotals = (a: Totals, b: Totals): boolean =>
  a.root === b.root && a.count === b.count && a.cancelledCount === b.cancelledCount && a.stakeCents === b.stakeCents;
