/**
 * Writes with a session cookie come from our own pages. A browser sends Origin with every such request (and Sec-Fetch-Site where it
 * hides Origin); a client that is no browser sends neither and carries no one else's cookie.
 */
import { refuse } from '@valira/outcome';
import { createMiddleware } from 'hono/factory';
import { refused } from './answer.ts';
import type { HttpEnv } from './http-env.ts';

function foreign(origin: string, host: string | undefined, trusted: readonly string[]): boolean {
  if (trusted.includes(origin)) return false;
  return !URL.canParse(origin) || host === undefined || new URL(origin).host !== host;
}

export const sameOrigin = createMiddleware<HttpEnv>(async (c, next) => {
  const { method } = c.req;
  if (method === 'GET' || method === 'HEAD' || c.req.header('cookie') === undefined) return next();
  const origin = c.req.header('origin');
  const site = c.req.header('sec-fetch-site');
  const refusedHere =
    origin === undefined
      ? site === 'cross-site' || site === 'same-site'
      : foreign(origin, c.req.header('host'), c.get('spine').trustedOrigins);
  return refusedHere ? refused(c, refuse('foreign_origin')) : next();
});
