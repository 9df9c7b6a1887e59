/**
 * What a sale needs to know of a contest besides its state: the engine, the announcement, what is printed. None of it changes while the
 * contest is sold, so it is kept for some seconds; whether the contest sells is asked of the database in each batch.
 */
import type { Db, Tx } from '@valira/db';
import { drawAnnouncement } from '@valira/db/schema';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { hex } from '../../platform/hash.ts';
import { type Contest, type ContestEngine, claimPeriodEnd, engineCache, findContests } from '../contests/index.ts';

/** Without what changes: state and result are read anew (`findNow`), so nothing that was kept can be taken for them. */
export type SoldContest = Omit<Contest, 'state' | 'resultVersion' | 'names'> & {
  /** The product's name by language. */
  readonly words: Readonly<Record<string, string>>;
  readonly engine: ContestEngine;
  readonly commitmentId: string | null;
  /** Last instant at which a prize of it can be claimed. */
  readonly claimUntil: Date;
};

export type SoldContestNow = SoldContest & Pick<Contest, 'state' | 'resultVersion'>;

const KEPT_MS = 3_000;
const names = z.record(z.string(), z.string());

export type SoldContests = {
  /**
   * `using`: the transaction that asks, where there is one. A second connection for a holder of the first would, with enough holders at once,
   * leave all of them waiting.
   */
  find(ids: readonly string[], using?: Tx): Promise<Map<string, SoldContest>>;
  /** Read anew, for what depends on the state or the result: what a ticket won or pays is never judged by what was kept. */
  findNow(ids: readonly string[], using?: Tx): Promise<Map<string, SoldContestNow>>;
};

export function openSoldContests(db: Db): SoldContests {
  const engineOf = engineCache();
  const kept = new Map<string, { readonly until: number; readonly contest: SoldContest }>();
  const read = async (ids: readonly string[], asked: Db | Tx): Promise<SoldContestNow[]> => {
    const until = performance.now() + KEPT_MS;
    const [contests, announcements] = await Promise.all([
      findContests(asked, ids),
      asked
        .select({ id: drawAnnouncement.contestId, hash: drawAnnouncement.statementHash })
        .from(drawAnnouncement)
        .where(inArray(drawAnnouncement.contestId, [...ids])),
    ]);
    if (kept.size > 5_000) kept.clear();
    return contests.map((contest) => {
      const announced = announcements.find(({ id }) => id === contest.id);
      const engine = engineOf(contest);
      const sold = {
        ...contest,
        words: names.parse(contest.names),
        engine,
        commitmentId: announced ? hex(announced.hash) : null,
        claimUntil: claimPeriodEnd(contest.drawsAt, engine),
      };
      kept.set(contest.id, { until, contest: sold });
      return sold;
    });
  };
  return {
    async find(ids, using) {
      const now = performance.now();
      const found = new Map<string, SoldContest>();
      const missing: string[] = [];
      for (const id of ids) {
        const entry = kept.get(id);
        if (entry && entry.until > now) found.set(id, entry.contest);
        else missing.push(id);
      }
      if (missing.length > 0) for (const contest of await read(missing, using ?? db)) found.set(contest.id, contest);
      return found;
    },
    async findNow(ids, using) {
      return new Map((await read(ids, using ?? db)).map((contest) => [contest.id, contest]));
    },
  };
}
