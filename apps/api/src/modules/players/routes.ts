import type { Challenges } from '../../platform/auth/challenges.ts';
import type { Core } from '../../platform/core.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { identityRoutes } from './identity/routes.ts';
import { meRoute } from './me.route.ts';
import { ownDataRoute } from './own-data.route.ts';
import { registerPlayerRoute } from './register-player.route.ts';

export const playerRoutes = (core: Core & { readonly challenges: Challenges }) =>
  newModule()
    .route('/', registerPlayerRoute(core))
    .route('/', meRoute(core))
    .route('/', ownDataRoute(core))
    .route('/', identityRoutes(core));
