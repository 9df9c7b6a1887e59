export { procedureRoutes } from './console.route.ts';
export { dayEndHandler, dayEndJob, dayEndSchedule } from './day-end.ts';
export { advanceJob, procedureJobs, sweepJob, sweepSchedule } from './jobs.ts';
