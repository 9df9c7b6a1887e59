/**
 * Money back to the card that paid it in: proposed by one person, decided by another. The amount leaves the player's cash with the proposal, so it
 * cannot be played meanwhile; it goes to the provider when the refund is made, or back when it is not.
 */
import type { Tx } from '@valira/db';
import { deposit, depositMovement, depositRefund } from '@valira/db/schema';
import { cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { endHold, holdFunds } from '../../ledger/index.ts';
import { isCredit } from '../deposits/movements-of.ts';

export async function proposeRefund(
  { ids, clock }: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  depositId: string,
  { amountCents, reason }: { readonly amountCents: bigint; readonly reason: string },
): Promise<Outcome<{ id: string }>> {
  const at = clock.now();
  const [row] = await tx.select().from(deposit).where(eq(deposit.id, depositId)).for('update');
  if (!row) return refuse('not_found');
  const moved = await tx.select().from(depositMovement).where(eq(depositMovement.depositId, depositId));
  const openCents = moved.reduce((sum, { kind, amountCents: amount }) => (isCredit(kind) ? sum + amount : sum - amount), 0n);
  if (amountCents === 0n || amountCents > openCents)
    return refuse('refund_exceeds_deposit', { path: 'amountCents', facts: { openCents: String(openCents) } });
  const live = await tx.select({ state: depositRefund.state }).from(depositRefund).where(eq(depositRefund.depositId, depositId));
  if (live.some(({ state }) => state === 'proposed' || state === 'approved')) return refuse('refund_open');
  const id = ids.next();
  const { accountId } = row;
  const held = await holdFunds(tx, ids, at, {
    accountId,
    key: `refund:${id}`,
    amount: cents(amountCents),
    purpose: 'refund',
    reference: depositId,
    expiresAt: null,
  });
  if (!held.ok) return held;
  await tx
    .insert(depositRefund)
    .values({ id, depositId, amountCents, holdId: held.value, reason, state: 'proposed', proposedBy: actor, proposedAt: at });
  const after = { deposit: wireId('deposit', depositId), amountCents };
  await addAudit(tx, ids, at, { actor, action: 'refund.proposed', subject: wireId('refund', id), after, reason });
  return ok({ id });
}

export type RefundDecision = { readonly decision: 'approved' } | { readonly decision: 'rejected'; readonly reason: string };

export async function decideRefund(
  { ids, clock }: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  id: string,
  decision: RefundDecision,
): Promise<Outcome<{ state: RefundDecision['decision'] }, 'not_found' | 'wrong_state' | 'four_eyes'>> {
  const at = clock.now();
  const [row] = await tx.select().from(depositRefund).where(eq(depositRefund.id, id)).for('update');
  if (!row) return refuse('not_found');
  if (row.state !== 'proposed') return refuse('wrong_state', { facts: { state: row.state } });
  if (row.proposedBy === actor) return refuse('four_eyes');
  const state = decision.decision;
  const endReason = decision.decision === 'rejected' ? decision.reason : null;
  await tx.update(depositRefund).set({ state, decidedBy: actor, decidedAt: at, endReason }).where(eq(depositRefund.id, id));
  if (state === 'rejected') await giveBack({ ids }, tx, row, at);
  await addAudit(tx, ids, at, {
    actor,
    action: `refund.${state}`,
    subject: wireId('refund', id),
    before: 'proposed',
    after: { state },
    ...(endReason !== null && { reason: endReason }),
  });
  return ok({ state });
}

export async function giveBack(
  { ids }: Pick<Core, 'ids'>,
  tx: Tx,
  { depositId, holdId }: Pick<typeof depositRefund.$inferSelect, 'depositId' | 'holdId'>,
  at: Date,
): Promise<void> {
  const [row] = await tx.select({ accountId: deposit.accountId }).from(deposit).where(eq(deposit.id, depositId));
  if (!row) throw new Error(`refund of no deposit ${depositId}`);
  const ended = await endHold(tx, ids, at, row.accountId, holdId, { outcome: 'voided' });
  if (!ended.ok) throw new Error(`hold ${holdId} cannot be given back`);
}
