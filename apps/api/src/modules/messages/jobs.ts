/** Sending as a job: asked for every two seconds, and going on while there is work. */
import { ok } from '@valira/outcome';
import { z } from 'zod';
import { defineJob, type HandledJob, PROMPT, type SteadySchedule } from '../../platform/jobs/index.ts';
import { type SenderDeps, sendMessages } from './send-messages.ts';

const EVERY_MS = 2_000;

export const messagesJob = defineJob({ name: 'messages.send', lane: 'background', schema: z.object({}), key: () => 'all', retry: PROMPT });

export const messagesSchedule: SteadySchedule = { name: 'send messages', everyMs: EVERY_MS, message: () => messagesJob.message({}) };

export const messagesHandler = (deps: SenderDeps): HandledJob =>
  messagesJob.handledBy(async (_payload, { signal }) => {
    while (!signal.aborted && (await sendMessages(deps)) > 0);
    return ok(null);
  });
