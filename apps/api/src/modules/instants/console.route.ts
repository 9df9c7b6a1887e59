/** The operator's routes of instant games. */
import type { Core } from '../../platform/core.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { instantPackRoutes } from './packs.route.ts';
import { instantRequestRoutes } from './requests.route.ts';
import { instantRunRoutes } from './runs.route.ts';

export const instantConsoleRoutes = (deps: Core) =>
  newModule().route('/', instantRunRoutes(deps)).route('/', instantPackRoutes(deps)).route('/', instantRequestRoutes(deps));
