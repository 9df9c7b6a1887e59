export { exposureRoutes } from './routes.ts';
export { type Stop, type StopScope, stopSales } from './stop-sales.ts';
