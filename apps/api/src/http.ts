/** The HTTP process: API and pages. Settings come from the environment; a wrong one is named and nothing starts. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig, settingProblems } from '@valira/config';
import { challengeCostOf, httpParts, openCore, openIntakeBeside, openLimits, openSaleParts, queueCheck } from './composition.ts';
import { listen } from './listen.ts';
import { publishPublicKeys } from './modules/control/index.ts';
import { pageSources } from './modules/payments/index.ts';
import { databaseClock, registerStart, watchClock } from './modules/start-of-day/index.ts';
import { checkRedis, queueProblem } from './platform/jobs/index.ts';
import { ensureMonthPartitions } from './platform/month-partitions.ts';
import { steadyLoop } from './platform/steady-loop.ts';
import { endOnStrayBugs } from './platform/stray-faults.ts';

const loaded = loadConfig(process.env, ['DATABASE_URL', 'KEYS_DIR', 'ARCHIVE_DIR', 'PUBLIC_URL']);
if (!loaded.ok) {
  for (const problem of settingProblems(loaded)) console.error(problem);
  process.exit(1);
}
const config = loaded.value;
// Counters that are dropped to make room, or that nobody holds, would let a guesser begin anew: the same server as the worker's, held to the same.
const redis = config.REDIS_URL ? await checkRedis(config.REDIS_URL) : null;
if (redis && !redis.ok) {
  console.error(queueProblem(redis));
  process.exit(1);
}
const root = fileURLToPath(new URL('../../../', import.meta.url));

const { core, telemetry, close } = openCore(config, 'api');
endOnStrayBugs(telemetry.log);
publishPublicKeys(core.keys, config.KEYS_DIR);
await ensureMonthPartitions(core.db);
const limits = openLimits(config, config.DEMO_MODE ?? false, telemetry);
const intake = openIntakeBeside(config, telemetry, (error) => {
  telemetry.log.fatal({ err: error }, 'the intake ended');
  process.exit(1);
});
const saleParts = openSaleParts(core, config, intake);
await registerStart(core, 'api', saleParts.software);
const parts = httpParts(
  { ...core, ...saleParts },
  {
    telemetry,
    challengeCost: challengeCostOf(config, config.DEMO_MODE ?? false),
    limits: limits.limits,
    publicUrl: config.PUBLIC_URL,
    trustedOrigins: config.TRUSTED_ORIGINS,
    proxyHops: config.PROXY_HOPS,
    checks: { queue: queueCheck(core, limits.redis) },
    metricsToken: config.METRICS_TOKEN,
    sites: [
      {
        at: '/terminal/',
        folder: join(root, 'apps/retail-terminal/dist'),
        permissions: 'usb=(self), camera=(self)',
        // The bridge to a printer in the shop's network runs on the counter's own machine.
        sources: { connections: ['http://127.0.0.1:9101'] },
      },
      { at: '/', folder: join(root, 'apps/web/dist'), permissions: 'camera=(self)', sources: pageSources(saleParts.payments) },
    ],
  },
);

const server = listen(parts, { hostname: config.API_HOST, port: config.API_PORT }, ({ port }) =>
  telemetry.log.info({ port }, 'API listens'),
);

/** Between two looks at the clocks. */
const CLOCK_LOOK_MS = 10_000;
const clockWatch = steadyLoop(
  async () => {
    for (const apart of await watchClock(core, 'api', [databaseClock(core)]))
      telemetry.log.error(apart, 'alarm: clocks apart, sales stopped');
    return false;
  },
  { pauseMs: CLOCK_LOOK_MS, onFault: (error) => telemetry.log.warn({ err: error }, 'clock watch') },
);

let stopping = false;
/** No new requests; those under way are answered; then the intake and the connections close. */
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
  await clockWatch.stop();
  await intake.close();
  await Promise.all([limits.close(), close()]);
  telemetry.log.info('API stopped');
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
