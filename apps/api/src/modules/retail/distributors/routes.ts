/** The operator's routes of the network of shops. */
import type { Core } from '../../../platform/core.ts';
import { newModule } from '../../../platform/http/new-module.ts';
import { networkRoutes } from './network.route.ts';
import { distributorShopRoutes } from './shops.route.ts';

export const distributorRoutes = (core: Core) => newModule().route('/', networkRoutes(core)).route('/', distributorShopRoutes(core));
