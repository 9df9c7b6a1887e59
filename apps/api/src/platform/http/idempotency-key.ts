/** The header that makes a command happen once: declared in a route, read and checked before its handler. */
import { z } from '@hono/zod-openapi';
import { refuse } from '@valira/outcome';
import type { Context, MiddlewareHandler } from 'hono';
import { refused } from './answer.ts';
import type { HttpEnv } from './http-env.ts';

const HEADER = 'idempotency-key';
const key = z.uuid().openapi({ description: 'Chosen by the client, one per intention; the same again after a lost answer.' });

/** Declares the header in a route's `request.headers`. */
export const idempotencyKey = z.object({ [HEADER]: key });

/** The key of the request, or null when it is missing or no UUID. */
export function keyOf(c: Context): string | null {
  const read = key.safeParse(c.req.header(HEADER));
  return read.success ? read.data.toLowerCase() : null;
}

export const readKey: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const given = c.req.header(HEADER);
  const read = key.safeParse(given);
  if (!read.success) {
    const errors = read.error.issues.map(({ code, message }) => ({ path: `header.${HEADER}`, code, detail: message }));
    return refused(c, refuse('idempotency_key_required'), errors);
  }
  c.req.addValidatedData('header', { [HEADER]: read.data });
  return next();
};
