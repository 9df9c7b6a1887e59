/**
 * Sends the jobs that time asks for. No timetable is kept in the queue: every worker looks at the clock and at the database each
 * second and sends what is due and not done, so an emptied queue, a worker that slept over the hour and two workers at once all
 * end in one run per business date.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { datesDue } from './daily-schedule.ts';
import type { JobMessage } from './define-job.ts';
import type { Enqueued } from './job-queue.ts';

export type DailySchedule = {
  readonly name: string;
  /** Wall clock in the business zone. */
  readonly at: Temporal.PlainTime;
  /** The job of one business date; its key carries the date. */
  readonly message: (businessDate: Temporal.PlainDate) => JobMessage;
  /** Whether the database says that date's run is done. */
  readonly isDone: (businessDate: Temporal.PlainDate) => Promise<boolean>;
};

/** Something looked at again and again, like the sweep for work that is due. */
export type SteadySchedule = { readonly name: string; readonly everyMs: number; readonly message: () => JobMessage };

export type PlannerOptions = {
  readonly daily: readonly DailySchedule[];
  readonly steady: readonly SteadySchedule[];
  readonly enqueue: (message: JobMessage) => Promise<Enqueued>;
  readonly now: () => Temporal.Instant;
  /** Told about a look that failed; the next one comes a second later. */
  readonly onFault: (words: string) => void;
};

export type Planner = {
  /** One look: sends what is due now. */
  look(): Promise<void>;
  /** Looks every second until stopped. */
  start(): { stop(): Promise<void> };
};

/** A platform that was down longer than this is started by people who look at each day. */
const DAYS_BACK = 7;
const LOOK_MS = 1_000;

/** A date that was sent and is not yet done is sent again after this long: the queue may have lost it. */
const SEND_AGAIN_MS = 60_000;

export function planner({ daily, steady, enqueue, now, onFault }: PlannerOptions): Planner {
  const sentAt = new Map<string, number>();
  const isDue = (key: string, moment: number, everyMs: number) => moment - (sentAt.get(key) ?? Number.NEGATIVE_INFINITY) >= everyMs;
  const finished = new Set<string>();

  const look = async () => {
    const instant = now();
    const moment = instant.epochMilliseconds;
    for (const { name, everyMs, message } of steady) {
      if (!isDue(name, moment, everyMs)) continue;
      await enqueue(message());
      sentAt.set(name, moment);
    }
    for (const { name, at, message, isDone } of daily) {
      for (const date of datesDue(instant, at, DAYS_BACK)) {
        const key = `${name} ${date}`;
        if (finished.has(key) || !isDue(key, moment, SEND_AGAIN_MS)) continue;
        if (await isDone(date)) {
          finished.add(key);
          continue;
        }
        await enqueue(message(date));
        sentAt.set(key, moment);
      }
    }
  };

  return {
    look,
    start() {
      const stopping = new AbortController();
      const looking = (async () => {
        while (!stopping.signal.aborted) {
          await look().catch((error: unknown) => onFault(error instanceof Error ? error.message : String(error)));
          await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
        }
      })();
      return {
        async stop() {
          stopping.abort();
          await looking;
        },
      };
    },
  };
}
