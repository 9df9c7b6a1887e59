/**
 * Text that the database cannot keep or no hash can be taken of is refused at the door, wherever it stands in a request: the character
 * zero, and half of a surrogate pair. JSON can only hold them escaped, so a body without such an escape is not looked at again.
 *
 * Example: `{"definition":{"name":"a\u0000b"}}` is `invalid_input` at `definition.name`.
 */
import { refuse } from '@valira/outcome';
import { createMiddleware } from 'hono/factory';
import { refused } from './answer.ts';
import type { HttpEnv } from './http-env.ts';

const SUSPECT = /\\u(0000|d[89a-f])/i;

const cannotBeKept = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed();

/** Where the first such text is, as a value or as a name, or null. Without recursion: JSON may be nested deeper than the stack. */
export function pathOfUnkeepable(json: unknown): string | null {
  const waiting: (readonly [path: string, value: unknown])[] = [['', json]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && cannotBeKept(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    const fields = Object.entries(value);
    if (fields.some(([name]) => cannotBeKept(name))) return path;
    for (const [name, field] of fields.reverse()) waiting.push([path === '' ? name : `${path}.${name}`, field]);
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
  const path = SUSPECT.test(text) ? pathOfUnkeepable(parsed(text)) : null;
  return path === null ? next() : refused(c, refuse('invalid_input'), [{ path, code: 'no_canonical_form' }]);
});
