export { procedureRoutes } from './console.route.ts';
export { advanceJob, procedureJobs, sweepJob, sweepSchedule } from './jobs.ts';
