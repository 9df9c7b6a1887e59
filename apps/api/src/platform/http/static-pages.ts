/**
 * The built pages: the shop, console and inspector's app at /, the shop terminal's at /terminal/. A path without a file is a page of the
 * app, so it gets the app's index; a missing asset is a 404. Files under /assets/ carry their hash in the name and are kept for a year.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { createMiddleware } from 'hono/factory';
import type { HttpEnv } from './http-env.ts';

const policyWith = ({ scripts = [], connections = [], frames = [] }: Sources): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    // Positioned layers and charts set style attributes; no script can be smuggled in through them.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connections].join(' '),
    ...(frames.length > 0 ? [['frame-src', ...frames].join(' ')] : []),
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Paths of the API itself: what is not found there is not found, and no page. */
const API_PATHS = /^\/(v1|docs|healthz|readyz|metrics)(\/|$)/;

/** Origins of other servers, by what a page may do with them. */
export type Sources = {
  readonly scripts?: readonly string[];
  readonly connections?: readonly string[];
  readonly frames?: readonly string[];
};

export type Site = {
  /** Where it is mounted: `/` or `/terminal/`. */
  readonly at: string;
  /** Its build folder. A site that has not been built is not served. */
  readonly folder: string;
  /** What its pages may use of the device. */
  readonly permissions: string;
  /** Other origins that its pages may use. */
  readonly sources?: Sources;
};

/** Serves files of the site and its index for pages; passes on what is neither. Mount after everything else. */
export function staticPages({ at, folder, permissions, sources = {} }: Site) {
  const policy = policyWith(sources);
  const indexFile = join(folder, 'index.html');
  const file = serveStatic<HttpEnv>({ root: folder, rewriteRequestPath: (path) => path.slice(at.length - 1) });
  const asPage = (response: Response, cacheControl: string): Response => {
    response.headers.set('content-security-policy', policy);
    response.headers.set('permissions-policy', permissions);
    response.headers.set('cache-control', cacheControl);
    return response;
  };
  return createMiddleware<HttpEnv>(async (c, next) => {
    const { method, path } = c.req;
    if (!existsSync(indexFile) || (method !== 'GET' && method !== 'HEAD') || API_PATHS.test(path)) return next();
    if (!/\.[a-z0-9]+$/i.test(path)) return asPage(c.html(readFileSync(indexFile, 'utf8')), 'no-cache');
    const found = await file(c, next);
    const hashed = path.startsWith(`${at}assets/`);
    return found instanceof Response ? asPage(found, hashed ? 'public, max-age=31536000, immutable' : 'no-cache') : undefined;
  });
}
