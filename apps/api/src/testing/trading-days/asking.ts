/** How people and jobs ask the platform in a simulation: again when no answer came, twice when they are impatient, several at once. */
import type { Outcome } from '@valira/outcome';
import { type Contest, findContest } from '../../modules/contests/index.ts';
import { advanceContest, NotReadyYet } from '../../modules/procedure/index.ts';
import { Crash } from './crashes.ts';
import type { Market } from './market.ts';

/** Asked again until answered. `done`: what is answered when an earlier attempt had been carried out. */
export async function untilAnswered<T>(ask: () => Promise<Outcome<T>>, done: readonly string[] = []): Promise<T | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await ask();
      if (answer.ok) return answer.value;
      if (attempt > 1 && done.includes(answer.code)) return null;
      throw new Error(`refused: ${answer.code} ${answer.path ?? ''} ${JSON.stringify(answer.facts ?? {})}`);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }
}

/** A job that dies is run again; what it does, it does once. */
export async function untilDone(run: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await run();
      return;
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }
}

export async function contestNow({ world }: Market, contestId: string): Promise<Contest> {
  const found = await findContest(world.db, contestId);
  if (!found) throw new Error(`contest ${contestId} is gone`);
  return found;
}

const MOST_ROUNDS = 200;

/** Up to three workers at the contest at once, again while one of them died, until it waits for somebody. */
export async function advance(market: Market, contestId: string): Promise<Contest['state']> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const workers = market.workerChance.percent(30) ? market.workerChance.between(2, 3) : 1;
    const ended = await Promise.allSettled(Array.from({ length: workers }, () => advanceContest(market.deps, contestId)));
    const failed = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    for (const reason of failed) if (!(reason instanceof Crash || reason instanceof NotReadyYet)) throw reason;
    if (failed.length === 0) return (await contestNow(market, contestId)).state;
  }
  throw new Error(`contest ${contestId} does not come to rest`);
}
