import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@valira/db';
import { processStart } from '@valira/db/schema';
import { createTestDatabase, type TestDatabase } from '@valira/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBuild } from './platform/build.ts';
import { hex } from './platform/hash.ts';
import { prepareQueueSchema } from './platform/jobs/index.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await prepareQueueSchema(database.ownerUrl, 'valira_app');
  folder = mkdtempSync(join(tmpdir(), 'valira-worker-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

it('the worker says which build it runs, runs without the control system, and stops when it is asked to', async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./worker.ts', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.appUrl,
      KEYS_DIR: join(folder, 'keys'),
      ARCHIVE_DIR: join(folder, 'archive'),
      INSTANTS_DIR: join(folder, 'instants'),
      PUBLIC_URL: 'http://localhost:4000',
      CONTROL_URL: 'http://127.0.0.1:1',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const gone = new Promise<number | null>((settle) => child.once('close', settle));
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += String(text);
    });
  await expect.poll(() => said, { timeout: 30_000 }).toContain('worker runs');
  const open = openDatabase(database.appUrl, { name: 'test', connections: 1 });
  const starts = await open.db.select().from(processStart);
  await open.close();
  expect(starts.map(({ process: name, buildHash, demo }) => [name, hex(buildHash), demo])).toEqual([
    ['worker', readBuild().buildHash, false],
  ]);
  child.kill('SIGTERM');
  expect(await gone, said).toBe(0);
}, 60_000);
