/** Plays the demo through the platform that runs, or through one of its own that ends with it. Exits as the demo does. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningPlatform, runningPlatform } from './platform/data-folder.ts';
import { startTemporaryPlatform } from './platform/temporary-platform.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const envFile = join(root, '.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);

async function play({ url, dataDir }: RunningPlatform): Promise<number> {
  const demo = spawn(process.execPath, ['apps/api/src/demo.ts', ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, PLATFORM_URL: url, DATA_DIR: dataDir },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => demo.kill(signal));
  process.once('disconnect', () => demo.kill('SIGTERM'));
  return new Promise((settle) => demo.once('exit', (code) => settle(code ?? 1)));
}

const running = runningPlatform(resolve(root, process.env.DATA_DIR || '.data'));
if (running) {
  console.log(`Playing through the platform at ${running.url}.`);
  process.exit(await play(running));
}
console.log('No platform runs here: starting one for the demo …');
const platform = await startTemporaryPlatform();
const status = await play(platform.now());
await platform.remove();
process.exit(status);
