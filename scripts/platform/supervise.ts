/**
 * Keeps one process running: starts it, starts it again after a crash (waiting longer each time), and stops it within a bound.
 *
 * Each process has a session of its own, so that Ctrl-C in the terminal reaches the supervisor alone and it decides the order.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HEALTHY_AFTER_MS, restartDelayMs } from './backoff.ts';
import { NODE_FLAGS } from './node-flags.ts';

export type ProcessOptions = {
  readonly name: string;
  /** TypeScript file the pinned Node runs. */
  readonly file: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly logFile: string;
  readonly onCrash: (words: string) => void;
  /** Told the process number at each start. */
  readonly onStart: (pid: number) => void;
};

export type Supervised = {
  readonly name: string;
  /** Crashes since the process last ran well. */
  crashes(): number;
  lastWords(): string;
  /** SIGTERM, then SIGKILL after `graceMs`. */
  stop(graceMs: number): Promise<void>;
};

const PRELOAD = fileURLToPath(new URL('leave-with-parent.ts', import.meta.url));
const LOG_KEPT_BYTES = 20_000_000;

export function supervise(options: ProcessOptions): Supervised {
  const { name, file, env, cwd, logFile, onCrash, onStart } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  setAsideLongLog(logFile);
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let crashes = 0;

  const runOnce = async (): Promise<string> => {
    const log = openSync(logFile, 'a');
    const started = spawn(process.execPath, [...NODE_FLAGS, '--import', PRELOAD, file], {
      cwd,
      env,
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    });
    closeSync(log);
    child = started;
    if (started.pid !== undefined) onStart(started.pid);
    return new Promise((settle) => {
      started.once('error', (error) => settle(error.message));
      started.once('exit', (code, signal) => settle(signal ?? `exit code ${code}`));
    });
  };

  const running = (async () => {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      const end = await runOnce();
      if (stopping.signal.aborted) return;
      crashes = performance.now() - startedAt > HEALTHY_AFTER_MS ? 1 : crashes + 1;
      const delayMs = restartDelayMs(crashes);
      onCrash(`${name} ended (${end}); starting it again in ${delayMs / 1000} s. Log: ${logFile}`);
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();

  return {
    name,
    crashes: () => crashes,
    lastWords: () => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-12).join('\n'),
    async stop(graceMs) {
      stopping.abort();
      child?.kill('SIGTERM');
      const stopped = await Promise.race([running.then(() => true), sleep(graceMs, false, { ref: false })]);
      if (!stopped) {
        child?.kill('SIGKILL');
        await running;
      }
    },
  };
}

function setAsideLongLog(logFile: string): void {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_KEPT_BYTES) renameSync(logFile, `${logFile}.1`);
}
