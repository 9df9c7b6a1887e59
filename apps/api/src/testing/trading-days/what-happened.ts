/** How often each kind of thing happened in a simulation: what never happened was not shown. */
import { sql } from 'drizzle-orm';
import type { Market } from './market.ts';

export async function whatHappened({ world }: Market): Promise<Record<string, number>> {
  const [row] = await world.db.execute<Record<string, number>>(sql`
    SELECT
      (SELECT count(*)::int FROM ticket WHERE contests > 1) AS "multi-draw tickets",
      (SELECT count(*)::int FROM subscription_ticket) AS "subscription tickets",
      (SELECT count(*)::int FROM ticket_cancellation) AS "cancellations",
      (SELECT count(*)::int FROM contest WHERE state = 'void') AS "voids",
      (SELECT count(DISTINCT contest_id)::int FROM payment_chunk WHERE result_version > 1
        AND contest_id IN (SELECT id FROM contest WHERE state = 'archived')) AS "corrections",
      (SELECT count(*)::int FROM transfer WHERE kind = 'prize-recalled') AS "prizes recalled",
      (SELECT count(*)::int FROM postponement) AS "postponements",
      (SELECT count(*)::int FROM contest_step WHERE step = 'entries-differed') AS "mistyped results",
      (SELECT count(*)::int FROM prize_table t, jsonb_array_elements(t.tiers) AS tier WHERE tier->>'tier' = '4' AND tier->>'winners' <> '0'
        AND EXISTS (SELECT 1 FROM contest c WHERE c.id = t.contest_id AND c.source = 'machine')) AS "jackpots",
      (SELECT count(*)::int FROM prize_table t JOIN contest c ON c.id = t.contest_id WHERE c.source = 'external') AS "draws of another operator",
      (SELECT count(*)::int FROM prize_table WHERE refunds_cents > 0) AS "races refunded",
      (SELECT count(*)::int FROM transfer WHERE kind = 'fund-to-carryover') AS "trifectas carried",
      (SELECT count(*)::int FROM claim WHERE ending = 'shop') AS "claims at a counter",
      (SELECT count(*)::int FROM claim WHERE ending = 'operator') AS "claims at the operator",
      (SELECT count(*)::int FROM payment_order WHERE state = 'executed') AS "orders executed",
      (SELECT count(*)::int FROM hold_end WHERE outcome = 'posted') AS "withdrawals paid out",
      (SELECT count(*)::int FROM hold_end WHERE outcome = 'voided') AS "withdrawals given back",
      (SELECT count(*)::int FROM prize_table t JOIN contest c ON c.id = t.contest_id JOIN product_version v ON v.id = c.product_version_id
        JOIN product p ON p.id = v.product_id WHERE p.slug = 'trifecta' AND t.prizes_cents > 0) AS "trifectas won",
      (SELECT count(*)::int FROM prize_lapse) AS "prizes lapsed",
      (SELECT count(*)::int FROM prize_abandonment) AS "prizes forgotten"`);
  return { ...row };
}
