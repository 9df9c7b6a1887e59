export { addClerk, type NewClerk } from './add-clerk.ts';
export { addShop, type NewShop } from './add-shop.ts';
export { addTerminal, type EnrolmentCode, issueEnrolmentCode } from './add-terminal.ts';
export { retailRoutes } from './routes.ts';
export { openShopHeaders, type ShopHeaders } from './shop-header.ts';
export { type ShopStanding, shopStanding } from './shop-standing.ts';
