/**
 * Warns players of shop tickets they watch that won and were not claimed: 30, 7 and 1 days before the claim period ends. A day that was missed is
 * made up for by the next run with the days that are left; each of the three is told once.
 *
 * Example, claimed until the end of 2027-01-15: a run on 2026-12-16 tells 30, one on 2027-01-09 after a pause since 01-03 tells 7, 2027-01-14 tells 1.
 */
import { sql } from 'drizzle-orm';
import { businessDayOf } from '../../platform/business-day.ts';
import { findContests } from '../contests/index.ts';
import { type Named, type News, queueMessages } from '../messages/index.ts';
import { findTicket } from '../wagers/index.ts';
import type { LapseDeps } from './lapse-prizes.ts';
import { ticketWin } from './ticket-win.ts';

const DAYS_BEFORE = [1, 7, 30] as const;

/** Whole days between the local dates: 0 on the last day. */
function daysLeft(now: Date, until: Date): number {
  const dateOf = (instant: Date) => Temporal.PlainDate.from(businessDayOf(instant).date);
  return dateOf(now).until(dateOf(until), { largestUnit: 'days' }).days;
}

/** The nearest warning that is due: with 5 days left, the one of 7. Null before the first and on the last day itself. */
export const warningDue = (left: number): number | null => (left < 1 ? null : (DAYS_BEFORE.find((days) => left <= days) ?? null));

type Watched = { account_id: string; ticket_account_id: string; ticket_id: string };

/** Returns how many were warned, or had been. */
export async function warnOfLapse(deps: LapseDeps): Promise<number> {
  const now = deps.clock.now();
  const watched = await deps.db.execute<Watched>(sql`
    SELECT w.account_id, w.ticket_account_id, w.ticket_id FROM watched_ticket w
    WHERE EXISTS (SELECT 1 FROM prize p WHERE p.account_id = w.ticket_account_id AND p.ticket_id = w.ticket_id)
      AND NOT EXISTS (SELECT 1 FROM prize_end e WHERE e.account_id = w.ticket_account_id AND e.ticket_id = w.ticket_id)
    ORDER BY w.ticket_id`);
  const news: News[] = [];
  for (const { account_id: accountId, ticket_account_id: seller, ticket_id: ticketId } of watched) {
    const stored = await findTicket(deps.db, seller, ticketId);
    if (!stored) throw new Error(`ticket ${ticketId} is watched and gone`);
    const win = await ticketWin(deps.db, deps.soldContests, stored);
    const days = warningDue(daysLeft(now, win.claimUntil));
    if (days === null || win.waitsUntil || win.amountCents === 0n) continue;
    const [contest] = await findContests(deps.db, [stored.contestId]);
    if (!contest) throw new Error(`ticket ${ticketId} has lost its contest`);
    news.push({
      accountId,
      kind: 'claim-lapsing',
      cause: `claim-lapsing:${ticketId}:${days}`,
      facts: {
        product: contest.names as Named,
        number: contest.number,
        amountCents: String(win.amountCents),
        claimUntil: win.claimUntil.toISOString(),
        days,
      },
    });
  }
  await deps.inTransaction((tx) => queueMessages(deps, tx, now, news));
  return news.length;
}
