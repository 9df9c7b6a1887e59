export { payClaim } from './pay-claim.ts';
export { claimRoutes } from './routes.ts';
