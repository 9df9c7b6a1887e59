/** The start of day as a job, after the end of the day before has been signed. */
import { ok } from '@valira/outcome';
import { z } from 'zod';
import { businessDayOf } from '../../platform/business-day.ts';
import type { Core } from '../../platform/core.ts';
import { type DailySchedule, defineJob, type HandledJob, PATIENT } from '../../platform/jobs/index.ts';
import { isDayStarted, type StartDeps, startDay } from './start-day.ts';

/** About eight minutes. */
const TRIES_FOR_HEAD = 10;

export const startOfDayJob = defineJob({
  name: 'day.start',
  lane: 'background',
  schema: z.object({ date: z.iso.date() }),
  key: ({ date }) => date,
  retry: PATIENT,
});

export const startOfDaySchedule = (core: Core): DailySchedule => ({
  name: 'start of day',
  at: Temporal.PlainTime.from('00:15'),
  message: (date) => startOfDayJob.message({ date: date.toString() }),
  // A day that is over is not started afterwards.
  isDone: async (date) => date.toString() < businessDayOf(core.clock.now()).date || isDayStarted(core, date.toString()),
});

export const startOfDayHandler = (deps: StartDeps): HandledJob =>
  startOfDayJob.handledBy(async ({ date }, { attempt }) => {
    await startDay(deps, date, attempt >= TRIES_FOR_HEAD);
    return ok(null);
  });
