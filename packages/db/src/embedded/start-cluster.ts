/**
 * Starts a PostgreSQL cluster of the platform's own: makes it on first use, starts it, and says in words a person can act on
 * why it cannot.
 *
 * The server gets a session of its own, so that Ctrl-C in a terminal reaches the supervisor alone and the database stops last.
 * Durable by default: fsync and synchronous_commit stay on. A server left behind by a supervisor that was killed is stopped
 * first; what it had committed is there after the start.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Outcome, ok, type Refusal, refuse } from '@valira/outcome';
import type { PostgresBinaries } from './binaries.ts';
import { isPortFree } from './ports.ts';
import { isAlive, readPostmaster, runningPostmaster } from './postmaster-file.ts';
import { type ServerUser, serverUser, unreachableFolder } from './server-user.ts';

export type ClusterOptions = {
  readonly dataDir: string;
  readonly port: number;
  /** Password of the superuser `postgres`; fixed when the cluster is made. */
  readonly password: string;
  readonly binaries: PostgresBinaries;
  /** File the server's own log is appended to. */
  readonly logFile: string;
  /** Further server parameters, e.g. `{ shared_buffers: '1GB' }`. */
  readonly parameters?: Readonly<Record<string, string>>;
};

export type Cluster = {
  readonly port: number;
  readonly pid: number;
  /** Superuser URL of the maintenance database. */
  readonly adminUrl: string;
  /** Settles when the server has gone, asked or not. */
  readonly exited: Promise<void>;
  /** Ends sessions, writes a checkpoint and stops: a fast shutdown. */
  stop(): Promise<void>;
};

export type ClusterRefusal =
  | 'port_taken'
  | 'folder_not_reachable'
  | 'disk_full'
  | 'server_user_missing'
  | 'cluster_version'
  | 'binaries_not_runnable'
  | 'start_failed';

/** From this version on PostgreSQL brings the locale itself: text sorts alike on every operating system. */
const BUILTIN_LOCALES = 17;

const NEW_CLUSTER_MB = 1000;
const RUNNING_MB = 300;
const RECOVERY_LIMIT_MS = 10 * 60_000;
const STOP_LIMIT_MS = 20_000;

export async function startCluster(options: ClusterOptions): Promise<Outcome<Cluster, ClusterRefusal>> {
  const dataDir = resolve(options.dataDir);
  const user = serverUser();
  if (!user.ok) return user;
  mkdirSync(dirname(dataDir), { recursive: true });
  mkdirSync(dirname(resolve(options.logFile)), { recursive: true });
  if (user.value) {
    for (const path of [dirname(dataDir), options.binaries.folder]) {
      const folder = unreachableFolder(path, user.value);
      if (folder) return refuse('folder_not_reachable', { facts: { folder, path, user: user.value.name } });
    }
  }
  const version = majorVersion(options.binaries);
  if (!version.ok) return version;
  const exists = existsSync(join(dataDir, 'PG_VERSION'));
  const { bavail, bsize } = await statfs(dirname(dataDir));
  const freeMb = Math.floor((bavail * bsize) / 1_000_000);
  const neededMb = exists ? RUNNING_MB : NEW_CLUSTER_MB;
  if (freeMb < neededMb) return refuse('disk_full', { facts: { folder: dirname(dataDir), freeMb, neededMb } });
  if (exists) {
    const theirs = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
    if (theirs !== String(version.value)) {
      return refuse('cluster_version', { facts: { folder: dataDir, cluster: theirs, server: version.value } });
    }
    await stopLeftover(dataDir);
  }
  if (!(await isPortFree(options.port))) return refuse('port_taken', { facts: { port: options.port } });
  if (!exists) makeCluster(options, dataDir, user.value, version.value);
  return launch(options, dataDir, user.value);
}

/** What to tell the person who started the platform. `portSetting` is the setting that moves the port. */
export function clusterProblem(refusal: Refusal<ClusterRefusal | 'binaries_missing'>, portSetting: string): string {
  const { facts } = refusal;
  switch (refusal.code) {
    case 'port_taken':
      return `Port ${facts.port} is taken by another program. Stop it, or set ${portSetting} to a free port.`;
    case 'folder_not_reachable':
      return `The database server runs as user ${facts.user} and cannot pass through ${facts.folder} on the way to ${facts.path}. Run "chmod o+x ${facts.folder}", set DATA_DIR to another folder, or do not start as root.`;
    case 'disk_full':
      return `${facts.folder} has ${facts.freeMb} MB of free disk space; the database needs ${facts.neededMb} MB. Free some, or set DATA_DIR to another disk.`;
    case 'server_user_missing':
      return `PostgreSQL does not run as root, and the user "${facts.user}" for it could not be created. Create it, or do not start as root.`;
    case 'cluster_version':
      return `${facts.folder} belongs to PostgreSQL ${facts.cluster}, this platform brings ${facts.server}. Upgrade it with pg_upgrade, or set DATA_DIR to another folder.`;
    case 'binaries_not_runnable':
      return `The PostgreSQL in ${facts.folder} does not run on this machine (${facts.words}). Set DATABASE_URL and CONTROL_DATABASE_URL to servers of your own.`;
    case 'binaries_missing':
      return `No PostgreSQL comes with the platform for ${facts.machine}. Set DATABASE_URL and CONTROL_DATABASE_URL to servers of your own.`;
    case 'start_failed':
      return `PostgreSQL did not start. Its last words: ${facts.words}`;
  }
}

function majorVersion(binaries: PostgresBinaries): Outcome<number, 'binaries_not_runnable'> {
  try {
    const words = execFileSync(join(binaries.folder, 'postgres'), ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return ok(Number(/\) (\d+)/.exec(words)?.[1]));
  } catch (error) {
    return refuse('binaries_not_runnable', {
      facts: { folder: binaries.folder, words: error instanceof Error ? error.message : String(error) },
    });
  }
}

/** Made beside its place and moved there when complete, so that an interrupted first start leaves no half cluster behind. */
function makeCluster({ binaries, password }: ClusterOptions, dataDir: string, user: ServerUser | undefined, version: number): void {
  const unfinished = `${dataDir}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const secretDir = mkdtempSync(join(tmpdir(), 'valira-'));
  try {
    const secret = join(secretDir, 'password');
    writeFileSync(secret, password, { mode: 0o600 });
    if (user) for (const path of [unfinished, secretDir, secret]) chownSync(path, user.uid, user.gid);
    execFileSync(
      join(binaries.folder, 'initdb'),
      [
        '-D',
        unfinished,
        '-U',
        'postgres',
        '--auth=scram-sha-256',
        `--pwfile=${secret}`,
        '--encoding=UTF8',
        '--data-checksums',
        ...(version >= BUILTIN_LOCALES ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : ['--locale=C.UTF-8']),
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], ...(user && { uid: user.uid, gid: user.gid }) },
    );
  } finally {
    rmSync(secretDir, { recursive: true, force: true });
  }
  renameSync(unfinished, dataDir);
}

async function launch(options: ClusterOptions, dataDir: string, user: ServerUser | undefined): Promise<Outcome<Cluster, ClusterRefusal>> {
  const parameters = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...options.parameters,
  };
  const giveUpAt = performance.now() + STOP_LIMIT_MS;
  for (;;) {
    const log = openSync(options.logFile, 'a');
    const child = spawn(
      join(options.binaries.folder, 'postgres'),
      ['-D', dataDir, '-p', String(options.port), ...Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { stdio: ['ignore', log, log], detached: true, cwd: dirname(dataDir), ...(user && { uid: user.uid, gid: user.gid }) },
    );
    closeSync(log);
    const exited = new Promise<void>((settle) => {
      child.once('exit', () => settle());
      child.once('error', () => settle());
    });
    if (await becomesReady(child, dataDir)) return ok(running(child, exited, options));
    const words = lastWords(options.logFile);
    // After a kill -9 the old server's backends hold its shared memory until they notice.
    if (!/shared memory block/.test(words) || performance.now() > giveUpAt) return refuse('start_failed', { facts: { words } });
    await sleep(200);
  }
}

async function becomesReady(child: ChildProcess, dataDir: string): Promise<boolean> {
  const giveUpAt = performance.now() + RECOVERY_LIMIT_MS;
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null && performance.now() < giveUpAt) {
    const postmaster = readPostmaster(dataDir);
    if (postmaster?.pid === child.pid && postmaster.ready) return true;
    await sleep(10);
  }
  child.kill('SIGQUIT');
  return false;
}

function running(child: ChildProcess, exited: Promise<void>, { port, password }: ClusterOptions): Cluster {
  const pid = child.pid ?? 0;
  return {
    port,
    pid,
    adminUrl: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    exited,
    async stop() {
      child.kill('SIGINT');
      const stopped = await Promise.race([exited.then(() => true), sleep(STOP_LIMIT_MS, false, { ref: false })]);
      if (!stopped) {
        child.kill('SIGQUIT');
        await exited;
      }
    },
  };
}

async function stopLeftover(dataDir: string): Promise<void> {
  const leftover = runningPostmaster(dataDir);
  if (!leftover) {
    // A process number in the file that now belongs to another program would keep the server from starting.
    const recorded = readPostmaster(dataDir);
    if (recorded && isAlive(recorded.pid)) rmSync(join(dataDir, 'postmaster.pid'));
    return;
  }
  process.kill(leftover.pid, 'SIGINT');
  const giveUpAt = performance.now() + STOP_LIMIT_MS;
  while (isAlive(leftover.pid)) {
    if (performance.now() > giveUpAt) process.kill(leftover.pid, 'SIGQUIT');
    await sleep(20);
  }
}

function lastWords(logFile: string): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-3).join(' ');
}
