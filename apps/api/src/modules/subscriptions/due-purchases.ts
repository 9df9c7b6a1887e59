/**
 * Which tickets are to be bought now: for each active subscription the next draw of its product that is open and falls on one of its
 * weekdays (draws of a version before the one consented to are left out), unless it has been bought or was refused less than the product's pause ago. One draw at a time: the one after it is due when
 * this one has closed.
 */
import { sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';

export type Purchase = { readonly subscriptionId: string; readonly contestId: string };

export async function duePurchases({ db, clock }: Pick<Core, 'db' | 'clock'>, most: number): Promise<Purchase[]> {
  const now = clock.now().toISOString();
  const rows = await db.execute<{ subscription_id: string; contest_id: string }>(sql`
    SELECT s.id AS subscription_id, n.id AS contest_id
    FROM subscription s JOIN product p ON p.id = s.product_id JOIN product_version mine ON mine.id = s.product_version_id
    CROSS JOIN LATERAL (
      SELECT c.id FROM contest c JOIN product_version v ON v.id = c.product_version_id
      WHERE v.product_id = s.product_id AND v.version >= mine.version AND c.state = 'open' AND c.opens_at <= ${now}::timestamptz AND c.closes_at > ${now}::timestamptz
        AND (s.weekdays IS NULL OR extract(isodow FROM c.draws_at AT TIME ZONE 'Europe/Andorra')::smallint = ANY (s.weekdays))
      ORDER BY c.draws_at, c.number LIMIT 1) n
    WHERE s.state = 'active'
      AND NOT EXISTS (SELECT 1 FROM subscription_ticket t WHERE t.subscription_id = s.id AND t.contest_id = n.id)
      AND NOT EXISTS (SELECT 1 FROM subscription_try y WHERE y.subscription_id = s.id AND y.contest_id = n.id
        AND y.at > ${now}::timestamptz - make_interval(mins => p.subscription_retry_minutes))
    ORDER BY s.id LIMIT ${most}`);
  return rows.map((row) => ({ subscriptionId: row.subscription_id, contestId: row.contest_id }));
}
