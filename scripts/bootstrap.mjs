/**
 * What a bare machine needs before TypeScript can run: checks it, installs the pinned Node and the dependencies, and starts a
 * program on that Node. Uses nothing but Node 20 and npm.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export const pinnedNode = join(root, 'node_modules', '.bin', 'node');

const INSTALL_MB = 2500;
const OLDEST_NODE = 20;
const STAMP = join(root, 'node_modules', '.valira-installed');

/** Ends the process with words instead of a stack. */
export function giveUp(words) {
  console.error(`\n${words}\n`);
  process.exit(1);
}

export function checkMachine() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) giveUp(`Node ${process.versions.node} is too old: Node ${OLDEST_NODE} or later is needed to start.`);
  if (process.getuid?.() === 0 && !process.env.DATABASE_URL) {
    const closed = closedFolder(root);
    if (closed) {
      giveUp(
        `The database server runs as user postgres and cannot pass through ${closed} on the way to ${root}.\n` +
          `Run "chmod o+x ${closed}", move the checkout, set DATABASE_URL, or do not start as root.`,
      );
    }
  }
}

/** The outermost folder that only its owner may pass through; as root the database server is another user. */
function closedFolder(path) {
  const above = dirname(path) === path ? undefined : closedFolder(dirname(path));
  return above ?? ((statSync(path).mode & 0o001) === 0 ? path : undefined);
}

/** Installs what the lock file names; does nothing when that was done before. */
export async function install() {
  const wanted = wantedInstall();
  if (existsSync(pinnedNode) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  const { bavail, bsize } = statfsSync(root);
  const freeMb = Math.floor((bavail * bsize) / 1_000_000);
  if (freeMb < INSTALL_MB) giveUp(`${root} has ${freeMb} MB of free disk space; installing needs ${INSTALL_MB} MB.`);
  console.log('Installing dependencies and the pinned Node (about 40 s the first time) …');
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const status = await run('npx', ['-y', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'], {
    quiet: true,
    env: { ...process.env, NPM_CONFIG_UPDATE_NOTIFIER: 'false' },
  });
  if (status !== 0) giveUp('The dependencies could not be installed. The lines above say why; the npm registry must be reachable.');
  writeFileSync(STAMP, wanted);
}

function wantedInstall() {
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'];
  for (const folder of ['apps', 'packages']) {
    for (const name of readdirSync(join(root, folder)).sort()) files.push(join(folder, name, 'package.json'));
  }
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of files) if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Runs a program in the root folder to its end; `quiet` shows what it said only when it fails. */
export function run(program, args, { quiet = false, env = process.env } = {}) {
  return new Promise((settle) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'] });
    const said = [];
    child.stdout?.on('data', (part) => said.push(part));
    child.stderr?.on('data', (part) => said.push(part));
    child.once('error', (error) => {
      console.error(`${program}: ${error.message}`);
      settle(127);
    });
    child.once('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(said));
      settle(code ?? 1);
    });
  });
}

/** PATH on which `node` is the pinned one and the tools of the workspace are found. */
export function toolEnv(extra = {}) {
  return { ...process.env, PATH: `${dirname(pinnedNode)}:${process.env.PATH ?? ''}`, ...extra };
}

/**
 * Becomes the program: passes signals on and ends as it ends. The program gets a session of its own, so that Ctrl-C reaches it
 * once, through here, and it notices through the channel when this process is killed.
 */
export function become(args, env = process.env) {
  const child = spawn(pinnedNode, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: true });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
  // npm passes SIGTERM to its shell, which dies without passing it on: the change of parent is all that shows here.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref();
  }
}
