export { checkDeposit } from './deposit-limit.ts';
export { playLimitRoutes } from './routes.ts';
