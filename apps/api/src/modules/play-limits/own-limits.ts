/** What a player has set, how much of it is used, what waits, and how long and for how much they have been playing. */
import type { Db, Tx } from '@valira/db';
import { playLimitRequest, playReminder } from '@valira/db/schema';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { LimitKind, LimitPeriod } from './limit-change.ts';

export type UsedLimit = {
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
  /** Null: no limit. */
  readonly limitCents: bigint | null;
  readonly usedCents: bigint;
  /** When the period began and when the next one does. */
  readonly from: Date;
  readonly until: Date;
};

type Row = { kind: LimitKind; period: LimitPeriod; limit: string | null; used: string; from: string; until: string };

/** Nine rows: what was paid in, staked and lost in the day, week and month that hold `at`. Losses are stakes less what came back. */
export async function usedLimits(db: Db | Tx, accountId: string, at: Date): Promise<readonly UsedLimit[]> {
  const instant = at.toISOString();
  const rows = await db.execute<Row>(sql`
    WITH p AS (
      SELECT n, period, period_start(period, ${instant}::timestamptz) AS begins,
        (period_start(period, ${instant}::timestamptz) AT TIME ZONE 'Europe/Andorra' + ('1 ' || period)::interval) AT TIME ZONE 'Europe/Andorra' AS ends
      FROM unnest(ARRAY['day', 'week', 'month']) WITH ORDINALITY AS u (period, n)
    ), moved AS (
      SELECT p.period, coalesce(sum(t.amount_cents) FILTER (WHERE t.kind = 'stake'), 0) AS staked,
        coalesce(sum(t.amount_cents) FILTER (WHERE t.kind IN ('prize', 'refund', 'stake-cancelled')), 0)
          - coalesce(sum(t.amount_cents) FILTER (WHERE t.kind = 'prize-recalled'), 0) AS back
      FROM p LEFT JOIN transfer t ON t.account_id = ${accountId} AND t.id >= uuid_floor(p.begins) AND t.id < uuid_floor(p.ends) GROUP BY p.period
    ), paid AS (
      SELECT p.period, coalesce(sum(d.amount_cents), 0) AS cents FROM p
      LEFT JOIN deposit d ON d.account_id = ${accountId} AND d.state IN ('open', 'credited') AND d.opened_at >= p.begins GROUP BY p.period
    )
    SELECT k.kind, p.period, l.amount_cents::text AS limit, p.begins AS from, p.ends AS until,
      (CASE k.kind WHEN 'deposit' THEN paid.cents WHEN 'stake' THEN moved.staked ELSE moved.staked - moved.back END)::text AS used
    FROM unnest(ARRAY['deposit', 'stake', 'loss']) WITH ORDINALITY AS k (kind, n) CROSS JOIN p JOIN moved USING (period) JOIN paid USING (period)
    LEFT JOIN play_limit l ON l.account_id = ${accountId} AND l.kind = k.kind AND l.period = p.period ORDER BY k.n, p.n`);
  return rows.map(({ kind, period, limit, used, from, until }) => ({
    kind,
    period,
    limitCents: limit === null ? null : BigInt(limit),
    usedCents: BigInt(used),
    from: new Date(from),
    until: new Date(until),
  }));
}

export const waitingRaises = (db: Db, accountId: string) =>
  db
    .select()
    .from(playLimitRequest)
    .where(and(eq(playLimitRequest.accountId, accountId), eq(playLimitRequest.state, 'waiting')))
    .orderBy(asc(playLimitRequest.readyAt));

export type Visit = {
  readonly startedAt: Date | null;
  readonly stakedCents: bigint;
  readonly returnedCents: bigint;
  readonly remindAfterMinutes: number | null;
};

/** The session that began last, what was staked and what came back since. */
export async function visitOf(db: Db, accountId: string): Promise<Visit> {
  const [row] = await db.execute<{ started: string | null; staked: string; back: string }>(sql`
    WITH visit AS (SELECT max(s.created_at) AS started FROM auth_session s JOIN player p ON p.user_id = s.user_id WHERE p.account_id = ${accountId})
    SELECT v.started, coalesce(sum(t.amount_cents) FILTER (WHERE t.kind = 'stake'), 0)::text AS staked,
      coalesce(sum(t.amount_cents) FILTER (WHERE t.kind IN ('prize', 'refund', 'stake-cancelled')), 0)::text AS back
    FROM visit v LEFT JOIN transfer t ON t.account_id = ${accountId} AND t.id >= uuid_floor(v.started) GROUP BY v.started`);
  const [reminder] = await db.select().from(playReminder).where(eq(playReminder.accountId, accountId));
  return {
    startedAt: row?.started ? new Date(row.started) : null,
    stakedCents: BigInt(row?.staked ?? 0),
    returnedCents: BigInt(row?.back ?? 0),
    remindAfterMinutes: reminder?.minutes ?? null,
  };
}
