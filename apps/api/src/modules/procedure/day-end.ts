/** The end of a business day as a job: the daily head over all chains, receipted; and the partitions of the months to come. */
import { ok } from '@valira/outcome';
import { z } from 'zod';
import { closeDay, isDayHeadDone } from '../../platform/audit/daily-head.ts';
import { type DailySchedule, defineJob, type HandledJob, PATIENT } from '../../platform/jobs/index.ts';
import { ensureMonthPartitions } from '../../platform/month-partitions.ts';
import type { AdvanceDeps } from './advance-deps.ts';

export const dayEndJob = defineJob({
  name: 'day.end',
  lane: 'background',
  schema: z.object({ date: z.iso.date() }),
  key: ({ date }) => date,
  retry: PATIENT,
});

/** Shortly after midnight, for the day that ended: sales of its last second have been committed by then. */
export const dayEndSchedule = (deps: AdvanceDeps): DailySchedule => ({
  name: 'day end',
  at: Temporal.PlainTime.from('00:10'),
  message: (date) => dayEndJob.message({ date: date.subtract({ days: 1 }).toString() }),
  isDone: (date) => isDayHeadDone(deps.core, date.subtract({ days: 1 }).toString()),
});

export const dayEndHandler = ({ core, control }: AdvanceDeps): HandledJob =>
  dayEndJob.handledBy(async ({ date }) => {
    await ensureMonthPartitions(core.db);
    await closeDay(core, date, async (subjectId, hash) => {
      const receipted = await control.handIn({ kind: 'day-head', subjectId, hash });
      if (!receipted.ok) throw new Error(`the receipt log holds another head of ${subjectId}`);
      return receipted.value;
    });
    return ok(null);
  });
