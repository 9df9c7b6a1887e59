/** Where every intake's chain stands. Read after the close lock of a contest, no later link holds a sale for it. */
import type { Sql } from '@valira/db';
import { hex } from '../../platform/hash.ts';
import type { ControlHead } from './control-client.ts';

/** The last link of every intake that has one, by intake. */
export async function headsAtClose(sql: Sql): Promise<ControlHead[]> {
  const rows = await sql<{ intakeId: string; sequence: string; head: Uint8Array }[]>`
    SELECT i.id AS "intakeId", l.seq::text AS sequence, l.head
    FROM intake i CROSS JOIN LATERAL (SELECT seq, head FROM intake_link WHERE intake_id = i.id ORDER BY seq DESC LIMIT 1) l ORDER BY i.id`;
  return rows.map(({ intakeId, sequence, head }) => ({ intakeId, sequence, head: hex(head) }));
}
