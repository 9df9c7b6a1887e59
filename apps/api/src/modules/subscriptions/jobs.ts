/** Subscriptions as a job: looked at every few seconds; a look buys what is due, many at once so that the intake commits them together. */
import { ok } from '@valira/outcome';
import { z } from 'zod';
import { defineJob, type HandledJob, PROMPT, type SteadySchedule } from '../../platform/jobs/index.ts';
import { type BuyDeps, buyNextDraw } from './buy-next-draw.ts';
import { duePurchases } from './due-purchases.ts';

const EVERY_MS = 10_000;
const AT_ONCE = 200;
/** A job gives way after so many; the next look goes on. */
const MOST = 20_000;

export const subscriptionJob = defineJob({
  name: 'subscription.buy',
  lane: 'background',
  schema: z.object({}),
  key: () => 'all',
  retry: PROMPT,
});

export const subscriptionSchedule: SteadySchedule = {
  name: 'buy subscriptions',
  everyMs: EVERY_MS,
  message: () => subscriptionJob.message({}),
};

export const subscriptionHandler = (deps: BuyDeps): HandledJob =>
  subscriptionJob.handledBy(async (_payload, { signal }) => {
    const due = await duePurchases(deps.core, MOST);
    for (let from = 0; from < due.length && !signal.aborted; from += AT_ONCE)
      await Promise.all(
        due.slice(from, from + AT_ONCE).map(({ subscriptionId, contestId }) => buyNextDraw(deps, subscriptionId, contestId)),
      );
    return ok(null);
  });
