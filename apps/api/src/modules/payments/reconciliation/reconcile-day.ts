/**
 * Compares a business day of the provider's account with ours, name by name: each charge, refund and dispute must stand with us at what it stands
 * there. What differs is read once more before it counts (a webhook that never came, a refund nobody listened to, R27).
 *
 * Example: the provider shows +50.00 for a charge and −5.00 for a refund; ours are +50.00 and nothing. The refund's payment is read again, −5.00 is
 * posted, and the day agrees. A charge of a payment that is not ours stays a difference, with its id and both amounts.
 */
import { paymentReconciliation } from '@valira/db/schema';
import { eq, sql } from 'drizzle-orm';
import { businessDayOf, OPERATOR_ZONE } from '../../../platform/business-day.ts';
import { type SyncDeps, syncDeposit } from '../deposits/sync-deposit.ts';
import { enterProviderEntries, kindOfEntry, WITH_PLAYERS } from './enter-provider-entries.ts';

export type Difference = { readonly source: string; readonly providerCents: string; readonly ledgerCents: string };

type Stand = { readonly source: string; readonly payment: string | null; readonly theirs: string; readonly ours: string };

/** What each name that moved within the day comes to there and here, over all time. Ours bear the payment's name where theirs bear the charge's. */
const stands = ({ db }: Pick<SyncDeps, 'db'>, start: Date, end: Date): Promise<Stand[]> =>
  db.execute<Stand>(sql`
    WITH theirs AS (
      SELECT CASE WHEN type IN ('charge', 'payment') THEN coalesce(payment_id, source, id) ELSE coalesce(source, id) END AS source,
        max(payment_id) AS payment, sum(amount_cents) AS cents, bool_or(created_at >= ${start.toISOString()} AND created_at < ${end.toISOString()}) AS today
      FROM provider_entry WHERE type IN (${sql.join(
        [...WITH_PLAYERS].map((type) => sql`${type}`),
        sql`, `,
      )}) GROUP BY 1
    ), ours AS (
      SELECT m.provider_id AS source, max(d.payment_id) AS payment,
        sum(CASE WHEN m.kind IN ('deposit', 'refund-returned', 'dispute-won') THEN m.amount_cents ELSE -m.amount_cents END) AS cents,
        bool_or(m.at >= ${start.toISOString()} AND m.at < ${end.toISOString()}) AS today
      FROM deposit_movement m JOIN deposit d ON d.id = m.deposit_id GROUP BY 1
    )
    SELECT source, coalesce(theirs.payment, ours.payment) AS payment, coalesce(theirs.cents, 0)::text AS theirs, coalesce(ours.cents, 0)::text AS ours
    FROM theirs FULL JOIN ours USING (source) WHERE theirs.today OR ours.today ORDER BY source`);

const differs = ({ theirs, ours }: Stand): boolean => theirs !== ours;
const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

export type Reconciled = { readonly differences: readonly Difference[]; readonly entries: number };

/** `date` is a business date. It may be run again, and counts as another run. */
export async function reconcileDay(deps: SyncDeps, date: string): Promise<Reconciled> {
  const noon = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: OPERATOR_ZONE, plainTime: '12:00' });
  const { start, end } = businessDayOf(new Date(noon.epochMilliseconds));
  const entries = await deps.provider.entriesBetween(start, end);
  await enterProviderEntries(deps, entries);
  const doubtful = (await stands(deps, start, end)).filter(differs).flatMap(({ payment }) => payment ?? []);
  for (const paymentId of new Set(doubtful)) await syncDeposit(deps, paymentId);

  const compared = await stands(deps, start, end);
  const unknown = entries.filter(({ type }) => kindOfEntry(type) === 'unknown');
  const differences: Difference[] = [
    ...compared.filter(differs).map(({ source, theirs, ours }) => ({ source, providerCents: theirs, ledgerCents: ours })),
    ...unknown.map(({ id, amountCents }) => ({ source: id, providerCents: String(amountCents), ledgerCents: '0' })),
  ];
  await deps.inTransaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(7251914840)`);
    const earlier = await tx.select().from(paymentReconciliation).where(eq(paymentReconciliation.businessDay, date));
    await tx.insert(paymentReconciliation).values({
      businessDay: date,
      run: earlier.length + 1,
      entries: entries.length,
      providerCents: total(compared.map(({ theirs }) => BigInt(theirs))) + total(unknown.map(({ amountCents }) => amountCents)),
      ledgerCents: total(compared.map(({ ours }) => BigInt(ours))),
      feeCents: total(entries.map(({ feeCents }) => feeCents)),
      paidOutCents: -total(entries.filter(({ type }) => kindOfEntry(type) === 'pay-out').map(({ amountCents }) => amountCents)),
      differences,
      at: deps.clock.now(),
    });
  });
  return { differences, entries: entries.length };
}
