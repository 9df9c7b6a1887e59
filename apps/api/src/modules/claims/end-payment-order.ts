/**
 * How a payment order ended: executed by the bank, or rejected by the bank or by us before it was sent. What had been cleared comes back, and the
 * claim may have another order.
 */
import type { Tx } from '@valira/db';
import { paymentOrder } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { lockPaymentOrder, movePaymentOrder, type PaymentOrder } from './payment-order.ts';

export type OrderEnding = { readonly outcome: 'executed' } | { readonly outcome: 'rejected'; readonly reason: string };

/** Only the bank executes; anything that has not ended can be rejected. */
const mayEnd = (state: PaymentOrder['state'], outcome: OrderEnding['outcome']): boolean =>
  outcome === 'executed' ? state === 'sent' : state === 'proposed' || state === 'approved' || state === 'sent';

export async function endPaymentOrder(
  core: Core,
  tx: Tx,
  actor: string,
  id: string,
  ending: OrderEnding,
): Promise<Outcome<{ state: OrderEnding['outcome'] }, 'not_found' | 'wrong_state'>> {
  const found = await lockPaymentOrder(tx, id);
  if (!found.ok) return found;
  const { order, claim } = found.value;
  if (!mayEnd(order.state, ending.outcome)) return refuse('wrong_state', { facts: { state: order.state } });
  const at = core.clock.now();
  const reason = ending.outcome === 'rejected' ? ending.reason : null;
  await tx
    .update(paymentOrder)
    .set({ state: ending.outcome, endedBy: actor, endedAt: at, endReason: reason })
    .where(eq(paymentOrder.id, id));
  if (ending.outcome === 'executed') await movePaymentOrder(core, tx, order, claim, 'executed', at);
  else if (order.state !== 'proposed') await movePaymentOrder(core, tx, order, claim, 'returned', at);
  await addAudit(tx, core.ids, at, {
    actor,
    action: `payment-order.${ending.outcome}`,
    subject: wireId('paymentOrder', id),
    before: order.state,
    after: { state: ending.outcome, amountCents: order.amountCents },
    ...(reason && { reason }),
  });
  return ok({ state: ending.outcome });
}
