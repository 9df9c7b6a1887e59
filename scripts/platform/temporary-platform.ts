/**
 * A platform of its own on a temporary data folder and free ports, for journeys, crash tests and the demo: the real supervisor in a
 * process of its own, with everything it starts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@valira/db/embedded';
import { type RunningPlatform, runningPlatform } from './data-folder.ts';

export type TemporaryPlatform = {
  readonly dataDir: string;
  readonly supervisor: ChildProcess;
  /** What the supervisor says about itself now; processes that crashed have new numbers. */
  now(): RunningPlatform;
  /** Stops it; the data stays. Returns the supervisor's exit code. */
  stop(): Promise<number | null>;
  /** Starts it again on the same data and ports. */
  start(): Promise<void>;
  /** Stops it and removes the data. */
  remove(): Promise<void>;
};

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const START_LIMIT_MS = 170_000;

export async function startTemporaryPlatform(env: Readonly<Record<string, string>> = {}): Promise<TemporaryPlatform> {
  const dataDir = mkdtempSync(join(tmpdir(), 'valira-platform-'));
  chmodSync(dataDir, 0o755);
  const ports: Record<string, string> = {};
  for (const name of ['API_PORT', 'CONTROL_PORT', 'DATABASE_PORT', 'CONTROL_DATABASE_PORT', 'PAYMENT_SIMULATOR_PORT'])
    ports[name] = String(await freePort());
  const settings = {
    ...process.env,
    DATABASE_URL: '',
    CONTROL_DATABASE_URL: '',
    REDIS_URL: '',
    PUBLIC_URL: '',
    ...ports,
    ...env,
    DATA_DIR: dataDir,
  };

  const begin = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, ['scripts/platform.ts'], {
      cwd: root,
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    const said: Buffer[] = [];
    child.stdout?.on('data', (part: Buffer) => said.push(part));
    child.stderr?.on('data', (part: Buffer) => said.push(part));
    const giveUpAt = performance.now() + START_LIMIT_MS;
    while (!runningPlatform(dataDir)) {
      if (child.exitCode !== null || performance.now() > giveUpAt) {
        child.kill('SIGTERM');
        throw new Error(`the platform did not start:\n${Buffer.concat(said).toString()}`);
      }
      await sleep(50);
    }
    return child;
  };

  let supervisor = await begin();
  const stop = async () => {
    if (supervisor.exitCode === null && supervisor.signalCode === null) {
      const exited = once(supervisor, 'exit');
      supervisor.kill('SIGTERM');
      await exited;
    }
    return supervisor.exitCode;
  };
  return {
    dataDir,
    get supervisor() {
      return supervisor;
    },
    now() {
      const platform = runningPlatform(dataDir);
      if (!platform) throw new Error('the platform does not run');
      return platform;
    },
    stop,
    async start() {
      supervisor = await begin();
    },
    async remove() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
