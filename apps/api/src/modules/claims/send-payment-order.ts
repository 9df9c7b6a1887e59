/** An approved order went to the bank in a file, named by its reference. */
import type { Tx } from '@valira/db';
import { paymentOrder } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { lockPaymentOrder } from './payment-order.ts';

export async function sendPaymentOrder(
  core: Pick<Core, 'clock' | 'ids'>,
  tx: Tx,
  actor: string,
  id: string,
  fileReference: string,
): Promise<Outcome<{ state: 'sent' }, 'not_found' | 'wrong_state'>> {
  const found = await lockPaymentOrder(tx, id);
  if (!found.ok) return found;
  const { order } = found.value;
  if (order.state !== 'approved') return refuse('wrong_state', { facts: { state: order.state } });
  const at = core.clock.now();
  await tx.update(paymentOrder).set({ state: 'sent', sentBy: actor, sentAt: at, fileReference }).where(eq(paymentOrder.id, id));
  await addAudit(tx, core.ids, at, {
    actor,
    action: 'payment-order.sent',
    subject: wireId('paymentOrder', id),
    before: 'approved',
    after: { state: 'sent', fileReference },
  });
  return ok({ state: 'sent' });
}
