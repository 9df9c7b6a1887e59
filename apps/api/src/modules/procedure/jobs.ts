/** The jobs of the procedure, and what finds the work that is due whatever became of the queue. */
import { contest } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineJob, type HandledJob, PROMPT, type SteadySchedule } from '../../platform/jobs/index.ts';
import { ADVANCE_TOPIC } from '../contests/index.ts';
import { contestsWithDueMeasures } from '../measures/index.ts';
import { advanceContest } from './advance-contest.ts';
import type { AdvanceDeps } from './advance-deps.ts';

const SWEEP_TOPIC = 'contest.sweep';
const SWEEP_MS = 1_000;

export const advanceJob = defineJob({
  name: ADVANCE_TOPIC,
  lane: 'settlement',
  schema: z.object({ contestId: z.uuid() }),
  key: ({ contestId }) => contestId,
  retry: PROMPT,
});

export const sweepJob = defineJob({ name: SWEEP_TOPIC, lane: 'clock', schema: z.object({}), key: () => 'all', retry: PROMPT });

export const sweepSchedule: SteadySchedule = { name: 'sweep contests', everyMs: SWEEP_MS, message: () => sweepJob.message({}) };

/** Contests with a step that is due and needs no person. */
export async function dueContests({ core }: Pick<AdvanceDeps, 'core'>): Promise<string[]> {
  const now = core.clock.now().toISOString();
  const rows = await core.db
    .select({ id: contest.id })
    .from(contest)
    .where(
      sql`${contest.state} IN ('closed', 'certified', 'settled', 'reconciled', 'published', 'voiding')
        OR (${contest.state} = 'open' AND ${contest.closesAt} <= ${now}::timestamptz)
        OR (${contest.state} = 'scheduled' AND ${contest.opensAt} <= ${now}::timestamptz
          AND (${contest.source} <> 'rng' OR EXISTS (SELECT 1 FROM draw_announcement a WHERE a.contest_id = ${contest.id})))
        OR (${contest.state} = 'sealed' AND NOT EXISTS (SELECT 1 FROM seal_countersignature s WHERE s.contest_id = ${contest.id}))
        OR (${contest.state} = 'locked' AND EXISTS (SELECT 1 FROM draw_redraw r WHERE r.contest_id = ${contest.id}))`,
    )
    .limit(1000);
  return [...new Set([...rows.map(({ id }) => id), ...(await contestsWithDueMeasures(core.db))])];
}

export function procedureJobs(
  deps: AdvanceDeps,
  enqueue: (message: ReturnType<typeof advanceJob.message>) => Promise<unknown>,
): HandledJob[] {
  return [
    advanceJob.handledBy(async ({ contestId }) => {
      await advanceContest(deps, contestId);
      return ok(null);
    }),
    sweepJob.handledBy(async () => {
      for (const contestId of await dueContests(deps)) await enqueue(advanceJob.message({ contestId }));
      return ok(null);
    }),
  ];
}
