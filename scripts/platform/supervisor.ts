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
import { paymentSimulatorSettings } from './payment-simulator.ts';
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
    const simulator = paymentSimulatorSettings(settings, dataDir);
    await needFreePorts(settings, simulator ? ['PAYMENT_SIMULATOR_PORT'] : []);
    const processes: Record<string, number> = {};
    let up: RunningPlatform | undefined;
    const onStart = (name: string, pid: number) => {
      processes[name] = pid;
      if (up) announce({ ...up, processes });
    };
    const context = { settings, dataDir, progress, atStop: (step: () => Promise<void>) => void undo.push(step), onStart };
    const url = settings.PUBLIC_URL ?? `http://localhost:${settings.API_PORT}`;
    const controlUrl = settings.CONTROL_URL ?? `http://127.0.0.1:${settings.CONTROL_PORT}`;
    const envs = processEnvs({ settings, dataDir, url, controlUrl });
    const log = (name: string) => join(dataDir, 'log', `${name}.log`);
    const begin = (name: string, file: string, env: Env): Supervised => {
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
    const tellStory = (env: Env) =>
      progress.step('story: products, draws, people', () =>
        runToEnd({ program: process.execPath, args: ['apps/api/src/seed.ts'], cwd: root, env, logFile: log('seed'), signal }),
      );
    // A story told before is only looked over, which may happen beside the start of the rest.
    const told = demoLogins(dataDir).length > 0;

    const [platformEnv] = await together([
      (async () => {
        const { appUrl } = await bringUpMain(context);
        goOn();
        const env = { ...envs.platform, ...simulator?.platform, DATABASE_URL: appUrl };
        if (envs.demo && !told) await tellStory(env);
        return env;
      })(),
      (async () => {
        const { appUrl } = await bringUpControl(context);
        goOn();
        const control = begin('control', 'apps/control/src/main.ts', { ...envs.control, CONTROL_DATABASE_URL: appUrl });
        await progress.step(`control system on port ${settings.CONTROL_PORT}`, () => healthy(control, controlUrl, signal));
      })(),
    ]);
    goOn();
    const { pages, hash } = outdatedPages(root);
    for (const page of pages) {
      await progress.step(`pages: ${page}`, () => buildPage(root, page, hash, log(`build-${page.replaceAll('/', '-')}`), signal));
      goOn();
    }
    if (simulator) {
      const payments = begin('payments', 'apps/payment-simulator/src/main.ts', { ...envs.platform, ...simulator.own });
      await progress.step(`payment simulator on port ${settings.PAYMENT_SIMULATOR_PORT}`, () => healthy(payments, simulator.url, signal));
      goOn();
    }
    const api = begin('api', 'apps/api/src/http.ts', platformEnv);
    const worker = begin('worker', 'apps/api/src/worker.ts', platformEnv);
    undo.push(stopTogether([api, worker]));
    await together([
      progress.step(`API on port ${settings.API_PORT}`, () => healthy(api, `http://127.0.0.1:${settings.API_PORT}`, signal)),
      envs.demo && told ? tellStory(platformEnv) : Promise.resolve(),
    ]);
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

async function needFreePorts(settings: Settings, more: readonly 'PAYMENT_SIMULATOR_PORT'[]): Promise<void> {
  for (const name of ['API_PORT', 'CONTROL_PORT', ...more] as const) {
    if (!(await isPortFree(settings[name]))) {
      throw new CannotStartError(`Port ${settings[name]} is taken by another program. Stop it, or set ${name} to a free port.`);
    }
  }
}

type Env = Readonly<Record<string, string | undefined>>;

type Addresses = { readonly settings: Settings; readonly dataDir: string; readonly url: string; readonly controlUrl: string };

/** No process sees an owner's address, and none sees both databases: each gets the one it may reach when that is up. */
function processEnvs({ settings, dataDir, url, controlUrl }: Addresses): {
  readonly demo: boolean;
  readonly platform: Env;
  readonly control: Env;
} {
  const {
    DATABASE_URL: _database,
    DATABASE_OWNER_URL: _owner,
    CONTROL_DATABASE_URL: _control,
    CONTROL_DATABASE_OWNER_URL: _controlOwner,
    ...shared
  } = process.env;
  const demo = settings.DEMO_MODE ?? settings.DATABASE_URL === undefined;
  const platform = {
    ...shared,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    DATA_DIR: dataDir,
    KEYS_DIR: settings.KEYS_DIR ?? join(dataDir, 'keys'),
    ARCHIVE_DIR: settings.ARCHIVE_DIR ?? join(dataDir, 'archive'),
    INSTANTS_DIR: settings.INSTANTS_DIR ?? join(dataDir, 'instants'),
    PUBLIC_URL: url,
    CONTROL_URL: controlUrl,
    DEMO_MODE: String(demo),
  };
  return { demo, platform, control: { ...platform, CONTROL_KEYS_DIR: settings.CONTROL_KEYS_DIR ?? join(dataDir, 'keys-control') } };
}

/** Both, side by side; when one fails the other is waited for, so that nothing is still starting while the rest is stopped. */
async function together<A, B>(work: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  const [first, second] = await Promise.allSettled(work);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  return [first.value, second.value];
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
