export { subscriptionHandler, subscriptionJob, subscriptionSchedule } from './jobs.ts';
export { subscriptionRoutes } from './routes.ts';
