/** An unpaid deposit ends: by its player, or when its time is over. One that was paid a moment before is credited instead. */
import type { Tx } from '@valira/db';
import { deposit } from '@valira/db/schema';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { paymentRuleAt } from '../payment-rule.ts';
import { type Deposit, type SyncDeps, syncDeposit } from './sync-deposit.ts';

export async function cancelDeposit(deps: SyncDeps, row: Pick<Deposit, 'id' | 'paymentId' | 'state'>): Promise<void> {
  if (row.state !== 'open') return;
  if (row.paymentId !== null) {
    await deps.provider.cancelPayment(row.paymentId);
    await syncDeposit(deps, row.paymentId);
    return;
  }
  const never = (tx: Tx) =>
    tx
      .update(deposit)
      .set({ state: 'cancelled', endedAt: deps.clock.now() })
      .where(and(eq(deposit.id, row.id), eq(deposit.state, 'open'), isNull(deposit.paymentId)));
  await deps.inTransaction(never);
}

const MOST_AT_ONCE = 100;

/** Everything that was opened longer ago than the rule allows; returns how many were looked at. */
export async function cancelStaleDeposits(deps: SyncDeps): Promise<number> {
  const now = deps.clock.now();
  const { depositOpenMinutes } = await paymentRuleAt(deps.db, now);
  const stale = await deps.db
    .select()
    .from(deposit)
    .where(and(eq(deposit.state, 'open'), lt(deposit.openedAt, new Date(now.getTime() - depositOpenMinutes * 60_000))))
    .orderBy(deposit.openedAt)
    .limit(MOST_AT_ONCE);
  for (const row of stale) await cancelDeposit(deps, row);
  return stale.length;
}
