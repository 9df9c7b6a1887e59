import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@valira/db/embedded';
import { createTestDatabase, type TestDatabase } from '@valira/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRedis, type TestRedis } from './platform/jobs/testing/start-redis.ts';

let database: TestDatabase;
let forgetful: TestRedis;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  forgetful = await startRedis(['--maxmemory-policy', 'volatile-lru']);
  folder = mkdtempSync(join(tmpdir(), 'valira-start-'));
});
afterAll(async () => {
  await forgetful.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The real process, and what it said before it ended. */
async function startedWith(name: 'http' | 'worker', redisUrl: string): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`./${name}.ts`, import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.appUrl,
      REDIS_URL: redisUrl,
      KEYS_DIR: join(folder, 'keys'),
      ARCHIVE_DIR: join(folder, 'archive'),
      INSTANTS_DIR: join(folder, 'instants'),
      PUBLIC_URL: 'http://localhost:4000',
      CONTROL_URL: 'http://127.0.0.1:1',
      API_PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
  const status = await new Promise<number | null>((settle) => child.once('close', settle));
  return { status, said };
}

describe.each(['http', 'worker'] as const)('the %s process', (name) => {
  it('ends at once with one line when Redis would drop what it is given', async () => {
    const { status, said } = await startedWith(name, forgetful.url);
    expect(status).toBe(1);
    expect(said).toMatch(
      /^Redis at 127\.0\.0\.1:\d+ has maxmemory-policy "volatile-lru" and would drop jobs when full\. Set it to "noeviction"\.\n$/,
    );
  });

  it('ends at once with one line when Redis does not answer', async () => {
    const { status, said } = await startedWith(name, 'redis://127.0.0.1:1');
    expect(status).toBe(1);
    expect(said).toMatch(/^The job queue at 127\.0\.0\.1:1 cannot be reached \([^\n]+\)\. Start it, or correct REDIS_URL[^\n]*\n$/);
  });
});
