export {
  defineJob,
  type HandledJob,
  type Job,
  type JobContext,
  type JobDefinition,
  type JobHandler,
  type JobMessage,
} from './define-job.ts';
export type { Enqueued, JobQueue } from './job-queue.ts';
export { type Jobs, openJobs, type QueueRefusal, queueProblem } from './open-jobs.ts';
export { type DailySchedule, type Planner, planner, type SteadySchedule } from './planner.ts';
export { prepareQueueSchema } from './postgres-backend.ts';
export { checkRedis } from './redis-standing.ts';
export { PATIENT, PROMPT, type RetryPolicy } from './retry-policy.ts';
export type { JobReport, JobRunner } from './run-jobs.ts';
