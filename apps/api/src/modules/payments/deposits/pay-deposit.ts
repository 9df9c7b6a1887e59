/** The payment of a deposit at the provider: made once, and given again to whoever asks again (a page that was reloaded, an answer that was lost). */
import { deposit } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, isNull } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { wireId } from '../../../platform/ids.ts';
import type { PaymentProvider } from '../provider.ts';

export async function payDeposit(
  { db, provider }: Pick<Core, 'db'> & { readonly provider: PaymentProvider },
  accountId: string,
  id: string,
): Promise<Outcome<{ clientSecret: string }, 'not_found' | 'deposit_ended'>> {
  const own = and(eq(deposit.id, id), eq(deposit.accountId, accountId));
  const [row] = await db.select().from(deposit).where(own);
  if (!row) return refuse('not_found');
  if (row.state !== 'open') return refuse('deposit_ended', { facts: { state: row.state } });
  if (row.paymentId) return ok({ clientSecret: await provider.clientSecretOf(row.paymentId) });
  // Made under the deposit's own key: two that ask at once get one payment.
  const payment = await provider.openPayment({ id: wireId('deposit', id), amountCents: row.amountCents });
  await db
    .update(deposit)
    .set({ paymentId: payment.id })
    .where(and(own, isNull(deposit.paymentId)));
  return ok({ clientSecret: payment.clientSecret });
}
