/** Tickets as stored, with their part in each contest, their prizes and who sold them. */
import type { Db, Tx } from '@valira/db';
import {
  claim,
  clerk,
  contestResult,
  entry,
  paymentOrder,
  prize,
  shop,
  terminal,
  ticket,
  ticketCancellation,
  ticketSerial,
} from '@valira/db/schema';
import type { Cents } from '@valira/money';
import { cents } from '@valira/money';
import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { toJson } from '../../platform/json.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { SoldContest, SoldContests } from './sold-contests.ts';
import { type PrintedTicket, type TicketView, viewOfSale } from './ticket.view.ts';
import { hashOfSerial, ticketIdentity } from './ticket-identity.ts';

export type StoredTicket = typeof ticket.$inferSelect & {
  readonly entries: readonly { readonly contestId: string; readonly lines: Uint8Array; readonly stakeCents: Cents }[];
};

async function withEntries(db: Db | Tx, rows: readonly (typeof ticket.$inferSelect)[]): Promise<StoredTicket[]> {
  if (rows.length === 0) return [];
  const entries = await db
    .select({ ticketId: entry.ticketId, contestId: entry.contestId, lines: entry.lines, stakeCents: entry.stakeCents })
    .from(entry)
    // The first contest of a ticket is known from its row; later ones of a multi-draw ticket have higher ids.
    .where(
      and(
        inArray(
          entry.ticketId,
          rows.map(({ id }) => id),
        ),
        sql`${entry.contestId} >= ${minimum(rows.map(({ contestId }) => contestId))}::uuid`,
      ),
    )
    .orderBy(asc(entry.contestId));
  return rows.map((row) => ({
    ...row,
    entries: entries.filter(({ ticketId }) => ticketId === row.id).map((one) => ({ ...one, stakeCents: cents(one.stakeCents) })),
  }));
}

const minimum = (ids: readonly string[]): string => [...ids].sort()[0] ?? '';

export async function findTicket(db: Db | Tx, accountId: string, ticketId: string): Promise<StoredTicket | null> {
  const [found] = await withEntries(
    db,
    await db
      .select()
      .from(ticket)
      .where(and(eq(ticket.accountId, accountId), eq(ticket.id, ticketId))),
  );
  return found ?? null;
}

/** The account's tickets, newest first. */
export const listTickets = async (db: Db, accountId: string, limit: number, before: string | undefined): Promise<StoredTicket[]> =>
  withEntries(
    db,
    await db
      .select()
      .from(ticket)
      .where(and(eq(ticket.accountId, accountId), before ? lt(ticket.id, before) : undefined))
      .orderBy(desc(ticket.id))
      .limit(limit),
  );

/** Whose ticket a serial is; the serial itself is not in the database. */
export async function findBySerial(db: Db | Tx, keys: Keyring, serial: string): Promise<{ accountId: string; ticketId: string } | null> {
  const [row] = await db
    .select()
    .from(ticketSerial)
    .where(eq(ticketSerial.serialHash, hashOfSerial(keys, serial)));
  return row ? { accountId: row.accountId, ticketId: row.ticketId } : null;
}

/** The ticket as printed. `showSerial` is for its holder alone. */
export async function printedTicket(
  db: Db,
  keys: Keyring,
  contests: ReadonlyMap<string, SoldContest>,
  stored: StoredTicket,
  showSerial: boolean,
): Promise<PrintedTicket> {
  const [first] = stored.entries;
  const played = stored.entries.map(({ contestId }) => contests.get(contestId)).filter((contest) => contest !== undefined);
  if (!first || !played[0] || played.length !== stored.contests) throw new Error(`ticket ${stored.id} has lost a contest`);
  const [seller] =
    stored.channel === 'shop' && stored.terminalId && stored.clerkId
      ? await db
          .select({
            shop: { name: shop.name, address: shop.address, licenceNumber: shop.licenceNumber },
            terminal: { label: terminal.label },
            clerk: { name: clerk.name, cardNumber: clerk.cardNumber },
          })
          .from(shop)
          .innerJoin(terminal, eq(terminal.id, stored.terminalId))
          .innerJoin(clerk, eq(clerk.id, stored.clerkId))
          .where(eq(shop.accountId, stored.accountId))
      : [];
  return {
    ticketId: stored.id,
    serial: showSerial ? ticketIdentity(keys, stored.id).serial : null,
    contests: played,
    wager: played[0].engine.describeWager(first.lines, first.stakeCents),
    priceCents: stored.stakeCents,
    channel: stored.channel,
    soldAt: stored.soldAt,
    hash: stored.hash,
    shop: seller?.shop ?? null,
    terminal: seller?.terminal ?? null,
    clerk: seller?.clerk ?? null,
  };
}

const SETTLED = ['published', 'archived'];

/** The ticket as it stands now: states, results, prizes. */
export async function viewTickets(
  db: Db,
  keys: Keyring,
  contests: SoldContests,
  stored: readonly StoredTicket[],
  showSerial: boolean,
): Promise<TicketView[]> {
  if (stored.length === 0) return [];
  const ids = stored.map(({ id }) => id);
  const contestIds = [...new Set(stored.flatMap(({ entries }) => entries.map(({ contestId }) => contestId)))];
  const [known, prizes, cancelled, results, claims] = await Promise.all([
    contests.findNow(contestIds),
    db
      .select()
      .from(prize)
      .where(and(inArray(prize.ticketId, ids), inArray(prize.contestId, contestIds))),
    db.select({ ticketId: ticketCancellation.ticketId }).from(ticketCancellation).where(inArray(ticketCancellation.ticketId, ids)),
    db
      .select()
      .from(contestResult)
      .where(and(inArray(contestResult.contestId, contestIds), sql`${contestResult.certifiedAt} IS NOT NULL`)),
    db
      .select({ ticketId: claim.ticketId, ending: claim.ending, at: claim.at, executedAt: paymentOrder.endedAt })
      .from(claim)
      .leftJoin(paymentOrder, and(eq(paymentOrder.claimId, claim.id), eq(paymentOrder.state, 'executed')))
      .where(inArray(claim.ticketId, ids)),
  ]);
  return Promise.all(
    stored.map(async (one): Promise<TicketView> => {
      const sale = viewOfSale(await printedTicket(db, keys, known, one, showSerial));
      const isCancelled = cancelled.some(({ ticketId }) => ticketId === one.id);
      const own = prizes.filter(({ ticketId }) => ticketId === one.id);
      const claimed = claims.find(({ ticketId }) => ticketId === one.id);
      const views = one.entries.map(({ contestId }, i): TicketView['contests'][number] => {
        const contest = known.get(contestId);
        const printed = sale.contests[i];
        if (!contest || !printed) throw new Error(`ticket ${one.id} has lost contest ${contestId}`);
        const won = own.filter((row) => row.contestId === contestId && row.resultVersion === contest.resultVersion);
        const result = results.find((row) => row.contestId === contestId && row.version === contest.resultVersion);
        const settled = SETTLED.includes(contest.state);
        const isRefund = won.some(({ kind }) => kind === 'refund');
        return {
          ...printed,
          state: contest.state,
          result: result ? toJson(result.result) : null,
          outcome:
            contest.state === 'open' || contest.state === 'scheduled'
              ? 'open'
              : !settled
                ? 'pending'
                : isRefund
                  ? 'refunded'
                  : won.length > 0
                    ? 'win'
                    : 'no-win',
          prizeCents: String(won.reduce((total, { amountCents }) => total + amountCents, 0n)),
          shares: won.flatMap(({ shares }) => shares as { tier: string; count: string }[]),
        };
      });
      const prizeCents = own.reduce((total, { amountCents }) => total + amountCents, 0n);
      const paidAt =
        one.channel === 'online'
          ? own.map(({ at }) => at).sort((a, b) => b.getTime() - a.getTime())[0]
          : claimed?.ending === 'operator'
            ? claimed.executedAt
            : claimed?.at;
      return {
        ...sale,
        contests: views,
        state: isCancelled ? 'cancelled' : 'sold',
        prizeCents: String(prizeCents),
        paid: paidAt ? { at: paidAt.toISOString() } : null,
      };
    }),
  );
}

/** One ticket for somebody who is not its holder: without its serial. */
export async function storedTicketView(
  { db, keys, soldContests }: { readonly db: Db; readonly keys: Keyring; readonly soldContests: SoldContests },
  accountId: string,
  ticketId: string,
): Promise<TicketView | null> {
  const stored = await findTicket(db, accountId, ticketId);
  if (!stored) return null;
  const [view] = await viewTickets(db, keys, soldContests, [stored], false);
  return view ?? null;
}
