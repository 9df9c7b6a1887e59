/**
 * The last look before money leaves a stretch: an entry that is to be paid must be the one that was sealed, and belong to who bought it.
 *
 * Settlement has rebuilt the root, and the control system has counted; but whoever owns the database may change a row after both. A
 * losing entry that was made a winning one is not in the sealed tiles; a winning entry that was given to another account is not the
 * ticket's.
 */
import { sealTile, ticket } from '@valira/db/schema';
import { hashBytes } from '@valira/games/verifiable';
import { and, desc, eq, gte, inArray, lte } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import type { Award } from './pay-chunk.ts';
import type { Chunk } from './sealed-chunks.ts';

export type StrangeAward = { readonly reason: 'not_sealed' | 'not_the_buyer'; readonly ticketId: string };

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
  const sealed = new Set<string>();
  for (const { hashes } of tiles)
    for (let at = 0; at < hashes.length; at += hashBytes) sealed.add(Buffer.from(hashes.subarray(at, at + hashBytes)).toString('latin1'));
  for (const { ticketId } of awards) {
    const leaf = leaves.get(ticketId);
    if (!leaf || !sealed.has(Buffer.from(leaf).toString('latin1'))) return { reason: 'not_sealed', ticketId };
  }
  const bought = await core.db
    .select({ id: ticket.id, accountId: ticket.accountId })
    .from(ticket)
    .where(and(inArray(ticket.id, unique(awards, 'ticketId')), inArray(ticket.accountId, unique(awards, 'accountId'))));
  const buyers = new Set(bought.map(({ id, accountId }) => `${id}/${accountId}`));
  const stranger = awards.find(({ ticketId, accountId }) => !buyers.has(`${ticketId}/${accountId}`));
  return stranger ? { reason: 'not_the_buyer', ticketId: stranger.ticketId } : null;
}

const unique = (awards: readonly Award[], field: 'ticketId' | 'accountId'): string[] => [...new Set(awards.map((award) => award[field]))];
