export { instantConsoleRoutes } from './console.route.ts';
export { instantOnlineRoutes } from './online/online.route.ts';
export { instantsDayHandler, instantsDaySchedule } from './run-day.ts';
export { type GenerateDeps, generateRunHandler } from './runs/generate-run.ts';
export { generateRunJob, instantsDayJob } from './runs/jobs.ts';
export { runFiles } from './runs/run-files.ts';
export { instantCounterRoutes } from './tickets/counter.route.ts';
