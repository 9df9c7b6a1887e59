/** Runs as they are stored, with the working papers of their product version. */
import type { Db, Tx } from '@valira/db';
import { instantRun, instantSeal, productVersion } from '@valira/db/schema';
import { type InstantDefinition, parseInstantDefinition } from '@valira/games/instants';
import { expectOk } from '@valira/outcome';
import { and, eq, lte, sql } from 'drizzle-orm';

export type InstantRunRow = typeof instantRun.$inferSelect;
export type InstantSealRow = typeof instantSeal.$inferSelect;

/** `papers` is shared between calls: it is never changed. */
export type StoredRun = InstantRunRow & { readonly papers: InstantDefinition; readonly productId: string };

const papersByVersion = new Map<string, InstantDefinition>();

/** Approved papers never change, so they are parsed once. */
function papersOf(versionId: string, hash: Uint8Array, definition: unknown): InstantDefinition {
  const key = `${versionId}/${Buffer.from(hash).toString('hex')}`;
  const known = papersByVersion.get(key);
  if (known) return known;
  const parsed = expectOk(parseInstantDefinition(definition));
  papersByVersion.set(key, parsed);
  return parsed;
}

export async function findRun(db: Db | Tx, runId: string): Promise<StoredRun | null> {
  const [row] = await db
    .select({ run: instantRun, version: productVersion })
    .from(instantRun)
    .innerJoin(productVersion, eq(productVersion.id, instantRun.productVersionId))
    .where(eq(instantRun.id, runId));
  if (!row) return null;
  const { id, productId, definition, definitionHash } = row.version;
  return { ...row.run, productId, papers: papersOf(id, definitionHash, definition) };
}

/** The run with its row locked: whoever changes its state or its money waits here; whoever only names it (a sale, a request) does not. */
export async function lockRun(tx: Tx, runId: string): Promise<StoredRun | null> {
  await tx.select({ id: instantRun.id }).from(instantRun).where(eq(instantRun.id, runId)).for('no key update');
  return findRun(tx, runId);
}

/** The run that a printed ticket's pack belongs to. */
export async function runOfPack(db: Db | Tx, game: number, pack: number): Promise<StoredRun | null> {
  const [row] = await db
    .select({ id: instantRun.id })
    .from(instantRun)
    .where(
      and(
        eq(instantRun.game, game),
        eq(instantRun.channel, 'shop'),
        lte(instantRun.firstPack, pack),
        sql`${instantRun.firstPack} + ${instantRun.size} / ${instantRun.packSize} > ${pack}`,
        sql`${instantRun.state} IN ('ready', 'on-sale', 'ended', 'lapsed')`,
      ),
    );
  return row ? findRun(db, row.id) : null;
}

export async function sealOf(db: Db | Tx, runId: string): Promise<InstantSealRow | null> {
  const [row] = await db.select().from(instantSeal).where(eq(instantSeal.runId, runId));
  return row ?? null;
}
