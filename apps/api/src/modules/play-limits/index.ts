export { checkDeposit } from './deposit-limit.ts';
export { playLimitRoutes } from './routes.ts';
export { takeStake } from './take-stake.ts';
