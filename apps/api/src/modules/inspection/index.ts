export { inspectionRoutes } from './routes.ts';
