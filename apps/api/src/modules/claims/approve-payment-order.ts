/** The second person's yes to a payment order: the money is on its way. */
import type { Tx } from '@valira/db';
import { paymentOrder } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { lockPaymentOrder, movePaymentOrder } from './payment-order.ts';

export async function approvePaymentOrder(
  core: Core,
  tx: Tx,
  actor: string,
  id: string,
): Promise<Outcome<{ state: 'approved' }, 'not_found' | 'wrong_state' | 'four_eyes'>> {
  const found = await lockPaymentOrder(tx, id);
  if (!found.ok) return found;
  const { order, claim } = found.value;
  if (order.state !== 'proposed') return refuse('wrong_state', { facts: { state: order.state } });
  if (order.proposedBy === actor) return refuse('four_eyes');
  const at = core.clock.now();
  await tx.update(paymentOrder).set({ state: 'approved', approvedBy: actor, approvedAt: at }).where(eq(paymentOrder.id, id));
  await movePaymentOrder(core, tx, order, claim, 'cleared', at);
  await addAudit(tx, core.ids, at, {
    actor,
    action: 'payment-order.approved',
    subject: wireId('paymentOrder', id),
    before: 'proposed',
    after: { state: 'approved', amountCents: order.amountCents },
  });
  return ok({ state: 'approved' });
}
