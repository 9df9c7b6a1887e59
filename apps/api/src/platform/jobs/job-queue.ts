/**
 * The way into the queue. What BullMQ would do silently is said here: adding a job whose key is still in the queue does nothing,
 * so the caller is told which of three things happened (R32).
 *
 * A finished job leaves the queue at once and its key is free again. A job whose tries are used up stays to be looked at; the same
 * message, sent again by the sweeper or a person, starts it afresh.
 */
import { randomUUID } from 'node:crypto';
import { type JobDefinition, type JobMessage, LANES, type Lane } from './define-job.ts';
import type { LaneQueue } from './queue-backend.ts';

export type Enqueued = 'queued' | 'already-queued' | 'restarted';

export type EnqueueOptions = {
  /** Not before this moment; at once when missing. */
  readonly notBefore?: Temporal.Instant;
};

export type LaneCounts = { readonly waiting: number; readonly active: number; readonly delayed: number; readonly failed: number };

/** What travels; `token` tells our own job from one that was there before. */
export type Envelope = { readonly payload: unknown; readonly token: string };

export type JobQueue = {
  /** Refuses nothing and loses nothing: throws when the queue cannot be reached, and the caller keeps the message. */
  enqueue(message: JobMessage, options?: EnqueueOptions): Promise<Enqueued>;
  /** Many at once, for the relay; answers in the order of `messages`. */
  enqueueAll(messages: readonly JobMessage[]): Promise<Enqueued[]>;
  counts(): Promise<Record<Lane, LaneCounts>>;
};

const FAILED_KEPT = { age: 30 * 24 * 3600, count: 10_000 };

/** Any name BullMQ does not know makes it ask the worker, who knows the job's policy. */
const RETRY_STRATEGY = 'policy';

export function jobQueue(queues: ReadonlyMap<Lane, LaneQueue>, jobs: readonly JobDefinition[], now: () => Temporal.Instant): JobQueue {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  if (byName.size !== jobs.length) throw new Error('two jobs have the same name');

  const prepare = (message: JobMessage, { notBefore }: EnqueueOptions = {}) => {
    const job = byName.get(message.topic);
    if (!job) throw new Error(`no job is called ${message.topic}`);
    const queue = queues.get(job.lane);
    if (!queue) throw new Error(`no queue for lane ${job.lane}`);
    const envelope: Envelope = { payload: message.payload, token: randomUUID() };
    return {
      queue,
      envelope,
      name: job.name,
      data: envelope,
      opts: {
        jobId: queueId(message),
        attempts: job.retry.attempts,
        backoff: { type: RETRY_STRATEGY },
        removeOnComplete: true,
        removeOnFail: FAILED_KEPT,
        ...(notBefore && { delay: Math.max(0, notBefore.epochMilliseconds - now().epochMilliseconds) }),
      },
    };
  };

  return {
    async enqueue(message, options) {
      const { queue, name, data, opts, envelope } = prepare(message, options);
      await queue.add(name, data, opts);
      return whatHappened(queue, opts.jobId, envelope.token);
    },
    async enqueueAll(messages) {
      const prepared = messages.map((message) => prepare(message));
      for (const queue of new Set(prepared.map((entry) => entry.queue))) {
        await queue.addBulk(prepared.filter((entry) => entry.queue === queue).map(({ name, data, opts }) => ({ name, data, opts })));
      }
      return Promise.all(prepared.map(({ queue, opts, envelope }) => whatHappened(queue, opts.jobId, envelope.token)));
    },
    async counts() {
      const lanes = await Promise.all(
        LANES.map(async (lane): Promise<[Lane, LaneCounts]> => {
          const counts = (await queues.get(lane)?.getJobCounts('wait', 'active', 'delayed', 'failed')) ?? {};
          const { wait = 0, active = 0, delayed = 0, failed = 0 } = counts;
          return [lane, { waiting: wait, active, delayed, failed }];
        }),
      );
      return Object.fromEntries(lanes) as Record<Lane, LaneCounts>;
    },
  };
}

/** The queue's own id of a message: it may hold no colon. */
function queueId({ topic, key }: JobMessage): string {
  return `${topic}/${key.replaceAll('%', '%25').replaceAll(':', '%3A')}`;
}

async function whatHappened(queue: LaneQueue, id: string, token: string): Promise<Enqueued> {
  const found = await queue.getJob(id);
  if (!found || found.data.token === token) return 'queued';
  if (!(await found.isFailed())) return 'already-queued';
  try {
    await found.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    return 'restarted';
  } catch (error) {
    // Another sender may have restarted it a moment ago.
    if (await found.isFailed()) throw error;
    return 'already-queued';
  }
}
