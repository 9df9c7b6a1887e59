/**
 * A stake outside of the intake's batches: refused when it would pass one of the player's own limits, else counted where the next sale asks. The
 * caller holds the player's balance row, as the intake does, so no limit changes and no other sale passes meanwhile.
 */
import type { Tx } from '@valira/db';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { sql } from 'drizzle-orm';
import { usedLimits } from './own-limits.ts';

export async function takeStake(
  tx: Tx,
  { accountId, priceCents, at }: { readonly accountId: string; readonly priceCents: bigint; readonly at: Date },
): Promise<Outcome<null, 'stake_limit_reached' | 'loss_limit_reached'>> {
  for (const { kind, period, limitCents, usedCents } of await usedLimits(tx, accountId, at)) {
    if (kind === 'deposit' || limitCents === null) continue;
    const left = limitCents - usedCents;
    if (priceCents > left)
      return refuse(`${kind}_limit_reached`, { facts: { period, limitCents, leftCents: left > 0n ? left : 0n, priceCents } });
  }
  await tx.execute(sql`
    UPDATE play_allowance p SET day = t.day, week = t.week, month = t.month,
      staked_day = ${priceCents} + CASE WHEN p.day = t.day THEN p.staked_day ELSE 0 END,
      staked_week = ${priceCents} + CASE WHEN p.week = t.week THEN p.staked_week ELSE 0 END,
      staked_month = ${priceCents} + CASE WHEN p.month = t.month THEN p.staked_month ELSE 0 END
    FROM (SELECT (period_start('day', now.at) AT TIME ZONE 'Europe/Andorra')::date AS day, (period_start('week', now.at) AT TIME ZONE 'Europe/Andorra')::date AS week,
      (period_start('month', now.at) AT TIME ZONE 'Europe/Andorra')::date AS month FROM (SELECT ${at.toISOString()}::timestamptz AS at) now) t
    WHERE p.account_id = ${accountId}`);
  return ok(null);
}
