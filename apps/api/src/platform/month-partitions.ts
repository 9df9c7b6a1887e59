/** Tables that grow by month get their partitions ahead of time: this month's and the next two, at each start and daily. */
import type { Db } from '@valira/db';
import { sql } from 'drizzle-orm';

const BY_MONTH = ['transfer', 'ticket', 'entry', 'intake_link', 'audit_event', 'prize'] as const;
const MONTHS_AHEAD = 2;

export async function ensureMonthPartitions(db: Db): Promise<void> {
  for (const table of BY_MONTH)
    for (let month = 0; month <= MONTHS_AHEAD; month += 1)
      await db.execute(sql`SELECT ensure_month_partition(${table}, clock_timestamp() + make_interval(months => ${month}))`);
}
