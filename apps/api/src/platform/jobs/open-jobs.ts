/**
 * The jobs of one process: where they wait, and the way in and out.
 *
 * With `redisUrl` they wait in Redis, otherwise in the main database. Neither is believed about what is done: emptied, it loses no
 * work, because the outbox and the sweeper send again what the database says is due.
 */
import { type Outcome, ok, type Refusal } from '@valira/outcome';
import { type HandledJob, type JobDefinition, LANES } from './define-job.ts';
import { type JobQueue, jobQueue } from './job-queue.ts';
import { openPostgresBackend } from './postgres-backend.ts';
import { openRedisBackend } from './redis-backend.ts';
import { type JobRunner, type RunOptions, runJobs } from './run-jobs.ts';

export type QueueRefusal = 'queue_unreachable' | 'queue_forgets' | 'queue_not_prepared';

export type JobsOptions = {
  readonly redisUrl?: string | undefined;
  /** Main database as the application role. */
  readonly databaseUrl: string;
  /** Every job this process may send. */
  readonly jobs: readonly JobDefinition[];
  readonly now: () => Temporal.Instant;
  /** Told about faults of the queue's connection while it mends itself. */
  readonly onFault: (words: string) => void;
};

export type Jobs = {
  readonly queue: JobQueue;
  run(jobs: readonly HandledJob[], options: RunOptions): Promise<JobRunner>;
  close(): Promise<void>;
};

export async function openJobs({ redisUrl, databaseUrl, jobs, now, onFault }: JobsOptions): Promise<Outcome<Jobs, QueueRefusal>> {
  const opened = redisUrl ? await openRedisBackend(redisUrl) : await openPostgresBackend(databaseUrl);
  if (!opened.ok) return opened;
  const backend = opened.value;
  const queues = new Map(LANES.map((lane) => [lane, backend.queue(lane)]));
  for (const queue of queues.values()) queue.on('error', (error) => onFault(error.message));
  return ok({
    queue: jobQueue(queues, jobs, now),
    run: (handled, options) => runJobs(backend, handled, options),
    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      await backend.close();
    },
  });
}

/** What to tell the person who started the process. */
export function queueProblem({ code, facts }: Refusal<QueueRefusal>): string {
  switch (code) {
    case 'queue_unreachable':
      return `The job queue at ${facts.server} cannot be reached (${facts.words}). Start it, or correct REDIS_URL; without REDIS_URL the queue lives in the main database.`;
    case 'queue_forgets':
      return `Redis at ${facts.server} has maxmemory-policy "${facts.policy}" and would drop jobs when full. Set it to "noeviction".`;
    case 'queue_not_prepared':
      return `The database has no queue schema "${facts.schema}" yet. Run the migrations first: npm start does.`;
  }
}
