/** A Redis of the tests' own on a free port, without a disk: stopped, it has forgotten everything. `npm test` installs the program where it may. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@valira/db/embedded';
import { Redis } from 'ioredis';

export type TestRedis = {
  readonly url: string;
  /** SIGKILL. */
  stop(): Promise<void>;
  /** Starts it again on its port, empty. */
  start(): Promise<void>;
  /** Empties it while it runs. */
  empty(): Promise<void>;
};

type Server = { readonly process: ChildProcess; readonly gone: Promise<'gone'> };

export async function startRedis(settings: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server = await launch(url, port, settings);
  return {
    url,
    async stop() {
      server.process.kill('SIGKILL');
      await server.gone;
    },
    async start() {
      server = await launch(url, port, settings);
    },
    empty: () => withRedis(url, async (redis) => void (await redis.flushall())),
  };
}

async function launch(url: string, port: number, settings: readonly string[]): Promise<Server> {
  const process = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction', ...settings],
    { stdio: 'ignore' },
  );
  const gone = new Promise<'gone'>((settle) => {
    process.once('error', () => settle('gone'));
    process.once('exit', () => settle('gone'));
  });
  if ((await Promise.race([gone, answers(url)])) === 'gone') {
    throw new Error('redis-server did not start: install it with "apt-get install redis-server"');
  }
  return { process, gone };
}

async function answers(url: string): Promise<'ready'> {
  for (;;) {
    const pong = await withRedis(url, (redis) => redis.ping()).catch(() => '');
    if (pong === 'PONG') return 'ready';
    await sleep(20);
  }
}

async function withRedis<T>(url: string, ask: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return await ask(redis);
  } finally {
    redis.disconnect();
  }
}
