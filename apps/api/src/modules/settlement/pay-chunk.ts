/**
 * Pays one stretch of a settled or void contest, in one transaction: prizes and refunds as rows, credits to players, payable amounts for
 * shop tickets; and, where an earlier result version had been paid, takes back what that one gave.
 *
 * The stretch is done when its payment row says so: a second worker finds the row, or waits for it and then finds it. Prizes are
 * graded from the sealed entries again and their ids are the ids of the transfers that pay them.
 */
import type { Tx } from '@valira/db';
import { account as accountTable, balance, contest as contestTable, paymentChunk } from '@valira/db/schema';
import { leafHash } from '@valira/games/verifiable';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { sha256 } from '../../platform/hash.ts';
import { registerLargeWins } from '../claims/index.ts';
import { type Contest, type Grader, readEntries, type Share } from '../contests/index.ts';
import { CODES } from '../ledger/index.ts';
import { type Named, queueMessages } from '../messages/index.ts';
import { writePrizes, writePrizeTransfers } from './prize-transfers.ts';
import { earlierPrizes, recallPrizes } from './recall-prizes.ts';
import type { Chunk } from './sealed-chunks.ts';

export type Award = {
  readonly id: string;
  readonly ticketId: string;
  readonly accountId: string;
  readonly kind: 'prize' | 'refund';
  readonly amountCents: bigint;
  readonly shares: readonly Share[];
};

/** What the entries of the stretch receive; nothing is written. `leaves` is given the leaf hash of each entry that receives something. */
export async function gradeChunk(
  core: Core,
  contest: Contest,
  chunk: Chunk,
  grader: Grader,
  leaves?: Map<string, Uint8Array>,
): Promise<Award[]> {
  const awards: Award[] = [];
  await readEntries(core.sql, contest.id, { first: chunk.first, last: chunk.last }, (entry) => {
    if (entry.cancelled) return;
    const { prizeCents, refundCents, shares } = grader.grade(entry.lines, entry.stakeCents);
    if (prizeCents === 0n && refundCents === 0n) return;
    const { ticketId, accountId } = entry;
    leaves?.set(ticketId, leafHash(sha256, entry.leaf));
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
    const earlier = await earlierPrizes(tx, contest, chunk);
    const kinds = await kindsOf(tx, [...awards, ...(earlier ?? [])]);
    await holdPlayers(tx, kinds);
    const from = contest.state === 'voiding' ? 'stakes' : 'prize-fund';
    if (awards.length > 0) {
      await writePrizes(tx, contest, chunk.chunk, at, awards);
      await writePrizeTransfers(tx, contest.id, at, awards, kinds, from);
    }
    if (earlier) await recallPrizes(tx, core.ids, at, contest, chunk, earlier, awards);
    await announceWins(core, tx, contest, at, awards, kinds);
    // A void or a correction that was decided meanwhile has this row: then nothing of the stretch is paid.
    const [now] = await tx
      .select({ state: contestTable.state, version: contestTable.resultVersion })
      .from(contestTable)
      .where(eq(contestTable.id, contest.id))
      .for('share');
    if (now?.state !== contest.state || now.version !== contest.resultVersion)
      throw new Error(`contest ${contest.id} is ${now?.state} by now and is not paid as ${contest.state}`);
    return true;
  });

/** Every balance that the stretch will move, locked in ascending order. */
async function holdPlayers(tx: Tx, kinds: ReadonlyMap<string, 'player' | 'shop'>): Promise<void> {
  const players = [...kinds].flatMap(([id, kind]) => (kind === 'player' ? [id] : [])).sort();
  for (let from = 0; from < players.length; from += 5000)
    await tx
      .select({ id: balance.accountId })
      .from(balance)
      .where(and(inArray(balance.accountId, players.slice(from, from + 5000)), eq(balance.code, CODES['player-cash'])))
      .orderBy(asc(balance.accountId))
      .for('update');
}

/** Large wins into their register; players are told of theirs once the result is published. */
async function announceWins(
  core: Core,
  tx: Tx,
  contest: Contest,
  at: Date,
  awards: readonly Award[],
  kinds: ReadonlyMap<string, 'player' | 'shop'>,
): Promise<void> {
  const wins = awards
    .filter(({ kind }) => kind === 'prize')
    .map((win) => ({ ...win, channel: kinds.get(win.accountId) === 'shop' ? ('shop' as const) : ('online' as const) }));
  const large = new Set((await registerLargeWins(tx, contest, wins, at)).map(({ id }) => id));
  const { id, resultVersion, number } = contest;
  await queueMessages(
    core,
    tx,
    at,
    wins
      .filter(({ channel }) => channel === 'online')
      .map((win) => ({
        accountId: win.accountId,
        kind: large.has(win.id) ? 'large-win' : 'win',
        cause: `prize:${id}:${resultVersion}:${win.ticketId}`,
        facts: { product: contest.names as Named, number, amountCents: String(win.amountCents) },
        contest: { id, resultVersion },
      })),
  );
}

async function kindsOf(tx: Tx, awards: readonly { readonly accountId: string }[]): Promise<Map<string, 'player' | 'shop'>> {
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
