/**
 * Packs on their way: warehouse → shipped → received → activated → settled, or returned, stolen, destroyed. Each move says who, when and from
 * where; the database moves the pack, and refuses a way that does not exist.
 */
import type { Tx } from '@valira/db';
import { instantPack, instantPackMove } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';

export type PackRow = typeof instantPack.$inferSelect;
export type PackState = PackRow['state'];

export type Mover = { readonly actor: string; readonly clerkId?: string };

type Move = {
  readonly to: PackState;
  readonly by: Mover;
  readonly shipmentId?: string;
  readonly destructionId?: string;
  readonly reason?: string;
  /** The shop a shipment goes to; else the pack's own. */
  readonly shopId?: string;
  readonly unsold?: readonly number[];
};

/**
 * Moves of packs of a run wait for each other, and for payments of its tickets: who pays holds the run's packs shared, so a ticket is paid before its
 * pack was reported stolen or not at all.
 */
export const holdPacks = (tx: Tx, runId: string, how: 'alone' | 'shared') =>
  how === 'alone'
    ? tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${runId}, 7251914824))`)
    : tx.execute(sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${runId}, 7251914824))`);

/** Packs in order, as they stay until the transaction ends. */
export async function lockPacks(tx: Tx, runId: string, packs: readonly number[]): Promise<Outcome<PackRow[], 'pack_not_found'>> {
  await holdPacks(tx, runId, 'alone');
  const wanted = [...new Set(packs)].sort((a, b) => a - b);
  const rows = await tx
    .select()
    .from(instantPack)
    .where(and(eq(instantPack.runId, runId), inArray(instantPack.pack, wanted)))
    .orderBy(asc(instantPack.pack));
  const missing = wanted.find((pack) => !rows.some((row) => row.pack === pack));
  return missing === undefined ? ok(rows) : refuse('pack_not_found', { facts: { pack: missing } });
}

/** Writes the moves; the caller has the packs from `lockPacks`. */
export async function movePacks(core: Pick<Core, 'clock'>, tx: Tx, packs: readonly PackRow[], move: Move): Promise<void> {
  const at = core.clock.now();
  const rows = packs.map((row) => ({
    runId: row.runId,
    pack: row.pack,
    n: row.moves + 1,
    fromState: row.state,
    toState: move.to,
    accountId: move.shopId ?? row.accountId,
    actor: move.by.actor,
    clerkId: move.by.clerkId ?? null,
    shipmentId: move.shipmentId ?? null,
    destructionId: move.destructionId ?? null,
    unsold: move.unsold && row.state === 'activated' ? [...move.unsold] : null,
    reason: move.reason ?? null,
    at,
  }));
  for (let from = 0; from < rows.length; from += 1_000) await tx.insert(instantPackMove).values(rows.slice(from, from + 1_000));
}
