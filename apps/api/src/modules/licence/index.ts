export { type LicenceInForce, licenceInForce } from './licence-in-force.ts';
export { licenceRoutes } from './routes.ts';
