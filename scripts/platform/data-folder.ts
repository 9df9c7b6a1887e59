/** The folder of everything the platform keeps on this machine, used by one platform at a time. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStartError } from './progress.ts';

/** A running platform, as other commands find it. */
export type RunningPlatform = {
  readonly pid: number;
  readonly url: string;
  readonly controlUrl: string;
  readonly dataDir: string;
  /** Process numbers by name: `api`, `worker`, `control`, `postgres-main`, `postgres-control`. */
  readonly processes: Readonly<Record<string, number>>;
};

/** Passwords of the embedded clusters, made on first use and readable by their owner alone. */
export type ClusterSecrets = { readonly superuser: string; readonly owner: string; readonly application: string };

const claimFile = (dataDir: string) => join(dataDir, 'supervisor.pid');
const runningFile = (dataDir: string) => join(dataDir, 'platform.json');

/** Takes the folder for this process, or says who has it. */
export function claimDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const file = claimFile(dataDir);
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  if (holder && holder !== process.pid && isSupervisor(holder)) {
    throw new CannotStartError(
      `The platform already runs on ${dataDir} (process ${holder}). Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  rmSync(runningFile(dataDir), { force: true });
  writeFileSync(file, String(process.pid));
}

export function releaseDataFolder(dataDir: string): void {
  rmSync(runningFile(dataDir), { force: true });
  rmSync(claimFile(dataDir), { force: true });
}

export function announce(platform: RunningPlatform): void {
  const file = runningFile(platform.dataDir);
  writeFileSync(`${file}.new`, JSON.stringify(platform, null, 2));
  renameSync(`${file}.new`, file);
}

/** The platform that runs on this folder, if one does. */
export function runningPlatform(dataDir: string): RunningPlatform | undefined {
  const file = runningFile(dataDir);
  if (!existsSync(file)) return undefined;
  const platform: RunningPlatform = JSON.parse(readFileSync(file, 'utf8'));
  return isSupervisor(platform.pid) ? platform : undefined;
}

export function clusterSecrets(dataDir: string, cluster: string): ClusterSecrets {
  const file = join(dataDir, `${cluster}.secrets.json`);
  if (!existsSync(file)) {
    const password = () => randomBytes(24).toString('base64url');
    const made: ClusterSecrets = { superuser: password(), owner: password(), application: password() };
    writeFileSync(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Process numbers are used again, so the number alone proves nothing where the system tells what it runs. */
function isSupervisor(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const file = `/proc/${pid}/cmdline`;
  return process.platform !== 'linux' || (existsSync(file) && readFileSync(file, 'utf8').includes('platform.ts'));
}
