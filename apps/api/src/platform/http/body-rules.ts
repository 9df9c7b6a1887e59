/** Bodies: bounded, and JSON or nothing. Read by the routes; a body that is too large is refused before it is read. */
import { refuse } from '@valira/outcome';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { refused } from './answer.ts';
import type { HttpEnv } from './http-env.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

/** Routes that import whole tables, and what they may be sent. */
export type LargeBodies = readonly { readonly path: RegExp; readonly maxBytes: number }[];

const JSON_TYPE = /^application\/([a-z.-]+\+)?json\s*(;|$)/i;

export function bodyRules(large: LargeBodies = []) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const { method, path } = c.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const maxSize = large.find((route) => route.path.test(path))?.maxBytes ?? BODY_LIMIT_BYTES;
    const length = Number(c.req.header('content-length') ?? 0);
    const chunked = c.req.header('transfer-encoding') !== undefined;
    // The HTTP parser holds a sender to its Content-Length, so only a body without one has to be counted.
    if (!chunked && length > maxSize) return refused(c, refuse('body_too_large'));
    if ((chunked || length > 0) && !JSON_TYPE.test(c.req.header('content-type') ?? '')) return refused(c, refuse('unsupported_media_type'));
    // A compressed body would pass the limit small and be read large; nobody needs one.
    if ((c.req.header('content-encoding') ?? 'identity').toLowerCase() !== 'identity') return refused(c, refuse('unsupported_media_type'));
    return chunked ? bodyLimit({ maxSize, onError: () => refused(c, refuse('body_too_large')) })(c, next) : next();
  });
}
