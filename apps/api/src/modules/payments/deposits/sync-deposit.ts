/**
 * Brings a deposit to what its payment is now: reads the payment from the provider and posts what is not posted yet. Whatever asked for it – an event,
 * the same event again, one that comes late, the sweep – the outcome is that of the payment (R26, R27).
 *
 * States only go forward: open → credited, or open → cancelled. Money follows the movements, never the state.
 */
import type { Tx } from '@valira/db';
import { deposit, depositMovement } from '@valira/db/schema';
import { and, eq, isNull } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { parseWireId, wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { type News, queueMessages } from '../../messages/index.ts';
import { changePlayer, lockedStanding } from '../../players/index.ts';
import type { Payment, PaymentProvider } from '../provider.ts';
import { type DepositMovement, movementsOf } from './movements-of.ts';
import { postMovement } from './post-movement.ts';

export type Deposit = typeof deposit.$inferSelect;
export type SyncDeps = Pick<Core, 'db' | 'ids' | 'clock' | 'inTransaction'> & { readonly provider: PaymentProvider };

/** The deposit of a payment, locked. One that was made at the provider before we could write its id down is known by our own. */
async function depositOf(tx: Tx, payment: Payment): Promise<Deposit | null> {
  const [known] = await tx.select().from(deposit).where(eq(deposit.paymentId, payment.id)).for('update');
  if (known) return known;
  const named = payment.depositId && parseWireId('deposit', payment.depositId);
  if (!named) return null;
  const [claimed] = await tx
    .update(deposit)
    .set({ paymentId: payment.id })
    .where(and(eq(deposit.id, named), isNull(deposit.paymentId), eq(deposit.state, 'open')))
    .returning();
  return claimed ?? null;
}

const newsOf = (row: Deposit, { providerId, kind, amountCents }: DepositMovement): News[] => {
  const told = { accountId: row.accountId, cause: `${kind}:${providerId}`, facts: { amountCents: String(amountCents) } };
  if (kind === 'deposit-disputed') return [{ ...told, kind }];
  return kind === 'deposit-refunded' ? [{ ...told, kind }] : [];
};

async function bring(core: SyncDeps, tx: Tx, payment: Payment): Promise<'applied' | 'not-ours'> {
  const row = await depositOf(tx, payment);
  if (!row) return 'not-ours';
  const at = core.clock.now();
  if (payment.status === 'paid' && payment.receivedCents !== row.amountCents)
    throw new Error(`deposit ${row.id} received another amount than it asked for`);
  const posted = await tx.select().from(depositMovement).where(eq(depositMovement.depositId, row.id));
  const missing = movementsOf(payment).filter(
    (movement) => !posted.some(({ providerId, kind }) => providerId === movement.providerId && kind === movement.kind),
  );
  if (row.state === 'open' && payment.status === 'paid')
    await tx.update(deposit).set({ state: 'credited', endedAt: at, declinedCode: null }).where(eq(deposit.id, row.id));
  if (row.state === 'open' && payment.status === 'cancelled')
    await tx.update(deposit).set({ state: 'cancelled', endedAt: at }).where(eq(deposit.id, row.id));
  // A player is locked before balance rows.
  if (missing.length > 0) await lockedStanding(tx, row.accountId, at);
  for (const movement of missing) await postMovement(core, tx, row, movement, at);
  await queueMessages(
    core,
    tx,
    at,
    missing.flatMap((movement) => newsOf(row, movement)),
  );
  // Play stops until people have looked at it; a closed account has stopped already.
  if (missing.some(({ kind }) => kind === 'deposit-disputed'))
    await changePlayer(core, tx, row.accountId, { kind: 'suspend' }, { actor: 'payment-provider', reason: 'a deposit is disputed' });
  for (const { kind, providerId, amountCents } of missing)
    await addAudit(tx, core.ids, at, {
      actor: 'payment-provider',
      action: `deposit.${kind}`,
      subject: wireId('deposit', row.id),
      after: { providerId, amountCents },
    });
  const { declinedCode } = payment;
  if (row.state === 'open' && payment.status === 'open' && declinedCode !== null && declinedCode !== row.declinedCode) {
    await tx.update(deposit).set({ declinedCode }).where(eq(deposit.id, row.id));
    const cause = `deposit-failed:${row.id}:${declinedCode}`;
    const facts = { amountCents: String(row.amountCents) };
    await queueMessages(core, tx, at, [{ accountId: row.accountId, kind: 'deposit-failed', cause, facts }]);
  }
  return 'applied';
}

export async function syncDeposit(core: SyncDeps, paymentId: string): Promise<'applied' | 'not-ours'> {
  const payment = await core.provider.readPayment(paymentId);
  return core.inTransaction((tx) => bring(core, tx, payment));
}
