/** Checkpoints of a seal: for each 256 leaves the last ticket and the root over these leaves, so that a difference has a place. */
import type { Db } from '@valira/db';
import { hashBytes, nodeHash, perfectRoot } from '@valira/games/verifiable';
import { sql } from 'drizzle-orm';
import { hex, sha256 } from '../../platform/hash.ts';

export type Checkpoint = { readonly lastTicketId: string; readonly root: string };

/** Root over the hashes of one tile, whole or not: perfect subtrees from the left, joined from the right. */
function tileRoot(hashes: Uint8Array): Uint8Array {
  const count = hashes.length / hashBytes;
  let root: Uint8Array | null = null;
  let left = count;
  for (let width = 1; left > 0; width *= 2) {
    if ((left & width) === 0) continue;
    left -= width;
    const subtree = perfectRoot(sha256, hashes, left, width);
    root = root === null ? subtree : nodeHash(sha256, subtree, root);
  }
  if (root === null) throw new Error('a tile holds at least one hash');
  return root;
}

/** `tiles` are those of level 0, in order. */
export async function sealCheckpoints(
  db: Db,
  contestId: string,
  tiles: readonly { readonly hashes: Uint8Array; readonly first: string | null }[],
): Promise<Checkpoint[]> {
  if (tiles.length === 0) return [];
  const bounds = tiles.map(({ first }) => first);
  const rows = await db.execute<{ n: number; last: string }>(sql`
    SELECT t.n::int, (SELECT e.ticket_id FROM entry e WHERE e.contest_id = ${contestId} AND (t.next IS NULL OR e.ticket_id < t.next)
      ORDER BY e.ticket_id DESC LIMIT 1) AS last
    FROM unnest(${sql.param([...bounds.slice(1), null])}::uuid[]) WITH ORDINALITY AS t (next, n) ORDER BY t.n`);
  return tiles.map(({ hashes }, i) => {
    const last = rows[i]?.last;
    if (!last) throw new Error(`contest ${contestId} has no last ticket for tile ${i}`);
    return { lastTicketId: last, root: hex(tileRoot(hashes)) };
  });
}
