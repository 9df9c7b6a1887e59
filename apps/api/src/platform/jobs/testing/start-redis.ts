/** A Redis of the tests' own on a free port, without a disk. `npm test` installs the program where it may. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@valira/db/embedded';
import { Redis } from 'ioredis';

export type TestRedis = { readonly url: string; stop(): Promise<void> };

export async function startRedis(settings: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort();
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction', ...settings],
    { stdio: 'ignore' },
  );
  const gone = new Promise<'gone'>((settle) => {
    server.once('error', () => settle('gone'));
    server.once('exit', () => settle('gone'));
  });
  const url = `redis://127.0.0.1:${port}`;
  if ((await Promise.race([gone, answers(url)])) === 'gone') {
    throw new Error('redis-server did not start: install it with "apt-get install redis-server"');
  }
  return { url, stop: () => end(server, gone) };
}

async function answers(url: string): Promise<'ready'> {
  for (;;) {
    const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => {});
    const pong = await redis.connect().then(
      () => redis.ping(),
      () => '',
    );
    redis.disconnect();
    if (pong === 'PONG') return 'ready';
    await sleep(20);
  }
}

async function end(server: ChildProcess, gone: Promise<unknown>): Promise<void> {
  server.kill('SIGKILL');
  await gone;
}
