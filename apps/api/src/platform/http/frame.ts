/**
 * The frame around every request: its id, the server's time (clients show countdowns by it), security headers, one log line and one
 * measurement. The log names the route's pattern and never the path, because a path may hold a serial.
 */
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { HttpEnv, HttpSpine } from './http-env.ts';

const REQUEST_ID = /^[\w-]{8,64}$/;
const SLOW_MS = 1000;

/** For answers that are data. Pages bring their own policy, see static-pages.ts. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

export function frame(spine: HttpSpine) {
  const { clock, telemetry } = spine;
  return createMiddleware<HttpEnv>(async (c, next) => {
    const started = performance.now();
    const given = c.req.header('x-request-id');
    const requestId = given && REQUEST_ID.test(given) ? given : crypto.randomUUID();
    c.set('requestId', requestId);
    c.set('spine', spine);
    await next();
    const { headers, status } = c.res;
    headers.set('x-request-id', requestId);
    headers.set('x-server-time', clock.now().toISOString());
    headers.set('x-content-type-options', 'nosniff');
    headers.set('referrer-policy', 'same-origin');
    headers.set('cross-origin-opener-policy', 'same-origin');
    headers.set('cross-origin-resource-policy', 'same-origin');
    if (spine.overHttps) headers.set('strict-transport-security', 'max-age=31536000');
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', DATA_POLICY);
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    const ms = performance.now() - started;
    const route = routePath(c);
    telemetry.metrics.requests.observe({ method: c.req.method, route, status: String(status) }, ms / 1000);
    const line = { requestId, method: c.req.method, route, status, ms: Math.round(ms * 10) / 10, problem: c.get('problemCode') };
    if (ms > SLOW_MS) telemetry.log.warn(line, 'slow request');
    else if (status >= 400) telemetry.log.info(line, 'request refused');
    else telemetry.log.debug(line, 'request');
  });
}
