export { licenceInForce } from './licence-in-force.ts';
export { licenceRoutes } from './routes.ts';
