/** Asks the provider for approved refunds, each under its own key: asked twice, made once. One that the provider will not make is given back. */
import { deposit, depositRefund } from '@valira/db/schema';
import { and, eq } from 'drizzle-orm';
import { wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { type SyncDeps, syncDeposit } from '../deposits/sync-deposit.ts';
import { giveBack } from './refund-deposit.ts';

const MOST_AT_ONCE = 50;

export async function makeRefunds(deps: SyncDeps): Promise<number> {
  const { db, provider, inTransaction, clock, ids } = deps;
  const due = await db
    .select({ refund: depositRefund, paymentId: deposit.paymentId })
    .from(depositRefund)
    .innerJoin(deposit, eq(deposit.id, depositRefund.depositId))
    .where(eq(depositRefund.state, 'approved'))
    .orderBy(depositRefund.id)
    .limit(MOST_AT_ONCE);
  for (const { refund, paymentId } of due) {
    if (!paymentId) throw new Error(`refund ${refund.id} of a deposit that was never paid`);
    const made = await provider.refundPayment({ id: refund.id, paymentId, amountCents: refund.amountCents });
    await syncDeposit(deps, paymentId);
    if (made) continue;
    await inTransaction(async (tx) => {
      const at = clock.now();
      const rejected = await tx
        .update(depositRefund)
        .set({ state: 'rejected', endReason: 'refused by the provider' })
        .where(and(eq(depositRefund.id, refund.id), eq(depositRefund.state, 'approved')))
        .returning();
      if (rejected.length === 0) return;
      await giveBack(deps, tx, refund, at);
      await addAudit(tx, ids, at, {
        actor: 'payment-provider',
        action: 'refund.rejected',
        subject: wireId('refund', refund.id),
        before: 'approved',
      });
    });
  }
  return due.length;
}
