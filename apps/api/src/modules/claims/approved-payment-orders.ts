/** Approved payment orders, locked, with where their money goes: for whoever writes the file for the bank in the same transaction. */
import type { Tx } from '@valira/db';
import { paymentOrder } from '@valira/db/schema';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { type BankAccount, readBankAccount } from './payment-order.ts';

export type ApprovedPaymentOrder = BankAccount & { readonly id: string; readonly amountCents: bigint };

export async function approvedPaymentOrders(core: Pick<Core, 'keys'>, tx: Tx, most: number): Promise<ApprovedPaymentOrder[]> {
  const rows = await tx
    .select()
    .from(paymentOrder)
    .where(eq(paymentOrder.state, 'approved'))
    .orderBy(paymentOrder.id)
    .limit(most)
    .for('update', { skipLocked: true });
  return rows.map((row) => ({ id: row.id, amountCents: row.amountCents, ...readBankAccount(core, row) }));
}
