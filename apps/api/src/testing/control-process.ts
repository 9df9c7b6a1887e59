/** The real control system for a test: its own process on its own database, fed by the test's own feeder. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openSharedToken } from '@valira/config';
import { freePort } from '@valira/db/embedded';
import { createTestControlDatabase } from '@valira/db/testing';
import { type ControlClient, feedControl, openControlClient, publishPublicKeys } from '../modules/control/index.ts';
import type { World } from './world.ts';

const MAIN = fileURLToPath(new URL('../../../control/src/main.ts', import.meta.url));
const START_MS = 20_000;

export type ControlProcess = { readonly client: ControlClient; stop(): Promise<void> };

export type ControlSettings = {
  /** What is started instead of the control system's own entry, with what it needs beside the usual settings. */
  readonly main?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether links are sent all the time; otherwise whoever started it sends them. */
  readonly feeds?: boolean;
};

export async function startControlProcess(
  world: World,
  { main = MAIN, env = {}, feeds = true }: ControlSettings = {},
): Promise<ControlProcess> {
  const database = await createTestControlDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'valira-control-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  publishPublicKeys(world.keys, join(folder, 'keys'));
  const child = spawn(process.execPath, [main], {
    stdio: 'inherit',
    env: {
      ...env,
      PATH: process.env.PATH,
      CONTROL_DATABASE_URL: database.appUrl,
      CONTROL_PORT: String(port),
      KEYS_DIR: join(folder, 'keys'),
      CONTROL_KEYS_DIR: join(folder, 'keys-control'),
      LOG_LEVEL: 'warn',
    },
  });
  const giveUpAt = Date.now() + START_MS;
  while (
    !(await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (Date.now() > giveUpAt) throw new Error('the control process does not answer');
    await sleep(50);
  }
  const client = openControlClient({ url, token: openSharedToken(join(folder, 'keys', 'control.token')) });
  const feeding = new AbortController();
  const fed = feeds ? feedControl({ sql: world.sql, client, signal: feeding.signal }) : null;
  return {
    client,
    async stop() {
      feeding.abort();
      await fed;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
      await database.drop();
      rmSync(folder, { recursive: true });
    },
  };
}
