import type { Ticket } from '../../../api/wire.ts';

/** All that the ticket has won so far, in minor units. */
export const wonCents = (ticket: Ticket): bigint => BigInt(ticket.prizeCents);

const AFTER_CLOSE = ['sealed', 'drawn', 'certified', 'settled'];

/** One state for the whole ticket: what is still open wins over what is decided. */
export function ticketStatus(ticket: Ticket): string {
  if (ticket.state === 'cancelled') return 'cancelled';
  const undecided =
    ticket.contests.find((contest) => contest.outcome === 'open') ?? ticket.contests.find((contest) => contest.outcome === 'pending');
  if (undecided?.outcome === 'open') return 'open';
  if (undecided) return AFTER_CLOSE.includes(undecided.state) ? undecided.state : 'closed';
  if (wonCents(ticket) > 0n) return ticket.paid ? 'paid' : 'winner';
  return ticket.contests.some((contest) => contest.outcome === 'refunded') ? 'refunded' : 'lost';
}
