/**
 * The frame around every request: its id, the server's time (clients show countdowns by it), security headers, one log line and one
 * measurement. The log names the route's pattern and never the path, because a path may hold a serial.
 */
import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { HttpEnv, HttpSpine } from './http-env.ts';

const REQUEST_ID = /^[\w-]{8,64}$/;
const SLOW_MS = 1000;

/** For answers that are data. Pages bring their own policy, see static-pages.ts. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

const ALWAYS: readonly (readonly [string, string])[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
];
/** Unless the answer brings its own. */
const USUALLY: readonly (readonly [string, string])[] = [
  ['content-security-policy', DATA_POLICY],
  ['cache-control', 'no-store'],
];

/**
 * Node's own response, where there is one: what is set there first, the answer's headers override. Setting them on the answer costs a sale
 * three times as much. Requests made in the process itself (tests) have only the answer.
 */
const nodeResponse = (c: Context): ServerResponse | undefined => (c.env as { outgoing?: ServerResponse } | undefined)?.outgoing;

/** What is the same around every request, whoever answers it. */
export function framing(spine: HttpSpine) {
  const { clock, telemetry } = spine;
  const always: readonly (readonly [string, string])[] = spine.overHttps
    ? [...ALWAYS, ['strict-transport-security', 'max-age=31536000']]
    : ALWAYS;
  return {
    requestIdOf: (given: string | undefined): string => (given && REQUEST_ID.test(given) ? given : crypto.randomUUID()),
    /** Set on Node's response before the answer, whose own headers override them. */
    begin(outgoing: ServerResponse, requestId: string): void {
      for (const [name, value] of always) outgoing.setHeader(name, value);
      for (const [name, value] of USUALLY) outgoing.setHeader(name, value);
      outgoing.setHeader('x-request-id', requestId);
    },
    /** With the answer: the server's time is that of answering. */
    end(outgoing: ServerResponse): void {
      if (!outgoing.headersSent) outgoing.setHeader('x-server-time', clock.now().toISOString());
    },
    /** The same on an answer that has no Node response. */
    put(headers: Headers, requestId: string): void {
      for (const [name, value] of always) headers.set(name, value);
      for (const [name, value] of USUALLY) if (!headers.has(name)) headers.set(name, value);
      headers.set('x-request-id', requestId);
      headers.set('x-server-time', clock.now().toISOString());
    },
    report(answer: {
      requestId: string;
      method: string;
      route: string;
      status: number;
      problem: string | undefined;
      started: number;
    }): void {
      const { started, ...rest } = answer;
      const { method, route, status } = rest;
      const ms = performance.now() - started;
      telemetry.metrics.requests.observe({ method, route, status: String(status) }, ms / 1000);
      const line = { ...rest, ms: Math.round(ms * 10) / 10 };
      if (ms > SLOW_MS) telemetry.log.warn(line, 'slow request');
      else if (status >= 400) telemetry.log.info(line, 'request refused');
      else telemetry.log.debug(line, 'request');
    },
  };
}

export function frame(spine: HttpSpine) {
  const { requestIdOf, begin, end, put, report } = framing(spine);
  return createMiddleware<HttpEnv>(async (c, next) => {
    const started = performance.now();
    const requestId = requestIdOf(c.req.header('x-request-id'));
    c.set('requestId', requestId);
    c.set('spine', spine);
    const outgoing = nodeResponse(c);
    if (outgoing) begin(outgoing, requestId);
    await next();
    if (outgoing) end(outgoing);
    else put(c.res.headers, requestId);
    report({ requestId, method: c.req.method, route: routePath(c), status: c.res.status, problem: c.get('problemCode'), started });
  });
}
