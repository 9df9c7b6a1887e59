/**
 * Takes back, in one stretch, what the result version before had given: the other half of each pair (incident R06).
 *
 * - A player's credit goes back as far as the balance reaches; it never falls below its floor. The rest has been spent and stays spent.
 * - A shop ticket that was not presented no longer validates: what was payable goes back in full.
 * - What has ended (handed over at a counter, claimed at the operator, lapsed) stays as it ended. It counts towards what the new version gives
 *   the same ticket; what is above that stays spent.
 *
 * Everything comes back to `operator-loss`, which carried it since the settlement was undone: what stays spent is then the operator's loss,
 * and the pool has none.
 */
import type { Tx } from '@valira/db';
import { balance, paymentChunk, prize, prizeEnd, recallChunk } from '@valira/db/schema';
import { cents } from '@valira/money';
import { and, asc, eq, gte, inArray, lt, lte, max } from 'drizzle-orm';
import type { Ids } from '../../platform/ids.ts';
import type { Contest } from '../contests/index.ts';
import { account, CODES, type Posting, postOperation } from '../ledger/index.ts';
import type { Award } from './pay-chunk.ts';
import type { Chunk } from './sealed-chunks.ts';

export type EarlierPrize = { readonly ticketId: string; readonly accountId: string; readonly amountCents: bigint };

/** What the last version that was paid gave to the tickets of the stretch. */
export async function earlierPrizes(
  tx: Tx,
  { id, resultVersion }: Pick<Contest, 'id' | 'resultVersion'>,
  chunk: Chunk,
): Promise<EarlierPrize[]> {
  if (resultVersion === 1) return [];
  const [last] = await tx
    .select({ version: max(paymentChunk.resultVersion) })
    .from(paymentChunk)
    .where(and(eq(paymentChunk.contestId, id), lt(paymentChunk.resultVersion, resultVersion)));
  if (!last?.version) return [];
  return tx
    .select({ ticketId: prize.ticketId, accountId: prize.accountId, amountCents: prize.amountCents })
    .from(prize)
    .where(
      and(
        eq(prize.contestId, id),
        eq(prize.resultVersion, last.version),
        gte(prize.ticketId, chunk.first),
        lte(prize.ticketId, chunk.last),
      ),
    )
    .orderBy(asc(prize.ticketId));
}

type Recalled = EarlierPrize & { readonly recalledCents: bigint };

/** How much of each can be taken back. Pure: `available` is what each player has above the floor, `ended` the tickets whose prizes have ended. */
export function recallable(
  earlier: readonly EarlierPrize[],
  awards: readonly Pick<Award, 'ticketId' | 'amountCents'>[],
  available: ReadonlyMap<string, bigint>,
  ended: ReadonlySet<string>,
): Recalled[] {
  const leftOfPlayer = new Map(available);
  const leftOfTicket = new Map<string, bigint>();
  for (const { ticketId, amountCents } of awards) leftOfTicket.set(ticketId, (leftOfTicket.get(ticketId) ?? 0n) + amountCents);
  return earlier.map((one) => {
    const [left, key] = leftOfPlayer.has(one.accountId)
      ? [leftOfPlayer, one.accountId]
      : ended.has(one.ticketId)
        ? [leftOfTicket, one.ticketId]
        : [null, ''];
    if (!left) return { ...one, recalledCents: one.amountCents };
    const most = left.get(key) ?? 0n;
    const recalledCents = one.amountCents < most ? one.amountCents : most;
    left.set(key, most - recalledCents);
    return { ...one, recalledCents };
  });
}

/** After the awards of the stretch were credited, in their transaction. */
export async function recallPrizes(
  tx: Tx,
  ids: Ids,
  at: Date,
  contest: Pick<Contest, 'id' | 'resultVersion'>,
  chunk: Chunk,
  {
    earlier,
    awards,
    players,
  }: { readonly earlier: readonly EarlierPrize[]; readonly awards: readonly Award[]; readonly players: ReadonlySet<string> },
): Promise<void> {
  const holders = [...new Set(earlier.map(({ accountId }) => accountId))].sort();
  const tickets = [...new Set(earlier.map(({ ticketId }) => ticketId))];
  const balances = await tx
    .select()
    .from(balance)
    .where(and(inArray(balance.accountId, holders), eq(balance.code, CODES['player-cash'])))
    .orderBy(asc(balance.accountId))
    .for('update');
  const ended = await tx.select({ ticketId: prizeEnd.ticketId }).from(prizeEnd).where(inArray(prizeEnd.ticketId, tickets));
  const recalled = recallable(
    earlier,
    awards,
    new Map(
      balances.map(({ accountId, amountCents, floorCents }) => [accountId, amountCents > floorCents ? amountCents - floorCents : 0n]),
    ),
    new Set(ended.map(({ ticketId }) => ticketId)),
  );
  for (const holder of holders) {
    const postings = recalled
      .filter(({ accountId, recalledCents }) => accountId === holder && recalledCents > 0n)
      .map(
        ({ recalledCents }): Posting => ({
          debit: account(players.has(holder) ? 'player-cash' : 'prizes-payable', holder),
          credit: account('operator-loss'),
          amount: cents(recalledCents),
          kind: 'prize-recalled',
          reference: contest.id,
        }),
      );
    const key = `recall:${contest.id}:${contest.resultVersion}:${chunk.chunk}`;
    const posted = await postOperation(tx, ids, at, { accountId: holder, key, postings });
    if (!posted.ok) throw new Error(`account ${holder} holds less than what was found recallable`);
  }
  const recalledCents = recalled.reduce((total, one) => total + one.recalledCents, 0n);
  await tx.insert(recallChunk).values({
    contestId: contest.id,
    resultVersion: contest.resultVersion,
    chunk: chunk.chunk,
    recalledCents,
    keptCents: recalled.reduce((total, one) => total + one.amountCents, 0n) - recalledCents,
    at,
  });
}
