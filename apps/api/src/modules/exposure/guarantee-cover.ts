/**
 * How far prizes that are owed are covered by the guarantee in force (Law 14/2024, art. 27; Decret 455/2025, art. 106), and the stop of all
 * sales when they exceed the share that is allowed. Without a confirmed guarantee there is nothing to compare with and no rule:
 * holders of a convention are exempt.
 *
 * Example: 1,200,000.00 payable under a guarantee of 1,000,000.00 and a limit of 100 %: sales stop until two people release them.
 */
import type { Db, Tx } from '@valira/db';
import { guarantee } from '@valira/db/schema';
import { and, gt, isNotNull, lte, sql, sum } from 'drizzle-orm';
import { businessDayOf } from '../../platform/business-day.ts';
import type { Core } from '../../platform/core.ts';
import { CODES } from '../ledger/index.ts';
import { limitsAt } from './exposure-limits.ts';
import { stopSales } from './stop-sales.ts';

export type Cover = { readonly payableCents: bigint; readonly guaranteeCents: bigint | null; readonly allowedBps: number };

/** What is owed to winners: payable prizes of shop tickets, and what is left in the funds of settled contests. */
export async function coverAt(db: Db | Tx, at: Date): Promise<Cover> {
  const codes = sql`(${CODES['prize-fund']}, ${CODES['prizes-payable']})`;
  const [owed] = await db.execute<{ amount: string }>(sql`
    SELECT (coalesce((SELECT sum(amount_cents) FROM transfer WHERE credit_code IN ${codes}), 0)
      - coalesce((SELECT sum(amount_cents) FROM transfer WHERE debit_code IN ${codes}), 0))::text AS amount`);
  const [held] = await db
    .select({ amount: sum(guarantee.amountCents) })
    .from(guarantee)
    .where(and(isNotNull(guarantee.confirmedAt), lte(guarantee.validFrom, at), gt(guarantee.validUntil, at)));
  const { coverBps } = await limitsAt(db, at);
  return { payableCents: BigInt(owed?.amount ?? 0), guaranteeCents: held?.amount ? BigInt(held.amount) : null, allowedBps: coverBps };
}

export const exceeds = ({ payableCents, guaranteeCents, allowedBps }: Cover): boolean =>
  guaranteeCents !== null && payableCents * 10_000n > guaranteeCents * BigInt(allowedBps);

/** Released by two people, a stop does not come again on the same business day. */
export async function watchCover(core: Core): Promise<boolean> {
  const at = core.clock.now();
  const cover = await coverAt(core.db, at);
  if (!exceeds(cover)) return false;
  const made = await core.inTransaction((tx) =>
    stopSales(tx, core, 'system', {
      where: { scope: 'all' },
      rule: 'guarantee-cover',
      occasion: businessDayOf(at).date,
      reason: 'Prizes payable exceed what the guarantee may cover',
      facts: cover,
    }),
  );
  return made !== null;
}
