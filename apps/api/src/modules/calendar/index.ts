export { calendarHandler, calendarJob, calendarSchedule } from './jobs.ts';
export { planDraws } from './plan-draws.ts';
export { calendarRoutes } from './routes.ts';
