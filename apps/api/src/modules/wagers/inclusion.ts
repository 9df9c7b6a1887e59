/** Proof that a ticket is in the seal of a contest, for its holder: serial and salt open the leaf's commitment, tiles give the path. */
import type { Db } from '@valira/db';
import { entry, seal, sealTile, ticketCancellation } from '@valira/db/schema';
import { tileWidth } from '@valira/games/verifiable';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, count, desc, eq, gte, lt, lte, or } from 'drizzle-orm';
import { hex } from '../../platform/hash.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { proofFromTiles } from '../../platform/stored-tiles.ts';
import { ticketIdentity } from './ticket-identity.ts';

export type TicketProof = {
  readonly serial: string;
  readonly salt: string;
  readonly leaf: { readonly commitment: string; readonly lines: string; readonly stakeCents: string; readonly state: 'sold' | 'cancelled' };
  readonly index: number;
  readonly leaves: number;
  readonly path: readonly string[];
  readonly root: string;
  readonly sealedAt: Date;
};

export async function proveInclusion(
  db: Db,
  keys: Keyring,
  accountId: string,
  ticketId: string,
  contestId: string,
): Promise<Outcome<TicketProof, 'ticket_not_found' | 'not_sealed'>> {
  const [own] = await db
    .select()
    .from(entry)
    .where(and(eq(entry.contestId, contestId), eq(entry.ticketId, ticketId), eq(entry.accountId, accountId)));
  if (!own) return refuse('ticket_not_found');
  const [sealed] = await db.select().from(seal).where(eq(seal.contestId, contestId));
  if (!sealed) return refuse('not_sealed');
  const [tile] = await db
    .select({ index: sealTile.index, first: sealTile.firstTicketId })
    .from(sealTile)
    .where(and(eq(sealTile.contestId, contestId), eq(sealTile.level, 0), lte(sealTile.firstTicketId, ticketId)))
    .orderBy(desc(sealTile.index))
    .limit(1);
  if (!tile?.first) throw new Error(`contest ${contestId} has no tile for ticket ${ticketId}`);
  const [[before], [cancelled]] = await Promise.all([
    db
      .select({ entries: count() })
      .from(entry)
      .where(and(eq(entry.contestId, contestId), gte(entry.ticketId, tile.first), lt(entry.ticketId, ticketId))),
    db
      .select()
      .from(ticketCancellation)
      .where(and(eq(ticketCancellation.accountId, accountId), eq(ticketCancellation.ticketId, ticketId))),
  ]);
  const index = Number(tile.index) * tileWidth + (before?.entries ?? 0);
  const leaves = Number(sealed.leaves);
  const proof = await proofFromTiles(`contest ${contestId}`, index, leaves, async (wanted) => {
    const tiles = await db
      .select()
      .from(sealTile)
      .where(
        and(
          eq(sealTile.contestId, contestId),
          or(...wanted.map((ref) => and(eq(sealTile.level, ref.level), eq(sealTile.index, BigInt(ref.index))))),
        ),
      );
    return tiles.map((tile) => ({ ...tile, index: Number(tile.index) }));
  });
  const { serial, salt } = ticketIdentity(keys, ticketId);
  return ok({
    serial,
    salt: hex(salt),
    leaf: {
      commitment: hex(own.commitment),
      lines: hex(own.lines),
      stakeCents: String(own.stakeCents),
      state: cancelled ? 'cancelled' : 'sold',
    },
    index,
    leaves,
    path: proof.path.map(hex),
    root: hex(sealed.root),
    sealedAt: sealed.sealedAt,
  });
}
