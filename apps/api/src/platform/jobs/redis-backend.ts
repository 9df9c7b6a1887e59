/**
 * The queue in Redis. Redis must keep what it is given: under any `maxmemory-policy` but `noeviction` it drops jobs when it is full
 * and tells nobody, so such a server is refused at the start.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { Envelope } from './job-queue.ts';
import type { QueueBackend } from './queue-backend.ts';

const CONNECT_LIMIT_MS = 5_000;

export async function openRedisBackend(redisUrl: string): Promise<Outcome<QueueBackend, 'queue_unreachable' | 'queue_forgets'>> {
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
    if (policy !== 'noeviction') return refuse('queue_forgets', { facts: { server, policy } });
  } catch (error) {
    return refuse('queue_unreachable', { facts: { server, words: error instanceof Error ? error.message : String(error) } });
  } finally {
    probe.disconnect();
  }
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
  // Each queue and worker reports faults of the connection itself; without a listener here they would end the process.
  connection.on('error', () => {});
  return ok({
    queue: (lane) => new Queue<Envelope, string>(lane, { connection, prefix: 'valira' }),
    worker: (lane, handle, options) => new Worker<Envelope, string>(lane, handle, { ...options, connection, prefix: 'valira' }),
    async close() {
      await connection.quit().catch(() => connection.disconnect());
    },
  });
}
