/** A player asks to be warned about a shop ticket in their hands: who knows the serial holds the ticket. Asking twice is asking once. */
import type { Tx } from '@valira/db';
import { watchedTicket } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Core } from '../../platform/core.ts';
import { findBySerial, findTicket, readSerial } from '../wagers/index.ts';

export async function watchTicket(
  { keys, clock }: Pick<Core, 'keys' | 'clock'>,
  tx: Tx,
  accountId: string,
  typed: string,
): Promise<Outcome<{ ticketId: string }, 'ticket_not_found'>> {
  const serial = readSerial(typed);
  const found = serial && (await findBySerial(tx, keys, serial));
  const stored = found && (await findTicket(tx, found.accountId, found.ticketId));
  if (!found || !stored || stored.channel !== 'shop') return refuse('ticket_not_found');
  await tx
    .insert(watchedTicket)
    .values({ accountId, ticketAccountId: found.accountId, ticketId: found.ticketId, at: clock.now() })
    .onConflictDoNothing();
  return ok({ ticketId: found.ticketId });
}
