/** The calendar as a job: looked at each minute by whichever worker is there. */
import { ok } from '@valira/outcome';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { defineJob, type HandledJob, PROMPT, type SteadySchedule } from '../../platform/jobs/index.ts';
import { planDraws, plannedProducts } from './plan-draws.ts';

const EVERY_MS = 60_000;

export const calendarJob = defineJob({ name: 'calendar.plan', lane: 'background', schema: z.object({}), key: () => 'all', retry: PROMPT });

export const calendarSchedule: SteadySchedule = { name: 'plan draws', everyMs: EVERY_MS, message: () => calendarJob.message({}) };

export const calendarHandler = (core: Core): HandledJob =>
  calendarJob.handledBy(async () => {
    for (const productId of await plannedProducts(core)) await planDraws(core, productId);
    return ok(null);
  });
