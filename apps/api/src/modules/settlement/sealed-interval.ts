/**
 * Where the entries of a contest stop being those that were sealed: the first stretch of 256 leaves whose hashes are not the stored ones.
 *
 * Looked for only when the root differs. Example: a stake changed in the 300th of 1,000 tickets: after the 256th, until the 512th.
 */
import { seal, sealTile } from '@valira/db/schema';
import { merkleTree, type Tile, tileWidth } from '@valira/games/verifiable';
import { and, asc, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { hex, sha256, sha256Into } from '../../platform/hash.ts';
import { readEntries } from '../contests/index.ts';

/** What the steps of a locked contest say; ticket ids as they are in the database. */
export type SealedDifference = {
  readonly sealedRoot: string;
  readonly root: string;
  readonly sealedCount: number;
  readonly count: number;
  /** The last ticket that is as it was sealed; null from the very first on. */
  readonly afterTicketId: string | null;
  /** The last ticket of the stretch that differs, as the entries have it; null when none is left there. */
  readonly untilTicketId: string | null;
};

export async function sealedDifference(core: Core, contestId: string): Promise<SealedDifference> {
  const [sealed] = await core.db.select().from(seal).where(eq(seal.contestId, contestId));
  const stored = await core.db
    .select({ hashes: sealTile.hashes })
    .from(sealTile)
    .where(and(eq(sealTile.contestId, contestId), eq(sealTile.level, 0)))
    .orderBy(asc(sealTile.index));
  const own: Tile[] = [];
  const lastOfTile: string[] = [];
  const tree = merkleTree(sha256, (tile) => void (tile.level === 0 && own.push(tile)), sha256Into);
  let count = 0;
  await readEntries(core.sql, contestId, null, (entry) => {
    lastOfTile[Math.floor(count / tileWidth)] = entry.ticketId;
    count += 1;
    tree.appendEntry(entry.leaf);
  });
  const root = hex(tree.finish().root);
  const same = (index: number) => {
    const [theirs, ours] = [stored[index], own[index]];
    return theirs !== undefined && ours !== undefined && Buffer.compare(theirs.hashes, ours.hashes) === 0;
  };
  let first = 0;
  while (same(first)) first += 1;
  return {
    sealedRoot: hex(sealed?.root ?? new Uint8Array(0)),
    root,
    sealedCount: Number(sealed?.leaves ?? 0),
    count,
    afterTicketId: lastOfTile[first - 1] ?? null,
    untilTicketId: lastOfTile[first] ?? null,
  };
}
