export { advanceContest } from './advance-contest.ts';
export { type AdvanceDeps, NotReadyYet } from './advance-deps.ts';
export { procedureRoutes } from './console.route.ts';
export { dayEndHandler, dayEndJob, dayEndSchedule } from './day-end.ts';
export { fallbackRoutes } from './fallback.route.ts';
export { advanceJob, procedureJobs, sweepJob, sweepSchedule } from './jobs.ts';
export { measureRoutes } from './measure.routes.ts';
