/**
 * The last look before money leaves a stretch: an entry that is to be paid must be the one that was sealed, and belong to who bought it.
 *
 * Settlement has rebuilt the root, and the control system has counted; but whoever owns the database may change a row after both. A
 * losing entry that was made a winning one is not in the sealed tiles; a winning entry that was given to another account is not the
 * ticket's.
 */
import { sealTile } from '@valira/db/schema';
import { hashBytes } from '@valira/games/verifiable';
import { and, desc, eq, gte, lte, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import type { Award } from './pay-chunk.ts';
import type { Chunk } from './sealed-chunks.ts';

export type StrangeAward = { readonly reason: 'not_sealed' | 'not_the_buyer'; readonly ticketId: string };

/** The first ticket whose leaf is in none of the tiles. Their hashes are gone through once, by their first four bytes: a stretch has ten thousand. */
function notSealed(
  paid: readonly { readonly ticketId: string; readonly leaf: Uint8Array | undefined }[],
  tiles: readonly Buffer[],
): string | null {
  const wanted = new Map<number, Buffer[]>();
  for (const { ticketId, leaf } of paid) {
    if (!leaf) return ticketId;
    const hash = Buffer.from(leaf);
    const start = hash.readUInt32LE(0);
    wanted.set(start, [...(wanted.get(start) ?? []), hash]);
  }
  const found = new Set<string>();
  for (const hashes of tiles)
    for (let at = 0; at < hashes.length; at += hashBytes)
      for (const hash of wanted.get(hashes.readUInt32LE(at)) ?? [])
        if (hashes.compare(hash, 0, hashBytes, at, at + hashBytes) === 0) found.add(hash.toString('latin1'));
  return paid.find(({ leaf }) => !found.has(Buffer.from(leaf ?? []).toString('latin1')))?.ticketId ?? null;
}

/** `leaves` has the leaf hash of each entry that is paid. Null when all are as they were sold. */
export async function strangeAward(
  core: Core,
  contestId: string,
  chunk: Chunk,
  awards: readonly Award[],
  leaves: ReadonlyMap<string, Uint8Array>,
): Promise<StrangeAward | null> {
  if (awards.length === 0) return null;
  const inLevel = and(eq(sealTile.contestId, contestId), eq(sealTile.level, 0));
  const [before] = await core.db
    .select({ index: sealTile.index })
    .from(sealTile)
    .where(and(inLevel, lte(sealTile.firstTicketId, chunk.first)))
    .orderBy(desc(sealTile.index))
    .limit(1);
  const tiles = await core.db
    .select({ hashes: sealTile.hashes })
    .from(sealTile)
    .where(and(inLevel, gte(sealTile.index, before?.index ?? 0n), lte(sealTile.firstTicketId, chunk.last)));
  const unsealed = notSealed(
    awards.map(({ ticketId }) => ({ ticketId, leaf: leaves.get(ticketId) })),
    tiles.map(({ hashes }) => Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength)),
  );
  if (unsealed) return { reason: 'not_sealed', ticketId: unsealed };
  const [stranger] = await core.db.execute<{ id: string }>(sql`
    SELECT a.id FROM unnest(${sql.param(awards.map(({ ticketId }) => ticketId))}::uuid[], ${sql.param(awards.map(({ accountId }) => accountId))}::uuid[]) AS a (id, account)
    WHERE NOT EXISTS (SELECT 1 FROM ticket t WHERE t.account_id = a.account AND t.id = a.id) LIMIT 1`);
  return stranger ? { reason: 'not_the_buyer', ticketId: stranger.id } : null;
}
