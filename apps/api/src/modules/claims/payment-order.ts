/**
 * A claimed prize on its way to a bank account: proposed → approved → sent → executed, or rejected from any step before. Money:
 *
 * - approved: prizes-payable → payment-clearing (it is on its way);
 * - executed: payment-clearing → bank (it has left the account);
 * - rejected after the approval: payment-clearing → prizes-payable (it is owed again, and another order may be made).
 *
 * Example: 12,000.00 proposed by one, approved by another, in the file of Tuesday, returned by the bank: the claimant is owed 12,000.00 as before.
 */
import type { Tx } from '@valira/db';
import { claim, paymentOrder } from '@valira/db/schema';
import { cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { uuidBytes } from '../../platform/ids.ts';
import { type AccountRef, account, postOperation } from '../ledger/index.ts';

export type PaymentOrder = typeof paymentOrder.$inferSelect;
export type Claim = typeof claim.$inferSelect;

/** The order and its claim, the order's row locked until the transaction ends. */
export async function lockPaymentOrder(tx: Tx, id: string): Promise<Outcome<{ order: PaymentOrder; claim: Claim }, 'not_found'>> {
  const [order] = await tx.select().from(paymentOrder).where(eq(paymentOrder.id, id)).for('update');
  if (!order) return refuse('not_found');
  const [claimed] = await tx.select().from(claim).where(eq(claim.id, order.claimId));
  if (!claimed) throw new Error(`payment order ${id} has no claim`);
  return ok({ order, claim: claimed });
}

export type BankAccount = { readonly holder: string; readonly iban: string };

/** Where the money goes, for whoever writes the payment file. */
export const readBankAccount = ({ keys }: Pick<Core, 'keys'>, { id, keyId, box }: PaymentOrder): BankAccount =>
  JSON.parse(Buffer.from(keys.decrypt(keyId, box, uuidBytes(id))).toString()) as BankAccount;

type Movement = 'cleared' | 'executed' | 'returned';

/** One movement of an order, once: its key is the order and what happened to it. */
export async function movePaymentOrder(
  { ids }: Pick<Core, 'ids'>,
  tx: Tx,
  { id, amountCents }: Pick<PaymentOrder, 'id' | 'amountCents'>,
  { accountId }: Pick<Claim, 'accountId'>,
  movement: Movement,
  at: Date,
): Promise<void> {
  const payable = account('prizes-payable', accountId);
  const clearing = account('payment-clearing');
  const ways: Record<Movement, readonly [AccountRef, AccountRef]> = {
    cleared: [payable, clearing],
    executed: [clearing, account('bank')],
    returned: [clearing, payable],
  };
  const [debit, credit] = ways[movement];
  const posted = await postOperation(tx, ids, at, {
    accountId,
    key: `payment-order:${id}:${movement}`,
    postings: [{ debit, credit, amount: cents(amountCents), kind: `payment-${movement}`, reference: id }],
  });
  if (!posted.ok) throw new Error(`payment order ${id} was refused by the ledger`);
}
