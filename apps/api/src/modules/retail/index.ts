export { addClerk } from './add-clerk.ts';
export { addShop, type NewShop } from './add-shop.ts';
export { addTerminal, issueEnrolmentCode } from './add-terminal.ts';
export { retailRoutes } from './routes.ts';
export { openShopHeaders, type ShopHeaders } from './shop-header.ts';
export { shopStanding } from './shop-standing.ts';
