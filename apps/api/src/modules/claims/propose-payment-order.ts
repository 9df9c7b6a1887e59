/**
 * A bank account for a prize claimed at the operator. Below the rule's amount the order is approved with its proposal; from it on it waits for a
 * second person, which the database requires too.
 */
import type { Tx } from '@valira/db';
import { claim, paymentOrder } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { uuidBytes, wireId } from '../../platform/ids.ts';
import { canonicalText } from '../../platform/json.ts';
import { addAudit } from '../../platform/outbox.ts';
import { readIban } from '../players/index.ts';
import { claimRuleAt } from './claim-rules.ts';
import { type BankAccount, movePaymentOrder, type PaymentOrder } from './payment-order.ts';

export type Proposed = { readonly id: string; readonly state: PaymentOrder['state']; readonly approvalNeeded: boolean };

export async function proposePaymentOrder(
  core: Core,
  tx: Tx,
  actor: string,
  claimId: string,
  { holder, iban: typed }: BankAccount,
): Promise<Outcome<Proposed, 'not_found' | 'iban_invalid' | 'iban_outside_sepa' | 'payment_order_open'>> {
  const { keys, ids, clock } = core;
  const at = clock.now();
  const iban = readIban(typed);
  if (!iban.ok) return iban;
  const [claimed] = await tx.select().from(claim).where(eq(claim.id, claimId));
  if (claimed?.ending !== 'operator') return refuse('not_found');
  const { amountCents } = claimed;
  const approvalNeeded = amountCents >= (await claimRuleAt(tx, at)).approveFromCents;
  const id = ids.next();
  const { keyId, box } = keys.encrypt('personal-data', Buffer.from(canonicalText({ holder, iban: iban.value })), uuidBytes(id));
  const state = approvalNeeded ? 'proposed' : 'approved';
  const added = await tx
    .insert(paymentOrder)
    .values({
      id,
      claimId,
      amountCents,
      keyId,
      box,
      ibanEnd: iban.value.slice(-4),
      state,
      approvalNeeded,
      proposedBy: actor,
      proposedAt: at,
      approvedAt: approvalNeeded ? null : at,
    })
    .onConflictDoNothing()
    .returning({ id: paymentOrder.id });
  if (added.length === 0) return refuse('payment_order_open');
  if (!approvalNeeded) await movePaymentOrder(core, tx, { id, amountCents }, claimed, 'cleared', at);
  await addAudit(tx, ids, at, {
    actor,
    action: 'payment-order.proposed',
    subject: wireId('paymentOrder', id),
    after: { claim: wireId('claim', claimId), amountCents, state },
  });
  return ok({ id, state, approvalNeeded });
}
