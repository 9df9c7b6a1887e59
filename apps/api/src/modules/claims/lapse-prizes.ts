/**
 * After the claim period the prizes of shop tickets lapse, once: prizes-payable → prizes-unclaimed. Refunds lapse alike.
 *
 * A contest is looked at from the day after its own claim period until none of its shop prizes is open. A ticket for several draws lapses with its
 * last draw, so its earlier contests stay open until then. Tickets go a stretch at a time, each stretch one transaction: a job that runs twice or
 * at once finds their ends taken. Example: draw on 2026-10-17, 90 days: claimed until 2027-01-15 23:59:59.999, lapsed on 2027-01-16.
 */
import type { Tx } from '@valira/db';
import { contestLapse, prizeLapse } from '@valira/db/schema';
import { type Cents, cents, sum } from '@valira/money';
import { sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';
import { type Contest, claimPeriodEnd, engineCache, findContests, holdContests } from '../contests/index.ts';
import { account } from '../ledger/index.ts';
import { findTicket, type SoldContests, type StoredTicket } from '../wagers/index.ts';
import { endPrizes } from './end-prize.ts';
import { postByAccount } from './post-by-account.ts';
import { ticketWin } from './ticket-win.ts';

export type LapseDeps = Core & { readonly soldContests: SoldContests };

export type Lapsed = { readonly tickets: number; readonly amountCents: Cents };

const STRETCH = 200;
const NO_TICKET = '00000000-0000-0000-0000-000000000000';

type OpenTicket = { readonly account_id: string; readonly ticket_id: string };
type Lapsing = { accountId: string; ticketId: string; amountCents: Cents; claimUntil: Date };

/** Which of the tickets lapse at `now`, judged by results that stay as they are until the stretch is written. */
async function lapsingOf(deps: LapseDeps, tx: Tx, open: readonly OpenTicket[], now: Date): Promise<Lapsing[]> {
  const tickets: StoredTicket[] = [];
  for (const { account_id: accountId, ticket_id: ticketId } of open) {
    const stored = await findTicket(tx, accountId, ticketId);
    if (!stored) throw new Error(`ticket ${ticketId} won and is gone`);
    tickets.push(stored);
  }
  await holdContests(
    tx,
    tickets.flatMap(({ entries }) => entries.map(({ contestId }) => contestId)),
  );
  const lapsing: Lapsing[] = [];
  for (const stored of tickets) {
    const win = await ticketWin(deps.db, deps.soldContests, stored, tx);
    if (win.waitsUntil || win.amountCents === 0n || now <= win.claimUntil) continue;
    lapsing.push({ accountId: stored.accountId, ticketId: stored.id, amountCents: win.amountCents, claimUntil: win.claimUntil });
  }
  return lapsing;
}

const lapseStretch = (deps: LapseDeps, open: readonly OpenTicket[], now: Date): Promise<Lapsed> =>
  deps.inTransaction(async (tx) => {
    const at = deps.clock.now();
    const operationId = deps.ids.next();
    const lapsing = await lapsingOf(deps, tx, open, now);
    const ended = await endPrizes(
      tx,
      lapsing.map(({ accountId, ticketId, amountCents }) => ({ accountId, ticketId, amountCents, ending: 'lapse' as const, at })),
    );
    const mine = lapsing.filter(({ ticketId }) => ended.has(ticketId));
    if (mine.length === 0) return { tickets: 0, amountCents: cents(0n) };
    await tx.insert(prizeLapse).values(mine.map((row) => ({ ...row, operationId, at })));
    await postByAccount(
      deps,
      tx,
      operationId,
      at,
      mine.map(({ accountId, ticketId, amountCents }) => ({
        accountId,
        posting: {
          debit: account('prizes-payable', accountId),
          credit: account('prizes-unclaimed'),
          amount: amountCents,
          kind: 'lapse',
          reference: ticketId,
        },
      })),
    );
    const lapsed = { tickets: mine.length, amountCents: sum(mine.map(({ amountCents }) => amountCents)) };
    await addAudit(tx, deps.ids, at, { actor: 'system', action: 'prizes.lapsed', subject: operationId, after: lapsed });
    return lapsed;
  });

/** Contests past their claim period that have not been finished, the oldest first. */
async function contestsToLapse({ db }: LapseDeps, now: Date): Promise<Contest[]> {
  const rows = await db.execute<{ id: string }>(sql`
    SELECT c.id FROM contest c
    WHERE c.state IN ('published', 'archived', 'void') AND c.draws_at < ${now.toISOString()}::timestamptz
      AND NOT EXISTS (SELECT 1 FROM contest_lapse l WHERE l.contest_id = c.id AND l.result_version = c.result_version)
    ORDER BY c.draws_at`);
  const engineOf = engineCache();
  const contests = await findContests(
    db,
    rows.map(({ id }) => id),
  );
  return contests.filter((contest) => now > claimPeriodEnd(contest.drawsAt, engineOf(contest)));
}

/** Shop tickets with an open prize of this contest, after a ticket. */
const openTickets = ({ db }: LapseDeps, contest: Contest, after: string): Promise<OpenTicket[]> =>
  db.execute<OpenTicket>(sql`
    SELECT DISTINCT p.account_id, p.ticket_id FROM prize p JOIN shop s ON s.account_id = p.account_id
    WHERE p.contest_id = ${contest.id} AND p.result_version = ${contest.resultVersion} AND p.ticket_id > ${after}::uuid
      AND NOT EXISTS (SELECT 1 FROM prize_end e WHERE e.account_id = p.account_id AND e.ticket_id = p.ticket_id)
    ORDER BY p.ticket_id LIMIT ${STRETCH}`);

async function lapseContest(deps: LapseDeps, contest: Contest, now: Date): Promise<Lapsed> {
  let tickets = 0;
  let amountCents = cents(0n);
  for (let after = NO_TICKET; ; ) {
    const open = await openTickets(deps, contest, after);
    const done = await lapseStretch(deps, open, now);
    tickets += done.tickets;
    amountCents = sum([amountCents, done.amountCents]);
    const last = open.at(-1);
    if (!last || open.length < STRETCH) break;
    after = last.ticket_id;
  }
  // What waits for a later draw or for a dispute is looked at again tomorrow.
  if ((await openTickets(deps, contest, NO_TICKET)).length === 0)
    await deps.db
      .insert(contestLapse)
      .values({ contestId: contest.id, resultVersion: contest.resultVersion, at: deps.clock.now() })
      .onConflictDoNothing();
  return { tickets, amountCents };
}

/** Lapses everything whose claim period has passed. */
export async function lapsePrizes(deps: LapseDeps): Promise<Lapsed> {
  const now = deps.clock.now();
  const all: Lapsed[] = [];
  for (const contest of await contestsToLapse(deps, now)) all.push(await lapseContest(deps, contest, now));
  return { tickets: all.reduce((total, { tickets }) => total + tickets, 0), amountCents: sum(all.map(({ amountCents }) => amountCents)) };
}
