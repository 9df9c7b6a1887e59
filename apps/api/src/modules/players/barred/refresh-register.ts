/** The hourly refresh: reads the register from a file or an address and takes it into the mirror. What fails leaves the mirror to grow old. */
import { readFile } from 'node:fs/promises';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import type { Core } from '../../../platform/core.ts';
import { defineJob, type HandledJob, PROMPT, type SteadySchedule } from '../../../platform/jobs/index.ts';
import { importRegister, noteRefusal, type RegisterRefusal, type RegisterTaken } from './import-register.ts';
import { MOST_REGISTER_BYTES } from './register-file.ts';

const EVERY_MS = 3_600_000;
const TIMEOUT_MS = 30_000;

/** The bytes of the file, or null where there are none to be had. */
async function fetchRegister(source: string): Promise<Uint8Array | null> {
  try {
    if (!/^https?:/.test(source)) return await readFile(source);
    const answer = await fetch(source, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    if (!answer.ok || !answer.body) return null;
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of answer.body) {
      size += part.length;
      // One more than may be is read, and then refused as too large.
      if (size > MOST_REGISTER_BYTES) return Buffer.alloc(MOST_REGISTER_BYTES + 1);
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch {
    return null;
  }
}

export async function refreshRegister(core: Core, source: string): Promise<Outcome<RegisterTaken, RegisterRefusal>> {
  const bytes = await fetchRegister(source);
  return bytes ? importRegister(core, { source, bytes }) : noteRefusal(core, source, refuse('register_unreachable'));
}

export const registerJob = defineJob({
  name: 'register.refresh',
  lane: 'background',
  schema: z.object({}),
  key: () => 'all',
  retry: PROMPT,
});

export const registerSchedule: SteadySchedule = {
  name: 'refresh the register of barred persons',
  everyMs: EVERY_MS,
  message: () => registerJob.message({}),
};

export type RegisterJobDeps = {
  readonly core: Core;
  /** Null: no register is connected, and nobody plays online. */
  readonly source: string | null;
  readonly alarm: (facts: object) => void;
  /** What becomes of the open tickets of players who were found. */
  readonly cancelOpenTickets: (accountId: string) => Promise<unknown>;
};

export const registerHandler = ({ core, source, alarm, cancelOpenTickets }: RegisterJobDeps): HandledJob =>
  registerJob.handledBy(async () => {
    if (source === null) return ok(null);
    const taken = await refreshRegister(core, source);
    if (!taken.ok) {
      alarm({ register: taken.code, ...taken.facts });
      return ok(null);
    }
    for (const accountId of taken.value.found) await cancelOpenTickets(accountId);
    return ok(null);
  });
