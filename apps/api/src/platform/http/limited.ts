/** Counts one try and answers 429 with retry-after when there were too many; null when the request may go on. */
import { refuse } from '@valira/outcome';
import type { Context } from 'hono';
import type { LimitName } from '../rate-limits.ts';
import { type RefusalResponse, refused } from './answer.ts';
import type { HttpVariables } from './http-env.ts';

export async function limited<V extends HttpVariables>(
  c: Context<{ Variables: V }>,
  limit: LimitName,
  key: string,
): Promise<RefusalResponse | null> {
  const { limits, telemetry } = c.get('spine');
  const waitSeconds = await limits.take(limit, key);
  if (waitSeconds === null) return null;
  telemetry.metrics.limited.inc({ limit });
  c.header('retry-after', String(waitSeconds));
  return refused(c, refuse('too_many_requests', { facts: { retryAfterSeconds: waitSeconds } }));
}
