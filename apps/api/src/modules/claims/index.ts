export { claimConsoleRoutes } from './console.route.ts';
export { disputeRoutes } from './dispute.route.ts';
export { lapseHandler, lapseJob, lapseSchedule } from './lapse-job.ts';
export { registerLargeWins } from './large-wins.ts';
export { payClaim } from './pay-claim.ts';
export { paymentOrderRoutes } from './payment-order.route.ts';
export { claimRoutes } from './routes.ts';
export { watchRoutes } from './watch.route.ts';
