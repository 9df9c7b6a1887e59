/** Proof that an opened ticket is the one that was committed to: outcome and salt give the leaf, the stored tiles its way to the published root. */
import type { Db } from '@valira/db';
import { instantTile } from '@valira/db/schema';
import { inclusionProof, proofTiles } from '@valira/games/verifiable';
import { and, eq, or } from 'drizzle-orm';
import { sha256 } from '../../../platform/hash.ts';

export async function provePath(db: Db, runId: string, index: number, leaves: number): Promise<readonly Uint8Array[]> {
  const wanted = proofTiles(index, leaves);
  const tiles =
    wanted.length === 0
      ? []
      : await db
          .select()
          .from(instantTile)
          .where(
            and(
              eq(instantTile.runId, runId),
              or(...wanted.map((ref) => and(eq(instantTile.level, ref.level), eq(instantTile.index, ref.index)))),
            ),
          );
  return inclusionProof(sha256, index, leaves, (ref) => {
    const found = tiles.find(({ level, index: at }) => level === ref.level && at === ref.index);
    if (!found) throw new Error(`run ${runId} has lost tile ${ref.level}/${ref.index}`);
    return found.hashes;
  }).path;
}
