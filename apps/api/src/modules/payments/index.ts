export { paymentConsoleRoutes } from './console.route.ts';
export type { DepositGate } from './deposits/open-deposit.ts';
export { type DepositDeps, depositRoutes } from './deposits/routes.ts';
export { paymentHandlers, paymentJobs, paymentSweepSchedule, reconciliationSchedule } from './jobs.ts';
export { openPayments } from './open-payments.ts';
export { pageSources } from './page-sources.ts';
export type { Payments } from './provider.ts';
export { paymentWebhook } from './webhook.ts';
