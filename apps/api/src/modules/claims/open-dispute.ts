/**
 * Somebody identified says that a shop ticket is theirs: another holds it (disputed), or there is none to show any more (lost).
 *
 * A disputed ticket is held: no desk pays it and it does not lapse until two people decide. A lost one is not held against whoever shows it, since a
 * ticket is its holder's; it only does not lapse. Both are opened while the prize can still be claimed, or before the draw.
 */
import type { Tx } from '@valira/db';
import { dispute } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, ne } from 'drizzle-orm';
import { uuidBytes, wireId } from '../../platform/ids.ts';
import { canonicalText } from '../../platform/json.ts';
import { addAudit } from '../../platform/outbox.ts';
import { ageOn, LEGAL_AGE } from '../players/index.ts';
import { findTicket } from '../wagers/index.ts';
import type { Identification } from './claimant.ts';
import type { ClaimDeps } from './pay-claim.ts';
import { ticketWin } from './ticket-win.ts';

export type NewDispute = {
  readonly accountId: string;
  readonly ticketId: string;
  readonly kind: 'disputed' | 'lost';
  readonly reason: string;
  readonly claimant: Identification & { readonly name: string; readonly birthDate: string };
};

export type DisputeRefusal = 'ticket_not_found' | 'claim_expired' | 'already_paid' | 'dispute_open' | 'claimant_under_age';

export async function openDispute(
  core: ClaimDeps,
  tx: Tx,
  actor: string,
  { accountId, ticketId, kind, reason, claimant }: NewDispute,
): Promise<Outcome<{ id: string }, DisputeRefusal>> {
  const at = core.clock.now();
  if (ageOn(claimant.birthDate, at) < LEGAL_AGE) return refuse('claimant_under_age');
  const stored = await findTicket(tx, accountId, ticketId);
  if (stored?.channel !== 'shop') return refuse('ticket_not_found');
  const { claimUntil } = await ticketWin(core.db, core.soldContests, stored, tx);
  if (at > claimUntil) return refuse('claim_expired');
  const id = core.ids.next();
  const { keyId, box } = core.keys.encrypt('personal-data', Buffer.from(canonicalText(claimant)), uuidBytes(id));
  const added = await tx
    .insert(dispute)
    .values({ id, accountId, ticketId, kind, reason, keyId, box, openedBy: actor, openedAt: at })
    .onConflictDoNothing()
    .returning({ id: dispute.id });
  if (added.length === 0) {
    const [open] = await tx
      .select({ id: dispute.id })
      .from(dispute)
      .where(and(eq(dispute.accountId, accountId), eq(dispute.ticketId, ticketId), ne(dispute.state, 'decided')));
    return refuse(open ? 'dispute_open' : 'already_paid');
  }
  await addAudit(tx, core.ids, at, {
    actor,
    action: 'dispute.opened',
    subject: wireId('dispute', id),
    after: { kind, ticket: wireId('ticket', ticketId) },
    reason,
  });
  return ok({ id });
}
