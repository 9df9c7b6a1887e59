/**
 * A withdrawal on its way to the player's declared account, and the money behind each step:
 *
 * - requested: player-cash → player-held (a debt is paid first);
 * - exported: player-held → payment-clearing, in the transaction that writes the file;
 * - paid: payment-clearing → bank;
 * - returned: payment-clearing → player-cash, or bank → player-cash when it had been paid;
 * - cancelled by the player, rejected by the desk: player-held → player-cash.
 *
 * Example: 2,500.00 requested is held, reviewed by one person and approved by another, goes into the file of the day, and is paid when the bank says so.
 */
import type { Tx } from '@valira/db';
import { withdrawal } from '@valira/db/schema';
import { cents } from '@valira/money';
import { eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { account, postOperation } from '../../ledger/index.ts';

export type Withdrawal = typeof withdrawal.$inferSelect;

/** Locked until the transaction ends. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<Withdrawal | null> {
  const [row] = await tx.select().from(withdrawal).where(eq(withdrawal.id, id)).for('update');
  return row ?? null;
}

/** Until the file is written it can be stopped. */
export const isStoppable = ({ state }: Withdrawal): boolean => state === 'requested' || state === 'reviewed' || state === 'approved';

/** A movement between clearing, bank and the player, once: its key is the withdrawal and what happened. */
export async function moveWithdrawal(
  { ids }: Pick<Core, 'ids'>,
  tx: Tx,
  { id, accountId, amountCents, state }: Pick<Withdrawal, 'id' | 'accountId' | 'amountCents' | 'state'>,
  movement: 'paid' | 'returned',
  at: Date,
): Promise<void> {
  const [clearing, bank] = [account('payment-clearing'), account('bank')];
  const sides =
    movement === 'paid'
      ? { debit: clearing, credit: bank }
      : { debit: state === 'paid' ? bank : clearing, credit: account('player-cash', accountId) };
  const posted = await postOperation(tx, ids, at, {
    accountId,
    key: `withdrawal:${id}:${movement}`,
    postings: [{ ...sides, amount: cents(amountCents), kind: `withdrawal-${movement}`, reference: id }],
  });
  if (!posted.ok) throw new Error(`withdrawal ${id} was refused by the ledger`);
}
