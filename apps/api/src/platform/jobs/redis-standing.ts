/**
 * Whether a Redis may be used at all, asked once at the start of each process. Redis must keep what it is given: under any `maxmemory-policy`
 * but `noeviction` it drops jobs when it is full and tells nobody.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { Redis } from 'ioredis';

const CONNECT_LIMIT_MS = 5_000;

export async function checkRedis(redisUrl: string): Promise<Outcome<null, 'queue_unreachable' | 'queue_forgets'>> {
  const server = new URL(redisUrl).host;
  const probe = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: CONNECT_LIMIT_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  probe.on('error', () => {});
  try {
    await probe.connect();
    const policy = /maxmemory_policy:(\S+)/.exec(await probe.info('memory'))?.[1] ?? 'unknown';
    return policy === 'noeviction' ? ok(null) : refuse('queue_forgets', { facts: { server, policy } });
  } catch (error) {
    return refuse('queue_unreachable', { facts: { server, words: error instanceof Error ? error.message : String(error) } });
  } finally {
    probe.disconnect();
  }
}
