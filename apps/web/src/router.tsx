/**
 * Addresses of the three doors. Only the door that is opened is downloaded: each page is its own file, and the console
 * and the inspector's portal bring their own frame.
 */
import type { QueryClient } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, useRouter } from '@tanstack/react-router';
import { RouterProvider as LinkProvider } from 'react-aria-components';
import { ShopFrame } from './doors/shop/shop-frame.tsx';
import { NotFound, PageFault } from './page-fault.tsx';

function Root() {
  const router = useRouter();
  return (
    <LinkProvider navigate={(to) => void router.navigate({ href: to })} useHref={(href) => href}>
      <Outlet />
    </LinkProvider>
  );
}

const root = createRootRoute({ component: Root, errorComponent: PageFault, notFoundComponent: NotFound });

const shop = createRoute({ getParentRoute: () => root, id: 'shop', component: ShopFrame });

const shopPages = [
  createRoute({
    getParentRoute: () => shop,
    path: '/',
    component: lazyRouteComponent(() => import('./doors/shop/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/draws/$contestId/play',
    component: lazyRouteComponent(() => import('./doors/shop/slip/slip-page.tsx'), 'SlipPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/races',
    component: lazyRouteComponent(() => import('./doors/shop/race/races-page.tsx'), 'RacesPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/races/$contestId',
    component: lazyRouteComponent(() => import('./doors/shop/race/race-page.tsx'), 'RacePage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/instants',
    component: lazyRouteComponent(() => import('./doors/shop/instants/instants-page.tsx'), 'InstantsPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/instants/$runId',
    component: lazyRouteComponent(() => import('./doors/shop/instants/instant-page.tsx'), 'InstantPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/tickets',
    component: lazyRouteComponent(() => import('./doors/shop/tickets/tickets-page.tsx'), 'TicketsPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/tickets/$ticketId',
    component: lazyRouteComponent(() => import('./doors/shop/tickets/ticket-page.tsx'), 'TicketPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/results',
    component: lazyRouteComponent(() => import('./doors/shop/results/results-page.tsx'), 'ResultsPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/results/$contestId',
    component: lazyRouteComponent(() => import('./doors/shop/results/draw-page.tsx'), 'DrawPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/verify',
    component: lazyRouteComponent(() => import('./doors/shop/results/verify-page.tsx'), 'VerifyPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/account',
    component: lazyRouteComponent(() => import('./doors/shop/account/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/account/deposit',
    component: lazyRouteComponent(() => import('./doors/shop/account/deposit-page.tsx'), 'DepositPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/account/withdraw',
    component: lazyRouteComponent(() => import('./doors/shop/account/withdraw-page.tsx'), 'WithdrawPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/account/limits',
    component: lazyRouteComponent(() => import('./doors/shop/account/limits-page.tsx'), 'LimitsPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/account/identity',
    component: lazyRouteComponent(() => import('./doors/shop/account/identity-page.tsx'), 'IdentityPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/check',
    component: lazyRouteComponent(() => import('./doors/shop/check/check-page.tsx'), 'CheckPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/rules',
    component: lazyRouteComponent(() => import('./doors/shop/rules/rules-list-page.tsx'), 'RulesListPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/rules/$slug',
    component: lazyRouteComponent(() => import('./doors/shop/rules/rules-page.tsx'), 'RulesPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/join',
    component: lazyRouteComponent(() => import('./doors/shop/join/join-page.tsx'), 'JoinPage'),
  }),
  createRoute({
    getParentRoute: () => shop,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('./session/sign-in-page.tsx'), 'SignInPage'),
  }),
];

const operator = createRoute({
  getParentRoute: () => root,
  path: '/console',
  component: lazyRouteComponent(() => import('./doors/console/console-frame.tsx'), 'ConsoleFrame'),
});

const operatorPages = [
  createRoute({
    getParentRoute: () => operator,
    path: '/',
    component: lazyRouteComponent(() => import('./doors/console/dashboard-page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/draws',
    component: lazyRouteComponent(() => import('./doors/console/draws-page.tsx'), 'DrawsPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/draws/$contestId',
    component: lazyRouteComponent(() => import('./doors/console/draw-room/draw-room-page.tsx'), 'DrawRoomPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/races',
    component: lazyRouteComponent(() => import('./doors/console/race-desk/races-page.tsx'), 'RaceDeskListPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/races/$contestId',
    component: lazyRouteComponent(() => import('./doors/console/race-desk/race-desk-page.tsx'), 'RaceDeskPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/products',
    component: lazyRouteComponent(() => import('./doors/console/products-page.tsx'), 'ProductsPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/products/new',
    component: lazyRouteComponent(() => import('./doors/console/product-draft-page.tsx'), 'ProductDraftPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/instants',
    component: lazyRouteComponent(() => import('./doors/console/instants/instants-page.tsx'), 'InstantsDeskPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/ledger',
    component: lazyRouteComponent(() => import('./doors/console/ledger-page.tsx'), 'LedgerPage'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/payments',
    component: lazyRouteComponent(() => import('./doors/console/payments/payments-page.tsx'), 'PaymentsPage'),
  }),
];

const inspector = createRoute({
  getParentRoute: () => root,
  path: '/inspector',
  component: lazyRouteComponent(() => import('./doors/inspector/inspector-frame.tsx'), 'InspectorFrame'),
});

const inspectorPages = [
  createRoute({
    getParentRoute: () => inspector,
    path: '/',
    component: lazyRouteComponent(() => import('./doors/inspector/records-page.tsx'), 'RecordsPage'),
  }),
  createRoute({
    getParentRoute: () => inspector,
    path: '/records/$contestId',
    component: lazyRouteComponent(() => import('./doors/inspector/record-page.tsx'), 'RecordPage'),
  }),
  createRoute({
    getParentRoute: () => inspector,
    path: '/seals',
    component: lazyRouteComponent(() => import('./doors/inspector/seals-page.tsx'), 'SealsPage'),
  }),
  createRoute({
    getParentRoute: () => inspector,
    path: '/receipts',
    component: lazyRouteComponent(() => import('./doors/inspector/receipts-page.tsx'), 'ReceiptsPage'),
  }),
  createRoute({
    getParentRoute: () => inspector,
    path: '/audit',
    component: lazyRouteComponent(() => import('./doors/inspector/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => inspector,
    path: '/tickets',
    component: lazyRouteComponent(() => import('./doors/inspector/ticket-page.tsx'), 'InspectedTicketPage'),
  }),
];

export const createAppRouter = (client: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([shop.addChildren(shopPages), operator.addChildren(operatorPages), inspector.addChildren(inspectorPages)]),
    context: { client },
    scrollRestoration: true,
    defaultErrorComponent: PageFault,
  });
