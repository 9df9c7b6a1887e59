/**
 * Stops a packed ticket that has been sold as often as its product allows in one draw, where a cap is set. Looked at from outside the sale
 * every few seconds, so the cap may be passed by what is sold between two looks; other lines go on being sold (docs/adr/0008).
 */
import { sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { hex, sha256 } from '../../platform/hash.ts';
import { stopSales } from './stop-sales.ts';

/** Answers how many lines it stopped. */
export async function watchIdenticalLines(core: Core): Promise<number> {
  const full = await core.db.execute<{ id: string; lines: Uint8Array; tickets: number; cap: number }>(sql`
    SELECT c.id, e.lines, count(*)::int AS tickets, v.identical_lines_cap AS cap
    FROM contest c JOIN product_version v ON v.id = c.product_version_id JOIN entry e ON e.contest_id = c.id
    WHERE c.state = 'open' AND v.identical_lines_cap IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM ticket_cancellation x WHERE x.account_id = e.account_id AND x.ticket_id = e.ticket_id)
    GROUP BY c.id, e.lines, v.identical_lines_cap HAVING count(*) >= v.identical_lines_cap`);
  let stopped = 0;
  for (const { id, lines, tickets, cap } of full) {
    const made = await core.inTransaction((tx) =>
      stopSales(tx, core, 'system', {
        where: { scope: 'contest', contestId: id, lines },
        rule: 'identical-lines',
        occasion: hex(sha256(lines)),
        reason: `${tickets} tickets of the same lines; the product allows ${cap}`,
        facts: { tickets, cap },
      }),
    );
    if (made) stopped += 1;
  }
  return stopped;
}
