/**
 * Whether a player's own limits let a deposit be. Deposits that are open or credited count from when they were opened, so ten at once are not let
 * through by one limit. The caller holds the player (`lockedStanding`).
 *
 * Example: 100.00 a week, 80.00 paid in on Monday and 20.00 open: 0.01 is refused until Monday 00:00 in Andorra.
 */
import type { Tx } from '@valira/db';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { sql } from 'drizzle-orm';

export async function checkDeposit(
  tx: Tx,
  { accountId, amountCents, at }: { readonly accountId: string; readonly amountCents: bigint; readonly at: Date },
): Promise<Outcome<null, 'deposit_limit_reached'>> {
  const rows = await tx.execute<{ period: string; limit: string; used: string }>(sql`
    SELECT l.period, l.amount_cents::text AS limit, coalesce((SELECT sum(d.amount_cents) FROM deposit d
      WHERE d.account_id = l.account_id AND d.state IN ('open', 'credited') AND d.opened_at >= period_start(l.period, ${at.toISOString()}::timestamptz)), 0)::text AS used
    FROM play_limit l WHERE l.account_id = ${accountId} AND l.kind = 'deposit' AND l.amount_cents IS NOT NULL
    ORDER BY array_position(ARRAY['day', 'week', 'month'], l.period)`);
  for (const { period, limit, used } of rows) {
    const left = BigInt(limit) - BigInt(used);
    if (amountCents > left)
      return refuse('deposit_limit_reached', {
        path: 'amountCents',
        facts: { period, limitCents: limit, leftCents: String(left > 0n ? left : 0n) },
      });
  }
  return ok(null);
}
