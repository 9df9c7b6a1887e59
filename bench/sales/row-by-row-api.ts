/** The baseline's process: the product's HTTP application, routes and checks, with the row-by-row intake behind them. */
import { serve } from '@hono/node-server';
import { loadConfig } from '@valira/config';
import { expectOk } from '@valira/outcome';
import { createApp } from '../../apps/api/src/app.ts';
import { httpParts, openCore, openLimits, openSaleParts } from '../../apps/api/src/composition.ts';
import { openRowByRowIntake } from './row-by-row-intake.ts';

const config = expectOk(loadConfig(process.env, ['DATABASE_URL', 'KEYS_DIR', 'ARCHIVE_DIR', 'PUBLIC_URL']));
const { core, telemetry, close } = openCore(config, 'baseline');
const limits = openLimits(config, false, telemetry);
const intake = await openRowByRowIntake({ databaseUrl: config.DATABASE_URL, keys: core.keys, ids: core.ids });
const saleParts = openSaleParts(core, config, intake);
const app = createApp(
  httpParts(
    { ...core, ...saleParts },
    { telemetry, challengeCost: config.CHALLENGE_COST, limits: limits.limits, publicUrl: config.PUBLIC_URL, proxyHops: config.PROXY_HOPS },
  ),
);
const server = serve({ fetch: app.fetch, hostname: config.API_HOST, port: config.API_PORT });

process.on('SIGTERM', () => {
  server.close(async () => {
    await intake.close();
    await Promise.all([limits.close(), close()]);
  });
  if ('closeIdleConnections' in server) server.closeIdleConnections();
});
