/**
 * Writes the file for the bank: every approved withdrawal, and every approved payment order of the claims, in one transaction with their new state and
 * their money. Killed before the commit, nothing happened; killed after it, the file is there to be downloaded, byte for byte. Two that export at the
 * same moment find each payment once.
 */
import type { Tx } from '@valira/db';
import { paymentBatch, withdrawal } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, inArray } from 'drizzle-orm';
import { OPERATOR_ZONE } from '../../../platform/business-day.ts';
import type { Core } from '../../../platform/core.ts';
import { sha256 } from '../../../platform/hash.ts';
import { type IdKind, uuidBytes, wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { approvedPaymentOrders, sendPaymentOrder } from '../../claims/index.ts';
import { account, endHold } from '../../ledger/index.ts';
import { queueMessages } from '../../messages/index.ts';
import { declaredAccount, playerStanding, withdrawalRefusal } from '../../players/index.ts';
import { type BankPayment, type Debtor, paymentFile } from '../bank-files/payment-file.ts';

const MOST_PAYMENTS = 1000;

export type Exported = { readonly id: string; readonly messageId: string; readonly payments: number; readonly amountCents: bigint };

/** Monday to Friday after today, on the operator's calendar. */
export function nextBankDay(now: Date): string {
  let day = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(OPERATOR_ZONE).toPlainDate().add({ days: 1 });
  while (day.dayOfWeek > 5) day = day.add({ days: 1 });
  return day.toString();
}

/** An id as it passes through every bank. */
export const endToEndIdOf = (kind: IdKind, id: string): string => wireId(kind, id).replace('_', '-');

type Deps = Pick<Core, 'ids' | 'clock' | 'keys'>;
type Item = { readonly id: string; readonly accountId: string; readonly payment: BankPayment };

/** Those whose player may be paid out now and has an account to be paid to; the others wait. */
async function payable(core: Deps, tx: Tx, now: Date): Promise<Item[]> {
  const rows = await tx
    .select()
    .from(withdrawal)
    .where(eq(withdrawal.state, 'approved'))
    .orderBy(withdrawal.id)
    .limit(MOST_PAYMENTS)
    .for('update', { skipLocked: true });
  const items: Item[] = [];
  for (const { id, accountId, amountCents } of rows) {
    const standing = await playerStanding(tx, accountId, now);
    const to = standing && !withdrawalRefusal(standing) ? await declaredAccount(core, tx, accountId) : null;
    if (!to) continue;
    const endToEndId = endToEndIdOf('withdrawal', id);
    items.push({ id, accountId, payment: { endToEndId, amountCents, holder: to.holder, iban: to.iban, purpose: `Valira ${endToEndId}` } });
  }
  return items;
}

export async function exportWithdrawals(
  core: Deps,
  tx: Tx,
  actor: string,
  debtor: Debtor,
): Promise<Outcome<Exported, 'nothing_to_export'>> {
  const { ids, clock, keys } = core;
  const at = clock.now();
  const items = await payable(core, tx, at);
  const orders = await approvedPaymentOrders(core, tx, MOST_PAYMENTS - items.length);
  const payments = [
    ...items.map(({ payment }) => payment),
    ...orders.map(({ id, amountCents, holder, iban }) => {
      const endToEndId = endToEndIdOf('paymentOrder', id);
      return { endToEndId, amountCents, holder, iban, purpose: `Valira ${endToEndId}` };
    }),
  ];
  if (payments.length === 0) return refuse('nothing_to_export');
  const id = ids.next();
  const messageId = endToEndIdOf('paymentBatch', id).toUpperCase();
  const file = Buffer.from(paymentFile({ messageId, createdAt: at, executesOn: nextBankDay(at), debtor, payments }));
  const { keyId, box } = keys.encrypt('personal-data', file, uuidBytes(id));
  const amountCents = payments.reduce((sum, payment) => sum + payment.amountCents, 0n);
  await tx.insert(paymentBatch).values({
    id,
    messageId,
    payments: payments.length,
    amountCents,
    keyId,
    box,
    fileHash: sha256(file),
    createdBy: actor,
    createdAt: at,
  });
  // Balance rows in ascending order of accounts, as everywhere.
  for (const item of items.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))) {
    const ibanEnd = item.payment.iban.slice(-4);
    const [row] = await tx
      .update(withdrawal)
      .set({ state: 'exported', batchId: id, ibanEnd, exportedAt: at })
      .where(and(eq(withdrawal.id, item.id), inArray(withdrawal.state, ['approved'])))
      .returning({ holdId: withdrawal.holdId });
    if (!row) throw new Error(`withdrawal ${item.id} changed under its lock`);
    const posted = await endHold(tx, ids, at, item.accountId, row.holdId, { outcome: 'posted', to: account('payment-clearing') });
    if (!posted.ok) throw new Error(`hold of withdrawal ${item.id} cannot be posted`);
  }
  for (const order of orders) {
    const sent = await sendPaymentOrder(core, tx, actor, order.id, messageId);
    if (!sent.ok) throw new Error(`payment order ${order.id} changed under its lock`);
  }
  await queueMessages(
    core,
    tx,
    at,
    items.map(({ id: cause, accountId, payment }) => ({
      accountId,
      kind: 'withdrawal-sent' as const,
      cause: `withdrawal:${cause}`,
      facts: { amountCents: String(payment.amountCents), ibanEnd: payment.iban.slice(-4) },
    })),
  );
  await addAudit(tx, ids, at, {
    actor,
    action: 'payment-batch.exported',
    subject: wireId('paymentBatch', id),
    after: { messageId, payments: payments.length, amountCents, fileHash: Buffer.from(sha256(file)).toString('hex') },
  });
  return ok({ id, messageId, payments: payments.length, amountCents });
}
