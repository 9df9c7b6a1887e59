export { mayDraw, registerStart, type Software } from './certify-build.ts';
export { type AskedClock, databaseClock } from './clock-skew.ts';
export { startOfDayHandler, startOfDayJob, startOfDaySchedule } from './jobs.ts';
export { startOfDayRoutes } from './routes.ts';
export { watchClock } from './watch-clock.ts';
