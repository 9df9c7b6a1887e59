/**
 * Writes with a session cookie come from our own pages. A browser sends Origin with every such request (and Sec-Fetch-Site where it
 * hides Origin); a client that is no browser sends neither and carries no one else's cookie.
 */
import { refuse } from '@valira/outcome';
import { createMiddleware } from 'hono/factory';
import { refused } from './answer.ts';
import type { HttpEnv } from './http-env.ts';

/** Whether these headers of a write say that it comes from another site's page, with a cookie that is not theirs to use. */
export function isForeignWrite(header: (name: string) => string | undefined, trusted: readonly string[]): boolean {
  if (header('cookie') === undefined) return false;
  const origin = header('origin');
  const site = header('sec-fetch-site');
  return origin === undefined ? site === 'cross-site' || site === 'same-site' : foreign(origin, header('host'), trusted);
}

function foreign(origin: string, host: string | undefined, trusted: readonly string[]): boolean {
  if (trusted.includes(origin)) return false;
  return !URL.canParse(origin) || host === undefined || new URL(origin).host !== host;
}

export const sameOrigin = createMiddleware<HttpEnv>(async (c, next) => {
  const { method } = c.req;
  if (method === 'GET' || method === 'HEAD') return next();
  return isForeignWrite((name) => c.req.header(name), c.get('spine').trustedOrigins) ? refused(c, refuse('foreign_origin')) : next();
});
