import type { Core } from '../../platform/core.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { terminalConsoleRoutes } from './console-routes.ts';
import { distributorRoutes } from './distributors/routes.ts';
import { shopMoneyRoutes } from './money/routes.ts';
import { terminalRoutes } from './terminal-routes.ts';

export const retailRoutes = (core: Core) =>
  newModule()
    .route('/', terminalRoutes(core))
    .route('/', terminalConsoleRoutes(core))
    .route('/', distributorRoutes(core))
    .route('/', shopMoneyRoutes(core));
