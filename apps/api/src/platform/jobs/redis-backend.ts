/** The queue in Redis, of a server that keeps what it is given. */
import { type Outcome, ok } from '@valira/outcome';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { Envelope } from './job-queue.ts';
import type { QueueBackend } from './queue-backend.ts';
import { checkRedis } from './redis-standing.ts';

export async function openRedisBackend(redisUrl: string): Promise<Outcome<QueueBackend, 'queue_unreachable' | 'queue_forgets'>> {
  const standing = await checkRedis(redisUrl);
  if (!standing.ok) return standing;
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
