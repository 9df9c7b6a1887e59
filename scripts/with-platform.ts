/** `with-platform.ts <folder> <program> <arguments…>`: runs a program of that folder against a platform that lives as long as it. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { startTemporaryPlatform } from './platform/temporary-platform.ts';

const [folder = '.', program = '', ...args] = process.argv.slice(2);
const cwd = resolve(folder);
const platform = await startTemporaryPlatform();
const { url } = platform.now();
const child = spawn(join(cwd, 'node_modules', '.bin', program), args, {
  cwd,
  env: { ...process.env, PLATFORM_URL: url, DATA_DIR: platform.dataDir },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const status = await new Promise<number>((settle) => {
  child.once('error', (error) => {
    console.error(error.message);
    settle(127);
  });
  child.once('exit', (code) => settle(code ?? 1));
});
await platform.remove();
process.exit(status);
