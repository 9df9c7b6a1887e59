/**
 * The second person's word on a dispute. Not agreed: it is open again. For the holder: whoever shows the ticket is paid as before, with time to do
 * so. For the claimant: the prize is theirs as a claim at the operator, in the same transaction.
 *
 * A lost ticket is decided for its claimant only after its claim period, when nobody has shown it. Example: lost in October, claimable until
 * 2027-01-15: decided for the claimant from 2027-01-16 on, and not at all when a shop paid it on 2027-01-10.
 */
import type { Tx } from '@valira/db';
import { dispute, prizeEnd } from '@valira/db/schema';
import type { Cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import { uuidBytes, wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { findTicket } from '../wagers/index.ts';
import type { Identification } from './claimant.ts';
import type { ClaimDeps } from './pay-claim.ts';
import { ticketWin } from './ticket-win.ts';
import { writeOperatorClaim } from './write-operator-claim.ts';

export type Decided = { readonly state: 'open' | 'decided'; readonly claimId: string | null };

export type DecisionRefusal =
  | 'not_found'
  | 'wrong_state'
  | 'four_eyes'
  | 'too_early'
  | 'nothing_to_pay'
  | 'already_paid'
  | 'identification_required'
  | 'claimant_under_age';

type Dispute = typeof dispute.$inferSelect;

export async function decideDispute(
  core: ClaimDeps,
  tx: Tx,
  actor: string,
  id: string,
  { agrees, reason }: { readonly agrees: boolean; readonly reason: string },
): Promise<Outcome<Decided, DecisionRefusal>> {
  const [found] = await tx.select().from(dispute).where(eq(dispute.id, id)).for('update');
  if (!found) return refuse('not_found');
  if (found.state !== 'proposed') return refuse('wrong_state', { facts: { state: found.state } });
  if (found.proposedBy === actor) return refuse('four_eyes');
  const at = core.clock.now();
  const { outcome } = found;
  const due = agrees && outcome === 'claimant' ? await dueToClaimant(core, tx, found, at) : null;
  if (due && !due.ok) return due;
  await addAudit(tx, core.ids, at, {
    actor,
    action: agrees ? 'dispute.decided' : 'dispute.reopened',
    subject: wireId('dispute', id),
    before: { state: 'proposed', outcome },
    reason,
  });
  if (!agrees) {
    await tx
      .update(dispute)
      .set({ state: 'open', outcome: null, proposedBy: null, proposedAt: null, proposalReason: null })
      .where(eq(dispute.id, id));
    return ok({ state: 'open', claimId: null });
  }
  await tx.update(dispute).set({ state: 'decided', decidedBy: actor, decidedAt: at }).where(eq(dispute.id, id));
  if (!due) return ok({ state: 'decided', claimId: null });
  const { accountId, ticketId, keyId, box } = found;
  const identification = JSON.parse(Buffer.from(core.keys.decrypt(keyId, box, uuidBytes(id))).toString()) as Identification;
  const claim = { accountId, ticketId, amountCents: due.value, identification, actor, key: id, disputeId: id };
  const written = await writeOperatorClaim(core, tx, claim, at);
  if (!written.ok) return written;
  return written.value ? ok({ state: 'decided', claimId: written.value.claimId }) : refuse('already_paid');
}

async function dueToClaimant(
  core: ClaimDeps,
  tx: Tx,
  { accountId, ticketId, kind }: Dispute,
  at: Date,
): Promise<Outcome<Cents, 'too_early' | 'nothing_to_pay' | 'already_paid'>> {
  const stored = await findTicket(tx, accountId, ticketId);
  if (!stored) throw new Error(`ticket ${ticketId} is in dispute and gone`);
  const win = await ticketWin(core.db, core.soldContests, stored, tx);
  if (win.waitsUntil || (kind === 'lost' && at <= win.claimUntil)) return refuse('too_early');
  if (win.amountCents === 0n) return refuse('nothing_to_pay');
  const ended = await tx
    .select({ at: prizeEnd.at })
    .from(prizeEnd)
    .where(and(eq(prizeEnd.accountId, accountId), eq(prizeEnd.ticketId, ticketId)));
  return ended.length > 0 ? refuse('already_paid') : ok(win.amountCents);
}
