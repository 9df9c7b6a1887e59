import type { Challenges } from '../../platform/auth/challenges.ts';
import type { Core } from '../../platform/core.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { meRoute } from './me.route.ts';
import { registerPlayerRoute } from './register-player.route.ts';

export const playerRoutes = (core: Core & { readonly challenges: Challenges }) =>
  newModule().route('/', registerPlayerRoute(core)).route('/', meRoute(core));
