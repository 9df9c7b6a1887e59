/** What the two places a queue can live in have in common. */
import type { Job, Processor, Queue, Worker, WorkerOptions } from 'bullmq';
import type { Lane } from './define-job.ts';
import type { Envelope } from './job-queue.ts';

type QueuedJob = Job<Envelope, string>;

export type LaneQueue = Pick<Queue<Envelope, string>, 'add' | 'addBulk' | 'getJob' | 'getJobCounts' | 'close'> & {
  on(event: 'error', listener: (error: Error) => void): unknown;
};

export type LaneWorker = Pick<Worker<Envelope, string>, 'pause' | 'close' | 'waitUntilReady'> & {
  on(event: 'completed', listener: (job: QueuedJob, answer: string) => void): unknown;
  on(event: 'failed', listener: (job: QueuedJob | undefined, error: Error) => void): unknown;
  on(event: 'stalled', listener: (id: string) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
};

export type QueueBackend = {
  queue(lane: Lane): LaneQueue;
  worker(lane: Lane, handle: Processor<Envelope, string>, options: Omit<WorkerOptions, 'connection'>): LaneWorker;
  close(): Promise<void>;
};
