export { type AdvanceDeps, advanceContest, NotReadyYet } from './advance-contest.ts';
export { procedureRoutes } from './console.route.ts';
export { advanceJob, procedureJobs, sweepJob, sweepSchedule } from './jobs.ts';
