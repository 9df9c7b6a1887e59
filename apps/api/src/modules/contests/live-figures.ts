/**
 * Sales and probable dividends of open contests, for pages that refresh often: counted from the entries, kept for half a second.
 * They inform; whatever is paid comes from the sealed entries.
 */
import type { Db, Tx } from '@valira/db';
import { cents } from '@valira/money';
import { sql } from 'drizzle-orm';
import type { Contest } from './contest.store.ts';
import type { ContestEngine, Probables, StakeGroup } from './engine/contest-engine.ts';

/** Half of a look of the page near the close, so that what it shows is never two seconds old (README.md). */
const KEPT_MS = 500;

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

/** What was sold, equal bets together, cancelled ones left out. */
export async function stakeGroups(db: Db | Tx, contestId: string): Promise<StakeGroup[]> {
  const rows = await db.execute<{ lines: Uint8Array; stake: string; tickets: number }>(
    sql`SELECT lines, stake_cents::text AS stake, count(*)::int AS tickets FROM entry e WHERE contest_id = ${contestId} AND ${notCancelled} GROUP BY 1, 2`,
  );
  return rows.map(({ lines, stake, tickets }) => ({ lines, stakeCents: cents(BigInt(stake)), count: tickets }));
}

export function openLiveFigures(db: Db, engineOf: (contest: Contest) => ContestEngine): LiveFigures {
  const groups = keptFor(KEPT_MS, async (contestId) => {
    // Before it is read: what is sold meanwhile is not in it.
    const at = new Date();
    return { at, groups: await stakeGroups(db, contestId) };
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
