/** A client that does not know whether its request arrived: it sends the same body under the same key until it gets an answer. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Caller } from '../../apps/api/src/demo/caller.ts';

const ANSWERED_WITHIN_MS = 90_000;
const PAUSE_MS = 150;

/** Null when the request was lost on the way there or back, or the server failed. */
export async function tryOnce<T>(send: () => Promise<Answer<T>>): Promise<Answer<T> | null> {
  try {
    const answer = await send();
    return answer.status >= 500 ? null : answer;
  } catch {
    return null;
  }
}

/** The first answer that is one. Throws when there is none in time. */
export async function untilAnswered<T>(words: string, send: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const giveUpAt = performance.now() + ANSWERED_WITHIN_MS;
  for (;;) {
    const answer = await tryOnce(send);
    if (answer) return answer;
    if (performance.now() > giveUpAt) throw new Error(`${words}: no answer within ${ANSWERED_WITHIN_MS / 1000} s`);
    await sleep(PAUSE_MS);
  }
}

/** As `must` of a caller, through every crash. */
export async function insist<T = Record<string, unknown>>(
  caller: Caller,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T> {
  const key = randomUUID();
  const answer = await untilAnswered(`${method} ${path}`, () => caller.call<T>(method, path, body, key));
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 600)}`);
  return answer.body;
}
