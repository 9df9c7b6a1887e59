/** What time brings to instant runs, looked at each minute: packs that are due, shares of what was sold, tickets left unopened, prizes that lapse, sale days that are over. */
import { instantRun } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { inArray } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import type { HandledJob, SteadySchedule } from '../../platform/jobs/index.ts';
import { accrueRun } from './accrue-run.ts';
import { lapseRun } from './lapse-run.ts';
import { revealLeftGames } from './online/reveal-instant.ts';
import { settleDuePacks } from './packs/settle-packs.ts';
import { instantsDayJob } from './runs/jobs.ts';
import { endRun } from './runs/open-run.ts';
import { findRun, lockRun } from './runs/run.store.ts';

const EACH_MS = 60_000;
const DAY_MS = 86_400_000;

export const instantsDaySchedule: SteadySchedule = {
  name: 'instants',
  everyMs: EACH_MS,
  message: () => instantsDayJob.message({ round: 'steady' }),
};

/** Sales end after the days that the papers give them. */
const endByDays = (core: Core, runId: string): Promise<unknown> =>
  core.inTransaction(async (tx) => {
    const run = await lockRun(tx, runId);
    const days = run?.papers.endOfGame.saleDays;
    if (run?.state !== 'on-sale' || !run.openedAt || days === undefined) return;
    if (core.clock.now().getTime() < run.openedAt.getTime() + days * DAY_MS) return;
    await endRun(core, tx, 'system', run, 'sale-days-over');
  });

export async function runInstantsDay(core: Core): Promise<void> {
  const runs = await core.db
    .select({ id: instantRun.id })
    .from(instantRun)
    .where(inArray(instantRun.state, ['on-sale', 'ended']));
  for (const { id } of runs) {
    await endByDays(core, id);
    const run = await findRun(core.db, id);
    if (!run) continue;
    if (run.channel === 'shop') await settleDuePacks(core, run);
    else await revealLeftGames(core, id, run.state === 'ended' ? 0 : undefined);
    await core.inTransaction(async (tx) => {
      const held = await lockRun(tx, id);
      if (held) await accrueRun(core, tx, held);
    });
    if (run.state === 'ended') await lapseRun(core, id);
  }
}

export const instantsDayHandler = (core: Core): HandledJob =>
  instantsDayJob.handledBy(async () => {
    await runInstantsDay(core);
    return ok(null);
  });
