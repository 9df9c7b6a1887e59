/**
 * Pays one stretch of a settled contest, in one transaction: prizes as rows, credits to players, payable prizes for shop tickets.
 *
 * The stretch is done when its payment row says so: a second worker finds the row, or waits for it and then finds it. Prizes are
 * graded from the sealed entries again and their ids are the ids of the transfers that pay them.
 */
import type { Tx } from '@valira/db';
import { account as accountTable, paymentChunk, prize } from '@valira/db/schema';
import { inArray } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { registerLargeWins } from '../claims/index.ts';
import { type Contest, type Grader, readEntries, type Share } from '../contests/index.ts';
import { writePrizeTransfers } from './prize-transfers.ts';
import type { Chunk } from './settle-contest.ts';

export type Award = {
  readonly id: string;
  readonly ticketId: string;
  readonly accountId: string;
  readonly kind: 'prize' | 'refund';
  readonly amountCents: bigint;
  readonly shares: readonly Share[];
};

/** What the entries of the stretch receive; nothing is written. */
export async function gradeChunk(core: Core, contest: Contest, chunk: Chunk, grader: Grader): Promise<Award[]> {
  const awards: Award[] = [];
  await readEntries(core.sql, contest.id, { first: chunk.first, last: chunk.last }, (entry) => {
    if (entry.cancelled) return;
    const { prizeCents, refundCents, shares } = grader.grade(entry.lines, entry.stakeCents);
    const { ticketId, accountId } = entry;
    if (prizeCents > 0n) awards.push({ id: core.ids.next(), ticketId, accountId, kind: 'prize', amountCents: prizeCents, shares });
    if (refundCents > 0n) awards.push({ id: core.ids.next(), ticketId, accountId, kind: 'refund', amountCents: refundCents, shares: [] });
  });
  return awards;
}

/** Writes what `gradeChunk` found. Returns false when the stretch had been paid. */
export const payChunk = (core: Core, contest: Contest, chunk: Chunk, awards: readonly Award[]): Promise<boolean> =>
  core.inTransaction(async (tx) => {
    const at = core.clock.now();
    const taken = await tx
      .insert(paymentChunk)
      .values({
        contestId: contest.id,
        resultVersion: contest.resultVersion,
        chunk: chunk.chunk,
        prizes: awards.length,
        amountCents: awards.reduce((total, { amountCents }) => total + amountCents, 0n),
        at,
      })
      .onConflictDoNothing()
      .returning({ chunk: paymentChunk.chunk });
    if (taken.length === 0) return false;
    if (awards.length === 0) return true;
    const kinds = await kindsOf(tx, awards);
    for (let from = 0; from < awards.length; from += 1000) {
      await tx
        .insert(prize)
        .values(
          awards
            .slice(from, from + 1000)
            .map((award) => ({ ...award, contestId: contest.id, resultVersion: contest.resultVersion, chunk: chunk.chunk, at })),
        );
    }
    await writePrizeTransfers(tx, contest.id, at, awards, kinds);
    const wins = awards.filter(({ kind }) => kind === 'prize');
    const channelOf = (accountId: string) => (kinds.get(accountId) === 'shop' ? ('shop' as const) : ('online' as const));
    await registerLargeWins(
      tx,
      contest,
      wins.map((win) => ({ ...win, channel: channelOf(win.accountId) })),
      at,
    );
    return true;
  });

async function kindsOf(tx: Tx, awards: readonly Award[]): Promise<Map<string, 'player' | 'shop'>> {
  const ids = [...new Set(awards.map(({ accountId }) => accountId))];
  const kinds = new Map<string, 'player' | 'shop'>();
  for (let from = 0; from < ids.length; from += 5000) {
    const rows = await tx
      .select({ id: accountTable.id, kind: accountTable.kind })
      .from(accountTable)
      .where(inArray(accountTable.id, ids.slice(from, from + 5000)));
    for (const { id, kind } of rows) if (kind !== 'house') kinds.set(id, kind);
  }
  return kinds;
}
