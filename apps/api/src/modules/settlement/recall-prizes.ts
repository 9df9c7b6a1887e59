/**
 * Takes back, in one stretch, what the result version before had given: the other half of each pair (incident R06).
 *
 * - A player's credit goes back as far as the balance reaches; it never falls below its floor. The rest has been spent, and is written off.
 * - A shop ticket whose prizes have not ended no longer validates: what was payable goes back in full.
 * - What has ended (handed over at a counter, claimed at the operator, lapsed) stays as it ended, and counts towards whatever a version gives the
 *   same ticket: payable is only what is above it.
 *
 * Everything comes back to `operator-loss`, which carried it since the settlement was undone: what stays away is then the operator's loss, and
 * the pool has none.
 * Example: 5.00 in cash on version 1; version 2 gives the ticket 50.00: 5.00 of them come back, 45.00 stay payable. Had it given nothing, the
 * operator would have lost 5.00.
 */
import type { Tx } from '@valira/db';
import { balance, paymentChunk, recallChunk } from '@valira/db/schema';
import { cents } from '@valira/money';
import { and, asc, eq, inArray, lt, max, sql } from 'drizzle-orm';
import type { Ids } from '../../platform/ids.ts';
import type { Contest } from '../contests/index.ts';
import { account, CODES, type Posting, postOperation } from '../ledger/index.ts';
import type { Award } from './pay-chunk.ts';
import type { Chunk } from './sealed-chunks.ts';

/** One ticket, before and after: what the version before gave it, what this one does, and what of this contest has ended (null: nothing has). */
export type Recall = {
  readonly ticketId: string;
  readonly accountId: string;
  readonly beforeCents: bigint;
  readonly nowCents: bigint;
  readonly endedCents: bigint | null;
};

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const above = (a: bigint, b: bigint): bigint => (a > b ? a - b : 0n);

/** How much of each comes back, in the order given. `available`: what each player has above the floor, the new credits with it. */
export function recallable(recalls: readonly Recall[], available: ReadonlyMap<string, bigint>): bigint[] {
  const left = new Map(available);
  return recalls.map(({ accountId, beforeCents, nowCents, endedCents }) => {
    const most = left.get(accountId);
    if (most === undefined) return endedCents === null ? beforeCents : above(beforeCents, endedCents) + least(nowCents, endedCents);
    const back = least(beforeCents, most);
    left.set(accountId, most - back);
    return back;
  });
}

/** Tickets of the stretch that the last paid version gave something; none for a contest's first payment. */
export async function earlierPrizes(
  tx: Tx,
  { id, resultVersion }: Pick<Contest, 'id' | 'resultVersion'>,
  { first, last }: Chunk,
): Promise<{ readonly ticketId: string; readonly accountId: string; readonly amountCents: bigint }[] | null> {
  if (resultVersion === 1) return null;
  const [paid] = await tx
    .select({ version: max(paymentChunk.resultVersion) })
    .from(paymentChunk)
    .where(and(eq(paymentChunk.contestId, id), lt(paymentChunk.resultVersion, resultVersion)));
  if (!paid?.version) return null;
  const rows = await tx.execute<{ ticket_id: string; account_id: string; amount: string }>(sql`
    SELECT ticket_id, account_id, sum(amount_cents)::text AS amount FROM prize
    WHERE contest_id = ${id} AND result_version = ${paid.version} AND ticket_id BETWEEN ${first} AND ${last} GROUP BY 1, 2`);
  return rows.map((row) => ({ ticketId: row.ticket_id, accountId: row.account_id, amountCents: BigInt(row.amount) }));
}

/** What of this contest was in each ended ticket: the prizes of the version that was in force when it ended. */
async function endedOf(tx: Tx, contestId: string, tickets: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await tx.execute<{ ticket_id: string; amount: string }>(sql`
    SELECT e.ticket_id, coalesce((
      SELECT sum(p.amount_cents) FROM prize p
      WHERE p.contest_id = ${contestId} AND p.account_id = e.account_id AND p.ticket_id = e.ticket_id AND p.result_version = (
        SELECT max(c.result_version) FROM payment_chunk c WHERE c.contest_id = ${contestId} AND c.at <= e.at)), 0)::text AS amount
    FROM prize_end e WHERE e.ticket_id = ANY (${sql.param([...tickets])}::uuid[])`);
  return new Map(rows.map((row) => [row.ticket_id, BigInt(row.amount)]));
}

function pair(
  earlier: readonly { readonly ticketId: string; readonly accountId: string; readonly amountCents: bigint }[],
  awards: readonly Award[],
  ended: ReadonlyMap<string, bigint>,
): Recall[] {
  const recalls = new Map<string, Recall>();
  const of = (ticketId: string, accountId: string): Recall =>
    recalls.get(ticketId) ?? { ticketId, accountId, beforeCents: 0n, nowCents: 0n, endedCents: ended.get(ticketId) ?? null };
  for (const { ticketId, accountId, amountCents } of earlier) {
    const one = of(ticketId, accountId);
    recalls.set(ticketId, { ...one, beforeCents: one.beforeCents + amountCents });
  }
  for (const { ticketId, accountId, amountCents } of awards) {
    const one = of(ticketId, accountId);
    recalls.set(ticketId, { ...one, nowCents: one.nowCents + amountCents });
  }
  return [...recalls.values()].sort((a, b) => (a.ticketId < b.ticketId ? -1 : 1));
}

/** After the awards of the stretch were credited, in their transaction; the players' balances are held. */
export async function recallPrizes(
  tx: Tx,
  ids: Ids,
  at: Date,
  contest: Pick<Contest, 'id' | 'resultVersion'>,
  { chunk }: Chunk,
  earlier: NonNullable<Awaited<ReturnType<typeof earlierPrizes>>>,
  awards: readonly Award[],
): Promise<void> {
  const tickets = [...new Set([...earlier, ...awards].map(({ ticketId }) => ticketId))];
  const recalls = pair(earlier, awards, await endedOf(tx, contest.id, tickets));
  const holders = [...new Set(recalls.map(({ accountId }) => accountId))].sort();
  const balances = await tx
    .select()
    .from(balance)
    .where(and(inArray(balance.accountId, holders), eq(balance.code, CODES['player-cash'])))
    .orderBy(asc(balance.accountId))
    .for('update');
  const players = new Map(balances.map(({ accountId, amountCents, floorCents }) => [accountId, above(amountCents, floorCents)]));
  const back = recallable(recalls, players);
  for (const holder of holders) {
    const postings = recalls.flatMap(({ accountId }, i): Posting[] => {
      const amount = back[i] ?? 0n;
      if (accountId !== holder || amount === 0n) return [];
      const from = account(players.has(holder) ? 'player-cash' : 'prizes-payable', holder);
      return [{ debit: from, credit: account('operator-loss'), amount: cents(amount), kind: 'prize-recalled', reference: contest.id }];
    });
    if (postings.length === 0) continue;
    const key = `recall:${contest.id}:${contest.resultVersion}:${chunk}`;
    const posted = await postOperation(tx, ids, at, { accountId: holder, key, postings });
    if (!posted.ok) throw new Error(`account ${holder} holds less than what was found recallable`);
  }
  await tx.insert(recallChunk).values({
    contestId: contest.id,
    resultVersion: contest.resultVersion,
    chunk,
    recalledCents: back.reduce((total, amount) => total + amount, 0n),
    keptCents: recalls.reduce((total, { beforeCents }, i) => total + above(beforeCents, back[i] ?? 0n), 0n),
    at,
  });
}
