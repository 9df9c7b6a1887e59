export { addClerk } from './add-clerk.ts';
export { addShop, type NewShop } from './add-shop.ts';
export { addTerminal, issueEnrolmentCode } from './add-terminal.ts';
export { networkCalendarHandler, networkCalendarSchedule } from './distributors/calendar-job.ts';
export { enterTerm } from './distributors/enter-term.ts';
export { type NewDistributor, registerDistributor } from './distributors/register-distributor.ts';
export { retailRoutes } from './routes.ts';
export { openShopHeaders, type ShopHeaders } from './shop-header.ts';
export { shopStanding } from './shop-standing.ts';
