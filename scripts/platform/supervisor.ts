/**
 * Brings the whole platform up and takes it down again, in order: databases, migrations, seed, pages, control system, API, worker;
 * and back with the databases last, so that nothing writes to a server that has gone.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '@valira/config';
import { isPortFree } from '@valira/db/embedded';
import { announce, claimDataFolder, type RunningPlatform, releaseDataFolder } from './data-folder.ts';
import { bringUpControl, bringUpMain } from './databases.ts';
import { buildPage, outdatedPages } from './pages.ts';
import { CannotStartError, type Progress } from './progress.ts';
import { runToEnd } from './run-to-end.ts';
import { type Supervised, supervise } from './supervise.ts';

export type Platform = {
  readonly url: string;
  readonly controlUrl: string;
  stop(): Promise<void>;
};

export type SupervisorOptions = {
  readonly root: string;
  readonly dataDir: string;
  readonly settings: Settings;
  readonly progress: Progress;
  /** Aborted when the person asks to stop while the start is still going on. */
  readonly signal: AbortSignal;
};

const HEALTH_LIMIT_MS = 60_000;
const CRASHES_AT_START = 3;

/** Processes get this long to finish what they hold; the whole stop takes a few seconds. */
const PROCESS_GRACE_MS = 8_000;

export async function startPlatform({ root, dataDir, settings, progress, signal }: SupervisorOptions): Promise<Platform> {
  claimDataFolder(dataDir);
  const undo: (() => Promise<void>)[] = [async () => releaseDataFolder(dataDir)];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  const goOn = () => {
    if (signal.aborted) throw new CannotStartError('Stopped.');
  };
  try {
    await needFreePorts(settings);
    const processes: Record<string, number> = {};
    let up: RunningPlatform | undefined;
    const onStart = (name: string, pid: number) => {
      processes[name] = pid;
      if (up) announce({ ...up, processes });
    };
    const context = { settings, dataDir, progress, atStop: (step: () => Promise<void>) => void undo.push(step), onStart };
    const main = await bringUpMain(context);
    goOn();
    const control = await bringUpControl(context);
    goOn();

    const url = settings.PUBLIC_URL ?? `http://localhost:${settings.API_PORT}`;
    const controlUrl = settings.CONTROL_URL ?? `http://127.0.0.1:${settings.CONTROL_PORT}`;
    const envs = processEnvs({ settings, dataDir, url, controlUrl, mainUrl: main.appUrl, controlDatabaseUrl: control.appUrl });
    const log = (name: string) => join(dataDir, 'log', `${name}.log`);
    const begin = (name: string, file: string, env: Record<string, string | undefined>): Supervised => {
      const started = supervise({
        name,
        file,
        env,
        cwd: root,
        logFile: log(name),
        onCrash: (words) => progress.say(`  ! ${words}`),
        onStart: (pid) => onStart(name, pid),
      });
      undo.push(() => started.stop(PROCESS_GRACE_MS));
      return started;
    };

    const controlSystem = begin('control', 'apps/control/src/main.ts', envs.control);
    await progress.step(`control system on port ${settings.CONTROL_PORT}`, () => healthy(controlSystem, controlUrl, signal));
    if (envs.demo) {
      await progress.step('story: products, draws, people', () =>
        runToEnd({
          program: process.execPath,
          args: ['apps/api/src/seed.ts'],
          cwd: root,
          env: envs.platform,
          logFile: log('seed'),
          signal,
        }),
      );
      goOn();
    }
    const { pages, hash } = outdatedPages(root);
    for (const page of pages) {
      await progress.step(`pages: ${page}`, () => buildPage(root, page, hash, log(`build-${page.replaceAll('/', '-')}`), signal));
      goOn();
    }
    const api = begin('api', 'apps/api/src/http.ts', envs.platform);
    const worker = begin('worker', 'apps/api/src/worker.ts', envs.platform);
    undo.push(stopTogether([api, worker]));
    await progress.step(`API on port ${settings.API_PORT}`, () => healthy(api, `http://127.0.0.1:${settings.API_PORT}`, signal));
    await progress.step('worker', () => staysUp(worker));
    up = { pid: process.pid, url, controlUrl, dataDir, processes };
    announce(up);
    return { url, controlUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const stopTogether = (processes: readonly Supervised[]) => async () => {
  await Promise.all(processes.map((process) => process.stop(PROCESS_GRACE_MS)));
};

async function needFreePorts(settings: Settings): Promise<void> {
  for (const name of ['API_PORT', 'CONTROL_PORT'] as const) {
    if (!(await isPortFree(settings[name]))) {
      throw new CannotStartError(`Port ${settings[name]} is taken by another program. Stop it, or set ${name} to a free port.`);
    }
  }
}

type Addresses = {
  readonly settings: Settings;
  readonly dataDir: string;
  readonly url: string;
  readonly controlUrl: string;
  readonly mainUrl: string;
  readonly controlDatabaseUrl: string;
};

/** No process sees an owner's address, and none sees both databases. */
function processEnvs({ settings, dataDir, url, controlUrl, mainUrl, controlDatabaseUrl }: Addresses) {
  const {
    DATABASE_URL: _database,
    DATABASE_OWNER_URL: _owner,
    CONTROL_DATABASE_URL: _control,
    CONTROL_DATABASE_OWNER_URL: _controlOwner,
    ...shared
  } = process.env;
  const demo = settings.DEMO_MODE ?? settings.DATABASE_URL === undefined;
  const common = {
    ...shared,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    KEYS_DIR: settings.KEYS_DIR ?? join(dataDir, 'keys'),
    ARCHIVE_DIR: settings.ARCHIVE_DIR ?? join(dataDir, 'archive'),
    PUBLIC_URL: url,
    CONTROL_URL: controlUrl,
    DEMO_MODE: String(demo),
  };
  return {
    demo,
    platform: { ...common, DATABASE_URL: mainUrl },
    control: {
      ...common,
      CONTROL_KEYS_DIR: settings.CONTROL_KEYS_DIR ?? join(dataDir, 'keys-control'),
      CONTROL_DATABASE_URL: controlDatabaseUrl,
    },
  };
}

async function healthy(process: Supervised, url: string, signal: AbortSignal): Promise<void> {
  const giveUpAt = performance.now() + HEALTH_LIMIT_MS;
  for (;;) {
    if (signal.aborted) throw new CannotStartError('Stopped.');
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    if (answer?.ok) return;
    if (process.crashes() >= CRASHES_AT_START || performance.now() > giveUpAt) {
      throw new CannotStartError(`${process.name} did not come up. Its last words:\n${process.lastWords()}`);
    }
    await sleep(50);
  }
}

/** The worker serves nobody; having lived through the API's start without a crash, it is up. */
async function staysUp(process: Supervised): Promise<void> {
  if (process.crashes() > 0) throw new CannotStartError(`${process.name} did not come up. Its last words:\n${process.lastWords()}`);
}

export type DemoLogin = { readonly door: string; readonly name: string; readonly login: string; readonly password: string };

/** The log-ins the seed left for the person at the terminal. */
export function demoLogins(dataDir: string): readonly DemoLogin[] {
  const file = join(dataDir, 'demo-logins.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}
