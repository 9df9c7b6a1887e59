/**
 * Whether this process lives (`/healthz`: restart it when it does not answer) and whether it can serve (`/readyz`: send it no requests
 * while something it needs is missing). `/metrics` is for the monitoring system alone.
 */
import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../hash.ts';
import { clientAddress } from './client-address.ts';
import { newModule } from './new-module.ts';

/** Resolves when what it names can be used, and rejects when it cannot. */
export type ReadinessCheck = () => Promise<void>;

export type HealthDeps = {
  /** By name: `database`, `migrations`, `queue`. */
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  readonly metricsToken: string | undefined;
};

const CHECK_MS = 2000;

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1', 'local']);

async function passes(check: ReadinessCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_MS);
  });
  try {
    return await Promise.race([
      check().then(
        () => true,
        () => false,
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

const sameText = (a: string, b: string): boolean => timingSafeEqual(sha256(Buffer.from(a)), sha256(Buffer.from(b)));

export const healthRoutes = ({ checks, metricsToken }: HealthDeps) => {
  const module = newModule();
  module.get('/healthz', (c) => c.json({ alive: true }));
  module.get('/readyz', async (c) => {
    const results = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await passes(check)] as const));
    const ready = results.every(([, passed]) => passed);
    return c.json({ ready, checks: Object.fromEntries(results) }, ready ? 200 : 503);
  });
  module.get('/metrics', async (c) => {
    const { telemetry } = c.var.spine;
    const allowed =
      metricsToken === undefined
        ? LOOPBACK.has(clientAddress(c, 0)) && c.req.header('x-forwarded-for') === undefined
        : sameText(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`);
    if (!allowed) return c.notFound();
    const { registry } = telemetry.metrics;
    return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });
  return module;
};
