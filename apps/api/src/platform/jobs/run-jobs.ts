/** Takes jobs from the queue and runs their handlers, a number of them at a time per lane, until it is asked to stop. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job as QueuedJob, UnrecoverableError } from 'bullmq';
import { type HandledJob, InvalidPayloadError, type Lane } from './define-job.ts';
import type { Envelope } from './job-queue.ts';
import type { QueueBackend } from './queue-backend.ts';
import { PATIENT, retryDelayMs } from './retry-policy.ts';

export type JobReport =
  | { readonly kind: 'done' | 'refused' | 'retrying' | 'failed'; readonly job: string; readonly id: string; readonly words?: string }
  /** A worker lost its hold on a job, which now runs again elsewhere (R31). */
  | { readonly kind: 'stalled'; readonly id: string }
  | { readonly kind: 'queue-fault'; readonly words: string };

export type RunOptions = {
  readonly concurrency: number;
  readonly report: (report: JobReport) => void;
  /** How long a worker that says nothing keeps a job. Default 4 s. */
  readonly lockMs?: number;
};

export type JobRunner = {
  /** Takes no further jobs, waits for running ones up to `graceMs`, then leaves the rest to be taken up again elsewhere. */
  stop(graceMs?: number): Promise<void>;
};

// Renewed every two seconds. A draw waits this long for what a killed worker held, twice at most; a worker that is merely busy for longer
// shares its job with another, which handlers bear.
const LOCK_MS = 4_000;
const GRACE_MS = 10_000;

/** A worker that is killed mid-job costs one of these; a job that kills its worker every time ends as failed. */
const STALLS_ALLOWED = 10;

export async function runJobs(backend: QueueBackend, jobs: readonly HandledJob[], options: RunOptions): Promise<JobRunner> {
  const { concurrency, report, lockMs = LOCK_MS } = options;
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const stopping = new AbortController();
  const running = new Set<Promise<string>>();

  const handle = (queued: QueuedJob<Envelope>): Promise<string> => {
    const ended = answer(queued).finally(() => running.delete(ended));
    running.add(ended);
    return ended;
  };

  const answer = async (queued: QueuedJob<Envelope>): Promise<string> => {
    const job = byName.get(queued.name);
    // A newer release may have sent it; it is tried again until a worker that knows it takes it.
    if (!job) throw new Error(`this worker knows no job ${queued.name}`);
    try {
      const outcome = await job.run(queued.data.payload, { attempt: queued.attemptsMade + 1, signal: stopping.signal });
      return outcome && !outcome.ok ? outcome.code : '';
    } catch (error) {
      if (error instanceof InvalidPayloadError) throw new UnrecoverableError(error.message);
      throw error;
    }
  };

  const start = (lane: Lane) => {
    const worker = backend.worker(lane, handle, {
      concurrency,
      lockDuration: lockMs,
      stalledInterval: lockMs,
      maxStalledCount: STALLS_ALLOWED,
      settings: {
        backoffStrategy: (failures, _type, _error, queued) =>
          retryDelayMs(byName.get(queued?.name ?? '')?.retry ?? PATIENT, failures, Math.random()),
      },
    });
    worker.on('completed', (queued, code) => {
      const about = { job: queued.name, id: queued.id ?? '' };
      report(code ? { kind: 'refused', ...about, words: code } : { kind: 'done', ...about });
    });
    worker.on('failed', (queued, error) => {
      const over = !queued || queued.finishedOn !== undefined;
      report({ kind: over ? 'failed' : 'retrying', job: queued?.name ?? '', id: queued?.id ?? '', words: error.message });
    });
    worker.on('stalled', (id) => report({ kind: 'stalled', id }));
    worker.on('error', (error) => report({ kind: 'queue-fault', words: error.message }));
    return worker;
  };

  const workers = [...new Set(jobs.map((job) => job.lane))].map(start);
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  return {
    async stop(graceMs = GRACE_MS) {
      stopping.abort();
      await Promise.all(workers.map((worker) => worker.pause(true)));
      const allEnded = Promise.allSettled(running).then(() => true);
      const inTime = await Promise.race([allEnded, sleep(graceMs, false, { ref: false })]);
      // Closing waits for running jobs unless forced; a job left behind loses its lock and is taken up elsewhere.
      await Promise.all(workers.map((worker) => worker.close(!inTime)));
    },
  };
}
