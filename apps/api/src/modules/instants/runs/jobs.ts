/** The jobs of instant runs: their generation, and the daily look at what time brings. */
import { z } from 'zod';
import { defineJob, PATIENT } from '../../../platform/jobs/index.ts';

export const generateRunJob = defineJob({
  name: 'instants.generate',
  lane: 'background',
  schema: z.object({ runId: z.uuid(), attempt: z.number().int().min(1) }),
  key: ({ runId, attempt }) => `${runId}~${attempt}`,
  retry: PATIENT,
});

/** Bills that are due, tickets that were left unopened, fund and tax of what was sold, prizes that lapse. */
export const instantsDayJob = defineJob({
  name: 'instants.day',
  lane: 'background',
  schema: z.object({ round: z.string().max(40) }),
  key: () => 'round',
  retry: PATIENT,
});
