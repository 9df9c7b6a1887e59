/**
 * The HTTP application: the frame around every request, then the modules in one chain (chaining keeps the typed client typed), then the
 * pages. A module's routes are added here and nowhere else.
 */
import { compress } from 'hono/compress';
import { calendarRoutes } from './modules/calendar/index.ts';
import { checkRoutes, claimConsoleRoutes, claimRoutes, disputeRoutes, paymentOrderRoutes, watchRoutes } from './modules/claims/index.ts';
import { contestRoutes, type LiveFigures, probablesStream } from './modules/contests/index.ts';
import { deskRoutes, eventRoutes } from './modules/events/index.ts';
import { exposureConsoleRoutes, exposureRoutes } from './modules/exposure/index.ts';
import { inspectionRoutes } from './modules/inspection/index.ts';
import { instantConsoleRoutes, instantCounterRoutes, instantOnlineRoutes } from './modules/instants/index.ts';
import { ledgerRoutes } from './modules/ledger/index.ts';
import { licenceRoutes } from './modules/licence/index.ts';
import { messageRoutes } from './modules/messages/index.ts';
import {
  type DepositDeps,
  depositRoutes,
  paymentConsoleRoutes,
  paymentWebhook,
  type WithdrawalDeps,
  withdrawalConsoleRoutes,
  withdrawalRoutes,
} from './modules/payments/index.ts';
import { playLimitRoutes } from './modules/play-limits/index.ts';
import { addressOfMobile, beginVisit, playerRoutes } from './modules/players/index.ts';
import { fallbackRoutes, measureRoutes, procedureRoutes } from './modules/procedure/index.ts';
import { productRoutes } from './modules/products/index.ts';
import { type Archive, recordRoutes } from './modules/reporting/index.ts';
import { retailRoutes, type ShopHeaders } from './modules/retail/index.ts';
import { staffRoutes } from './modules/staff/index.ts';
import { type Software, startOfDayRoutes } from './modules/start-of-day/index.ts';
import { subscriptionRoutes } from './modules/subscriptions/index.ts';
import { freeNumberRoutes, type Sales, type SoldContests, ticketRoutes } from './modules/wagers/index.ts';
import { walletRoutes } from './modules/wallet/index.ts';
import { authRoutes } from './platform/auth/auth-routes.ts';
import type { Challenges } from './platform/auth/challenges.ts';
import type { Auth } from './platform/auth/open-auth.ts';
import { ownMethodRoutes } from './platform/auth/own-methods.routes.ts';
import type { Core } from './platform/core.ts';
import { bodyRules } from './platform/http/body-rules.ts';
import { clockRoutes } from './platform/http/clock-route.ts';
import { docsPages } from './platform/http/docs-pages.ts';
import { frame } from './platform/http/frame.ts';
import { type HealthDeps, healthRoutes } from './platform/http/health.ts';
import type { HttpSpine } from './platform/http/http-env.ts';
import { newModule } from './platform/http/new-module.ts';
import { onError, onNotFound } from './platform/http/on-error.ts';
import { sameOrigin } from './platform/http/same-origin.ts';
import { type Site, staticPages } from './platform/http/static-pages.ts';
import { textRules } from './platform/http/text-rules.ts';

/** What selling and showing tickets takes beyond the core. */
export type SaleParts = {
  readonly sales: Sales;
  readonly soldContests: SoldContests;
  readonly shopHeaders: ShopHeaders;
  readonly figures: LiveFigures;
  readonly archive: Archive;
  readonly software: Software;
} & Pick<DepositDeps, 'payments' | 'depositGate'> &
  Pick<WithdrawalDeps, 'debtor'>;

export type AppParts = {
  readonly core: Core & SaleParts;
  readonly auth: Auth;
  readonly challenges: Challenges;
  readonly spine: HttpSpine;
  readonly health: HealthDeps;
  /** Built pages, served when the build exists; the one at `/` last. */
  readonly sites: readonly Site[];
};

/** Every module's routes, all under /v1. */
const v1Routes = ({ core, auth, challenges }: Pick<AppParts, 'core' | 'auth' | 'challenges'>) =>
  newModule()
    .route('/', authRoutes({ auth, challenges, beginVisit: beginVisit(core), addressOfMobile }))
    .route('/', ownMethodRoutes({ auth }))
    .route('/', clockRoutes(core))
    .route('/', playerRoutes({ ...core, challenges }))
    .route('/', playLimitRoutes(core))
    .route('/', walletRoutes(core))
    .route('/', depositRoutes(core))
    .route('/', paymentConsoleRoutes(core))
    .route('/', withdrawalRoutes(core))
    .route('/', withdrawalConsoleRoutes(core))
    .route('/', messageRoutes(core))
    .route('/', watchRoutes(core))
    .route('/', checkRoutes(core))
    .route('/', licenceRoutes(core))
    .route('/', staffRoutes(core))
    .route('/', retailRoutes(core))
    .route('/', productRoutes(core))
    .route('/', contestRoutes(core))
    .route('/', eventRoutes(core))
    .route('/', deskRoutes(core))
    .route('/', ticketRoutes(core))
    .route('/', freeNumberRoutes(core))
    .route('/', claimRoutes(core))
    .route('/', instantOnlineRoutes(core))
    .route('/', instantCounterRoutes(core))
    .route('/', instantConsoleRoutes(core))
    .route('/', subscriptionRoutes(core))
    .route('/', calendarRoutes(core))
    .route('/', exposureRoutes(core))
    .route('/', exposureConsoleRoutes(core))
    .route('/', claimConsoleRoutes(core))
    .route('/', paymentOrderRoutes(core))
    .route('/', disputeRoutes(core))
    .route('/', startOfDayRoutes(core))
    .route('/', procedureRoutes(core))
    .route('/', measureRoutes(core))
    .route('/', fallbackRoutes(core))
    .route('/', recordRoutes(core))
    .route('/', inspectionRoutes(core))
    .route('/', ledgerRoutes(core));

/** A pool's published card lists up to 10,000 bets; a payment event carries the whole object it is about. */
const LARGE_BODIES = [
  // Three pictures of a document, in base64.
  { path: /^\/v1\/identity-checks$/, maxBytes: 12.5 * 1024 * 1024 },

  { path: /^\/v1\/console\/contests\/[^/]+\/external-result$/, maxBytes: 2 * 1024 * 1024 },
  { path: /^\/v1\/console\/bank-imports$/, maxBytes: 2 * 1024 * 1024 },
  { path: /^\/v1\/payments\/webhook$/, maxBytes: 1024 * 1024 },
];

export function createApp(parts: AppParts) {
  const base = newModule();
  base.use('*', frame(parts.spine));
  base.use('/v1/*', bodyRules(LARGE_BODIES), textRules, sameOrigin);
  base.onError(onError);
  base.notFound(onNotFound);
  const app = base.route('/v1', v1Routes(parts));
  app.route('/v1', probablesStream(parts.core));
  app.route('/v1', paymentWebhook(parts.core));
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: parts.auth.cookieName,
    description: 'Set by POST /v1/auth/sign-in/email',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'terminal', {
    type: 'apiKey',
    in: 'header',
    name: 'Valira-Signature',
    description:
      'With Valira-Terminal and Valira-Nonce: ECDSA P-256 over "METHOD\\npath and query\\nnonce\\nSHA-256 of the body in hexadecimal", as base64url of 64 bytes. The nonce is the Idempotency-Key where there is one. Valira-Clerk adds the clerk.',
  });
  app.route('/', healthRoutes(parts.health));
  app.route(
    '/',
    docsPages(() => app),
  );
  for (const site of parts.sites) app.use(`${site.at}*`, compress(), staticPages(site));
  return app;
}

export type AppType = ReturnType<typeof createApp>;
