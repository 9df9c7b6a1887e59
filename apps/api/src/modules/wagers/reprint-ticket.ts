/** A reprint is the same ticket with the same serial, counted and logged; only the terminal that sold it may, and of a cancelled one nobody. */
import { ticketCancellation, ticketReprint } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, count, eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { findTicket } from './ticket.store.ts';

export type ReprintRequest = { readonly accountId: string; readonly terminalId: string; readonly ticketId: string; readonly actor: string };

/** Which reprint this is: 1 for the first. */
export const reprintTicket = (
  core: Core,
  { accountId, terminalId, ticketId, actor }: ReprintRequest,
): Promise<Outcome<number, 'ticket_not_found' | 'ticket_cancelled'>> =>
  core.inTransaction<Outcome<number, 'ticket_not_found' | 'ticket_cancelled'>>(async (tx) => {
    const stored = await findTicket(tx, accountId, ticketId);
    if (stored?.terminalId !== terminalId) return refuse('ticket_not_found');
    const cancelled = await tx
      .select({ at: ticketCancellation.at })
      .from(ticketCancellation)
      .where(and(eq(ticketCancellation.accountId, accountId), eq(ticketCancellation.ticketId, ticketId)));
    if (cancelled.length > 0) return refuse('ticket_cancelled');
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`reprint ${ticketId}`}, 0))`);
    const [made] = await tx
      .select({ reprints: count() })
      .from(ticketReprint)
      .where(and(eq(ticketReprint.accountId, accountId), eq(ticketReprint.ticketId, ticketId)));
    const number = (made?.reprints ?? 0) + 1;
    const at = core.clock.now();
    await tx.insert(ticketReprint).values({ accountId, ticketId, number, actor, at });
    await addAudit(tx, core.ids, at, { actor, action: 'ticket.reprinted', subject: wireId('ticket', ticketId), after: { number } });
    return ok(number);
  });
