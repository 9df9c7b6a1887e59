/**
 * The sealed entries of a contest, read once in order and cut into stretches.
 *
 * While reading, the Merkle root is built anew and compared with the seal: nothing but what was sealed is settled or paid back. The
 * cut is a function of the entries alone, so whoever cuts again gets the same stretches.
 */
import type { Db, Tx } from '@valira/db';
import { seal, settlementChunk } from '@valira/db/schema';
import { entryOverhead, merkleTree } from '@valira/games/verifiable';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { hex, sha256, sha256Into } from '../../platform/hash.ts';
import { readEntries, type StoredEntry } from '../contests/index.ts';

/** Entries of one stretch: its payment is one transaction of well under a second. */
export const CHUNK_ENTRIES = 10_000;

/** The length of a ticket's lines is sealed in two bytes. */
const MOST_LEAF_BYTES = entryOverhead + 0xffff;

export type Chunk = {
  readonly chunk: number;
  readonly first: string;
  readonly last: string;
  readonly entries: number;
  readonly stakeCents: bigint;
};

/** Somebody was in the database. Nothing is settled or paid on such entries. */
export class NotAsSealed extends Error {
  constructor(contestId: string, root: string, sealed: string) {
    super(`contest ${contestId}: the entries give root ${root}, not the sealed ${sealed}`);
  }
}

/** Calls `take` for each entry that was not cancelled. Throws when the entries are not what was sealed. */
export async function readSealed(core: Core, contestId: string, take: (entry: StoredEntry) => void): Promise<Chunk[]> {
  const [sealed] = await core.db.select().from(seal).where(eq(seal.contestId, contestId));
  if (!sealed) throw new Error(`contest ${contestId} is not sealed`);
  const tree = merkleTree(sha256, undefined, sha256Into);
  const leafRoom = Buffer.alloc(MOST_LEAF_BYTES);
  const chunks: Chunk[] = [];
  let open: { first: StoredEntry; last: StoredEntry; entries: number; stakeCents: bigint } | null = null;
  const closeChunk = () => {
    if (!open) return;
    const { first, last, entries, stakeCents } = open;
    chunks.push({ chunk: chunks.length + 1, first: first.ticketId, last: last.ticketId, entries, stakeCents });
    open = null;
  };
  await readEntries(core.sql, contestId, null, (entry) => {
    tree.appendEntry(entry.leafIn(leafRoom));
    if (entry.cancelled) return;
    take(entry);
    open ??= { first: entry, last: entry, entries: 0, stakeCents: 0n };
    open.last = entry;
    open.entries += 1;
    open.stakeCents += entry.stakeCents;
    if (open.entries === CHUNK_ENTRIES) closeChunk();
  });
  closeChunk();
  const root = hex(tree.finish().root);
  if (root !== hex(sealed.root)) throw new NotAsSealed(contestId, root, hex(sealed.root));
  return chunks;
}

/** Notes the stretches of one version; those that are there stay. */
export async function storeChunks(tx: Tx, contestId: string, resultVersion: number, chunks: readonly Chunk[]): Promise<void> {
  if (chunks.length === 0) return;
  await tx
    .insert(settlementChunk)
    .values(
      chunks.map(({ chunk, first, last, entries, stakeCents }) => ({
        contestId,
        resultVersion,
        chunk,
        firstTicketId: first,
        lastTicketId: last,
        entries,
        stakeCents,
      })),
    )
    .onConflictDoNothing();
}

/** Stretches of one version without their payment row. */
export const waitingChunks = (db: Db, contestId: string, resultVersion: number): Promise<Chunk[]> =>
  db
    .select({
      chunk: settlementChunk.chunk,
      first: settlementChunk.firstTicketId,
      last: settlementChunk.lastTicketId,
      entries: settlementChunk.entries,
      stakeCents: settlementChunk.stakeCents,
    })
    .from(settlementChunk)
    .where(
      and(
        eq(settlementChunk.contestId, contestId),
        eq(settlementChunk.resultVersion, resultVersion),
        sql`NOT EXISTS (SELECT 1 FROM payment_chunk p WHERE p.contest_id = ${settlementChunk.contestId} AND p.result_version = ${settlementChunk.resultVersion} AND p.chunk = ${settlementChunk.chunk})`,
      ),
    )
    .orderBy(asc(settlementChunk.chunk));
