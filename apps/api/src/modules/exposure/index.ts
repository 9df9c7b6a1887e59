export { exposureConsoleRoutes } from './console-routes.ts';
export { exposureHandlers, exposureRulesJob, exposureSchedules, exposureSumsJob } from './jobs.ts';
export { exposureRoutes } from './routes.ts';
export { type Stop, type StopScope, stopSales } from './stop-sales.ts';
