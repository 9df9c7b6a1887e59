/**
 * What no field may hold is refused at the door, wherever it stands in a request: the character zero, which the database cannot keep;
 * half of a surrogate pair, which no hash can be taken of; and the name `__proto__`, which readers of objects drop in silence where
 * they would refuse any other unknown field. JSON can only hold the first two escaped, so a body without any of it is not read twice.
 *
 * Example: `{"definition":{"name":"a\u0000b"}}` is `invalid_input` at `definition.name`.
 */
import { refuse } from '@valira/outcome';
import { createMiddleware } from 'hono/factory';
import type { FieldError } from '../problem.ts';
import { refused } from './answer.ts';
import type { HttpEnv } from './http-env.ts';

const SUSPECT = /\\u(0000|005f|d[89a-f])|__proto__/i;

/** Whether the text of a body has to be looked into. */
export const isSuspect = (text: string): boolean => SUSPECT.test(text);

const cannotBeKept = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

/** The first of it, or null. Without recursion: JSON may be nested deeper than the stack. */
export function unkeepable(json: unknown): FieldError | null {
  const waiting: (readonly [path: string, value: unknown])[] = [['', json]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && cannotBeKept(value)) return { path, code: 'no_canonical_form' };
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, field] of Object.entries(value).reverse()) {
      const at = path === '' ? name : `${path}.${name}`;
      if (name === '__proto__') return { path: at, code: 'unknown_field' };
      if (cannotBeKept(name)) return { path, code: 'no_canonical_form' };
      waiting.push([at, field]);
    }
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The route says so, in its own words.
    return null;
  }
}

export const textRules = createMiddleware<HttpEnv>(async (c, next) => {
  const { method, url } = c.req;
  if (url.includes('%00')) return refused(c, refuse('invalid_input'), [{ path: 'url', code: 'no_canonical_form' }]);
  if (method === 'GET' || method === 'HEAD') return next();
  const text = await c.req.text();
  const error = isSuspect(text) ? unkeepable(parsed(text)) : null;
  return error === null ? next() : refused(c, refuse('invalid_input'), [error]);
});
