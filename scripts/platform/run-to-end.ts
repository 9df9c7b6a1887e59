/** Runs a program that has an end (a build, the seed), its words in a log; throws its last words when it fails. */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CannotStartError } from './progress.ts';

export type Errand = {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly logFile: string;
  readonly signal: AbortSignal;
  readonly env?: Readonly<Record<string, string | undefined>>;
};

export async function runToEnd({ program, args, cwd, logFile, signal, env = process.env }: Errand): Promise<void> {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'w');
  const child = spawn(program, args, { cwd, env, signal, stdio: ['ignore', log, log] });
  closeSync(log);
  const end = await new Promise<string | undefined>((settle) => {
    child.once('error', (error) => settle(error.message));
    child.once('exit', (code, signal) => settle(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
  if (end)
    throw new CannotStartError(
      `${args.join(' ')} failed (${end}):\n${readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20).join('\n')}`,
    );
}
