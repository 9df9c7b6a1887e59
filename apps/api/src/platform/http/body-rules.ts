/** Bodies: bounded, and JSON or nothing. Read by the routes; a body that is too large is refused before it is read. */
import { refuse } from '@valira/outcome';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { refused } from './answer.ts';
import type { HttpEnv } from './http-env.ts';

export const BODY_LIMIT_BYTES = 64 * 1024;

const JSON_TYPE = /^application\/([a-z.-]+\+)?json\s*(;|$)/i;

export function bodyRules(maxBytes: number = BODY_LIMIT_BYTES) {
  const boundedStream = bodyLimit({ maxSize: maxBytes, onError: (c) => refused(c, refuse('body_too_large')) });
  return createMiddleware<HttpEnv>(async (c, next) => {
    const { method } = c.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const length = c.req.header('content-length');
    const chunked = c.req.header('transfer-encoding') !== undefined;
    // The HTTP parser holds a sender to its Content-Length, so only a body without one has to be counted.
    if (!chunked && Number(length ?? 0) > maxBytes) return refused(c, refuse('body_too_large'));
    const hasBody = chunked || Number(length ?? 0) > 0;
    if (hasBody && !JSON_TYPE.test(c.req.header('content-type') ?? '')) return refused(c, refuse('unsupported_media_type'));
    return chunked ? boundedStream(c, next) : next();
  });
}
