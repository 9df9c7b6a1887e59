import type { Ticket } from '../../../api/wire.ts';

/** All that the ticket has won so far, in minor units. */
export const wonCents = (ticket: Ticket): bigint => ticket.contests.reduce((sum, contest) => sum + BigInt(contest.prizeCents || '0'), 0n);

/** One state for the whole ticket: what is still open wins over what is decided. */
export function ticketStatus(ticket: Ticket): string {
  if (ticket.state === 'cancelled') return 'cancelled';
  const outcomes = ticket.contests.map((contest) => contest.outcome);
  if (outcomes.includes('open') || outcomes.includes('pending')) {
    const undecided = ticket.contests.find((contest) => contest.outcome === 'open' || contest.outcome === 'pending');
    return undecided?.outcome === 'open'
      ? 'open'
      : undecided && ['sealed', 'drawn', 'certified'].includes(undecided.state)
        ? undecided.state
        : 'closed';
  }
  return wonCents(ticket) > 0n ? 'paid' : 'lost';
}
