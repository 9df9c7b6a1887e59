/** The rules as jobs: wins and identical lines every few seconds; what sums the whole ledger or every open draw less often. */
import { ok } from '@valira/outcome';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { defineJob, type HandledJob, PROMPT, type SteadySchedule } from '../../platform/jobs/index.ts';
import { watchShortfall } from './contest-liability.ts';
import { watchCover } from './guarantee-cover.ts';
import { reviewWins, unreviewedContests } from './review-wins.ts';
import { watchIdenticalLines } from './watch-identical-lines.ts';

/** How far a cap on identical lines can be behind what is sold. */
const RULES_MS = 5_000;
const SUMS_MS = 300_000;

export const exposureRulesJob = defineJob({
  name: 'exposure.rules',
  lane: 'clock',
  schema: z.object({}),
  key: () => 'all',
  retry: PROMPT,
});
export const exposureSumsJob = defineJob({
  name: 'exposure.sums',
  lane: 'background',
  schema: z.object({}),
  key: () => 'all',
  retry: PROMPT,
});

export const exposureSchedules: readonly SteadySchedule[] = [
  { name: 'exposure rules', everyMs: RULES_MS, message: () => exposureRulesJob.message({}) },
  { name: 'exposure sums', everyMs: SUMS_MS, message: () => exposureSumsJob.message({}) },
];

export function exposureHandlers(core: Core, alarm: (facts: object) => void): HandledJob[] {
  return [
    exposureRulesJob.handledBy(async () => {
      for (const contestId of await unreviewedContests(core)) {
        const improbable = await reviewWins(core, contestId);
        if (improbable.length > 0) alarm({ rule: 'improbable-wins', contestId, tiers: improbable });
      }
      const lines = await watchIdenticalLines(core);
      if (lines > 0) alarm({ rule: 'identical-lines', lines });
      return ok(null);
    }),
    exposureSumsJob.handledBy(async () => {
      if (await watchCover(core)) alarm({ rule: 'guarantee-cover' });
      const draws = await watchShortfall(core);
      if (draws > 0) alarm({ rule: 'fund-shortfall', draws });
      return ok(null);
    }),
  ];
}
