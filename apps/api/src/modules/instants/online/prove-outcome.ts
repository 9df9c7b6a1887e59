/** Proof that an opened ticket is the one that was committed to: outcome and salt give the leaf, the stored tiles its way to the published root. */
import type { Db } from '@valira/db';
import { instantTile } from '@valira/db/schema';
import { and, eq, or } from 'drizzle-orm';
import { proofFromTiles } from '../../../platform/stored-tiles.ts';

export async function provePath(db: Db, runId: string, index: number, leaves: number): Promise<readonly Uint8Array[]> {
  const { path } = await proofFromTiles(`run ${runId}`, index, leaves, (wanted) =>
    db
      .select()
      .from(instantTile)
      .where(
        and(
          eq(instantTile.runId, runId),
          or(...wanted.map((ref) => and(eq(instantTile.level, ref.level), eq(instantTile.index, ref.index)))),
        ),
      ),
  );
  return path;
}
