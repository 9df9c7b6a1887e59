/** The daily look at claims that have run out: prizes lapse, lapsed ones are forgotten, players are warned, identities are erased when their time is over. */
import { claimIdentity, lapseRun } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { type DailySchedule, defineJob, type HandledJob, PATIENT } from '../../platform/jobs/index.ts';
import { abandonPrizes } from './abandon-prizes.ts';
import { type LapseDeps, lapsePrizes } from './lapse-prizes.ts';
import { warnOfLapse } from './warn-of-lapse.ts';

export const lapseJob = defineJob({
  name: 'claims.lapse',
  lane: 'background',
  schema: z.object({ date: z.iso.date() }),
  key: ({ date }) => date,
  retry: PATIENT,
});

/** After midnight: claim periods end with the day. */
export const lapseSchedule = ({ db }: Pick<Core, 'db'>): DailySchedule => ({
  name: 'claims lapse',
  at: Temporal.PlainTime.from('00:20'),
  message: (date) => lapseJob.message({ date: date.toString() }),
  isDone: async (date) => (await db.select().from(lapseRun).where(eq(lapseRun.businessDay, date.toString()))).length > 0,
});

/** Everything of one business date; a second run of it finds nothing left. */
export async function runLapse(deps: LapseDeps, date: string): Promise<void> {
  const { tickets, amountCents } = await lapsePrizes(deps);
  const abandoned = await abandonPrizes(deps);
  await warnOfLapse(deps);
  // Both clocks: the database refuses to erase early by its own.
  await deps.db
    .delete(claimIdentity)
    .where(sql`${lt(claimIdentity.keptUntil, deps.clock.now())} AND ${claimIdentity.keptUntil} < clock_timestamp()`);
  await deps.db.insert(lapseRun).values({ businessDay: date, tickets, amountCents, abandoned, at: deps.clock.now() }).onConflictDoNothing();
}

export const lapseHandler = (deps: LapseDeps): HandledJob =>
  lapseJob.handledBy(async ({ date }) => {
    await runLapse(deps, date);
    return ok(null);
  });
