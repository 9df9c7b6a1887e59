/** Where every pack of a run is, as stretches of neighbours in the same state at the same shop. */
import type { Db } from '@valira/db';
import { sql } from 'drizzle-orm';
import type { PackState } from './move-packs.ts';

export type PackStretch = {
  readonly from: number;
  readonly to: number;
  readonly state: PackState;
  readonly shopId: string | null;
  readonly shop: string | null;
};

export async function packMap(db: Db, runId: string): Promise<PackStretch[]> {
  const rows = await db.execute<{ first: number; last: number; state: PackState; account_id: string | null; name: string | null }>(sql`
    WITH marked AS (
      SELECT pack, state, account_id, pack - row_number() OVER (PARTITION BY state, account_id ORDER BY pack) AS island
      FROM instant_pack WHERE run_id = ${runId})
    SELECT min(m.pack) AS first, max(m.pack) AS last, m.state, m.account_id, s.name
    FROM marked m LEFT JOIN shop s ON s.account_id = m.account_id
    GROUP BY m.state, m.account_id, s.name, m.island ORDER BY 1`);
  return rows.map((row) => ({ from: row.first, to: row.last, state: row.state, shopId: row.account_id, shop: row.name }));
}

export type PackStep = {
  readonly n: number;
  readonly from: PackState;
  readonly to: PackState;
  readonly shopId: string | null;
  readonly actor: string;
  readonly clerk: string | null;
  readonly reason: string | null;
  readonly unsold: number | null;
  readonly at: Date;
};

/** The moves of one pack: who, when, from where. */
export async function packSteps(db: Db, runId: string, pack: number): Promise<PackStep[]> {
  const rows = await db.execute<{
    n: number;
    from_state: PackState;
    to_state: PackState;
    account_id: string | null;
    actor: string;
    clerk: string | null;
    reason: string | null;
    unsold: number | null;
    at: string;
  }>(sql`
    SELECT m.n, m.from_state, m.to_state, m.account_id, m.actor, k.name AS clerk, m.reason, cardinality(m.unsold) AS unsold, m.at
    FROM instant_pack_move m LEFT JOIN clerk k ON k.id = m.clerk_id WHERE m.run_id = ${runId} AND m.pack = ${pack} ORDER BY m.n`);
  return rows.map(({ from_state: from, to_state: to, account_id: shopId, at, ...row }) => ({ ...row, from, to, shopId, at: new Date(at) }));
}
