/**
 * Sales and probable dividends of open contests, for pages that refresh often: counted from the entries, kept for a second.
 * They inform; whatever is paid comes from the sealed entries.
 */
import type { Db } from '@valira/db';
import { cents } from '@valira/money';
import { sql } from 'drizzle-orm';
import type { Contest } from './contest.store.ts';
import type { ContestEngine, Probables } from './engine/contest-engine.ts';

const KEPT_MS = 1_000;

export type Sales = { readonly stakeCents: bigint; readonly tickets: number };

export type LiveFigures = {
  sales(contestId: string): Promise<Sales>;
  probables(contest: Contest): Promise<(Probables & { readonly asOf: Date; readonly previous: Probables | null }) | null>;
};

function keptFor<T>(ms: number, make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, { until: number; value: Promise<T> }>();
  return (key) => {
    const now = performance.now();
    const entry = kept.get(key);
    if (entry && entry.until > now) return entry.value;
    const value = make(key);
    kept.set(key, { until: now + ms, value });
    value.catch(() => kept.delete(key));
    if (kept.size > 1_000) for (const [old, { until }] of kept) if (until < now) kept.delete(old);
    return value;
  };
}

const notCancelled = sql`NOT EXISTS (SELECT 1 FROM ticket_cancellation x WHERE x.account_id = e.account_id AND x.ticket_id = e.ticket_id)`;

export function openLiveFigures(db: Db, engineOf: (contest: Contest) => ContestEngine): LiveFigures {
  const groups = keptFor(KEPT_MS, async (contestId) => {
    const rows = await db.execute<{ lines: Uint8Array; stake: string; tickets: number }>(
      sql`SELECT lines, stake_cents::text AS stake, count(*)::int AS tickets FROM entry e WHERE contest_id = ${contestId} AND ${notCancelled} GROUP BY 1, 2`,
    );
    return {
      at: new Date(),
      groups: rows.map(({ lines, stake, tickets }) => ({ lines, stakeCents: cents(BigInt(stake)), count: tickets })),
    };
  });
  const last = new Map<string, { readonly shown: Probables; readonly previous: Probables | null }>();
  return {
    sales: keptFor(KEPT_MS, async (contestId) => {
      const [row] = await db.execute<{ stake: string; tickets: number }>(
        sql`SELECT coalesce(sum(stake_cents), 0)::text AS stake, count(*)::int AS tickets FROM entry e WHERE contest_id = ${contestId} AND ${notCancelled}`,
      );
      return { stakeCents: BigInt(row?.stake ?? 0), tickets: row?.tickets ?? 0 };
    }),
    async probables(contest) {
      const { at, groups: stakes } = await groups(contest.id);
      const shown = engineOf(contest).probables(stakes);
      if (!shown) return null;
      const before = last.get(contest.id);
      const previous = before && before.shown.grossCents !== shown.grossCents ? before.shown : (before?.previous ?? null);
      last.set(contest.id, { shown, previous });
      return { ...shown, asOf: at, previous };
    },
  };
}
