/** Statements of the week that is over, looked for every quarter of an hour: a job that comes late or twice makes the same ones. */
import { ok } from '@valira/outcome';
import { z } from 'zod';
import type { Core } from '../../../platform/core.ts';
import { defineJob, type HandledJob, PATIENT, type SteadySchedule } from '../../../platform/jobs/index.ts';
import { closeWeeks } from './close-weeks.ts';

const EVERY_MS = 900_000;

const closeWeeksJob = defineJob({ name: 'retail.close-weeks', lane: 'background', schema: z.object({}), key: () => 'all', retry: PATIENT });

export const closeWeeksSchedule: SteadySchedule = {
  name: 'weekly statements',
  everyMs: EVERY_MS,
  message: () => closeWeeksJob.message({}),
};

export const closeWeeksHandler = (core: Core): HandledJob =>
  closeWeeksJob.handledBy(async () => {
    await closeWeeks(core);
    return ok(null);
  });
