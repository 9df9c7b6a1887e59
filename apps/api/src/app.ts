/**
 * The HTTP application: the frame around every request, then the modules in one chain (chaining keeps the typed client typed), then the
 * pages. A module's routes are added here and nowhere else.
 */

import { licenceRoutes } from './modules/licence/index.ts';
import { playerRoutes } from './modules/players/index.ts';
import { retailRoutes } from './modules/retail/index.ts';
import { staffRoutes } from './modules/staff/index.ts';
import { walletRoutes } from './modules/wallet/index.ts';
import { authRoutes } from './platform/auth/auth-routes.ts';
import type { Auth } from './platform/auth/open-auth.ts';
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

export type AppParts = {
  readonly core: Core;
  readonly auth: Auth;
  readonly spine: HttpSpine;
  readonly health: HealthDeps;
  /** Built pages, served when the build exists; the one at `/` last. */
  readonly sites: readonly Site[];
};

/** Every module's routes, all under /v1. */
const v1Routes = ({ core, auth }: Pick<AppParts, 'core' | 'auth'>) =>
  newModule()
    .route('/', authRoutes({ auth }))
    .route('/', clockRoutes(core))
    .route('/', playerRoutes(core))
    .route('/', walletRoutes(core))
    .route('/', licenceRoutes(core))
    .route('/', staffRoutes(core))
    .route('/', retailRoutes(core));

export function createApp(parts: AppParts) {
  const base = newModule();
  base.use('*', frame(parts.spine));
  base.use('/v1/*', bodyRules(), sameOrigin);
  base.onError(onError);
  base.notFound(onNotFound);
  const app = base.route('/v1', v1Routes(parts));
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
  for (const site of parts.sites) app.use(`${site.at}*`, staticPages(site));
  return app;
}

export type AppType = ReturnType<typeof createApp>;
