/** The supervisor: starts the platform, says where it is, and stops it cleanly on Ctrl-C. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig, settingProblems } from '@valira/config';
import { CannotStartError, showProgress } from './platform/progress.ts';
import { demoLogins, type Platform, startPlatform } from './platform/supervisor.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const progress = showProgress();
const asked = new AbortController();
let platform: Platform | undefined;
let askedAt = 0;

/** A terminal and npm may both pass the same Ctrl-C on; a second one that is meant comes later. */
const SAME_SIGNAL_MS = 2_000;

async function leave(): Promise<void> {
  if (asked.signal.aborted) {
    if (performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(1);
    return;
  }
  asked.abort();
  askedAt = performance.now();
  progress.say('\nStopping …');
  if (!platform) return;
  await platform.stop();
  progress.say(`Stopped in ${((performance.now() - askedAt) / 1000).toFixed(1)} s.`);
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void leave());
process.once('disconnect', () => void leave());

try {
  progress.say('Valira is starting.');
  const envFile = join(root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const loaded = loadConfig(process.env);
  if (!loaded.ok)
    throw new CannotStartError(
      `These settings are wrong:\n${settingProblems(loaded)
        .map((line) => `  ${line}`)
        .join('\n')}`,
    );
  const settings = loaded.value;
  const dataDir = resolve(root, settings.DATA_DIR);
  platform = await startPlatform({ root, dataDir, settings, progress, signal: asked.signal });
  progress.say(`\nValira is up after ${progress.elapsed()} s.\n`);
  for (const [words, path] of [
    ['Player shop', '/'],
    ['Shop terminal', '/terminal/'],
    ['Operator console', '/console'],
    ["Inspector's portal", '/inspector'],
    ['API description', '/v1/openapi.json'],
  ]) {
    progress.say(`  ${words?.padEnd(20)} ${platform.url}${path}`);
  }
  const logins = demoLogins(dataDir);
  if (logins.length > 0) {
    progress.say('\nDemo log-ins');
    const rows = logins.map(({ door, name, login, password }) => [door, name, login, password]);
    const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    for (const row of rows) progress.say(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`);
  }
  progress.say(`\nLogs are in ${join(dataDir, 'log')}. Ctrl-C stops everything.`);
} catch (error) {
  if (asked.signal.aborted) process.exit(0);
  if (!(error instanceof CannotStartError)) throw error;
  console.error(`\n${error.message}\n`);
  process.exit(1);
}
