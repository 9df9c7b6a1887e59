/** What the benches of the money path stand on: a durable PostgreSQL of their own, the town that buys, and API processes started as the platform does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MAIN_DATABASE, prepareDatabase } from '@valira/db/databases';
import { type Cluster, embeddedBinaries, freePort, startCluster } from '@valira/db/embedded';
import { migrate } from '@valira/db/migrate';
import { expectOk } from '@valira/outcome';
import postgres from 'postgres';
import { NODE_FLAGS } from '../../scripts/platform/node-flags.ts';
import { buildTown, type Town } from './town.ts';

export type BenchStage = {
  readonly root: string;
  readonly folder: string;
  readonly cluster: Cluster;
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly owner: postgres.Sql;
  readonly town: Town;
  readonly port: number;
  readonly env: NodeJS.ProcessEnv & { readonly KEYS_DIR: string };
  /** Runs the file as an API process; returns when it answers. */
  startApi(file: string, flags?: readonly string[]): Promise<ChildProcess>;
  stopApi(api: ChildProcess): Promise<void>;
  end(): Promise<void>;
};

export async function openStage(): Promise<BenchStage> {
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  const folder = mkdtempSync(join(tmpdir(), 'valira-bench-'));
  chmodSync(folder, 0o755);
  const cluster = expectOk(
    await startCluster({
      dataDir: join(folder, 'postgres'),
      port: await freePort(),
      password: 'bench',
      binaries: expectOk(embeddedBinaries()),
      logFile: join(folder, 'postgres.log'),
      parameters: { fsync: 'on', synchronous_commit: 'on', shared_buffers: '1GB', max_wal_size: '4GB' },
    }),
  );
  const { ownerUrl, appUrl } = await prepareDatabase(cluster.adminUrl, MAIN_DATABASE, { owner: 'owner', application: 'application' });
  expectOk(await migrate(ownerUrl, MAIN_DATABASE));
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: appUrl,
    KEYS_DIR: join(folder, 'keys'),
    ARCHIVE_DIR: join(folder, 'archive'),
    INSTANTS_DIR: join(folder, 'instants'),
    PUBLIC_URL: `http://localhost:${port}`,
    API_PORT: String(port),
    METRICS_TOKEN: randomBytes(16).toString('hex'),
  };
  const town = await buildTown(appUrl, env.KEYS_DIR, env.PUBLIC_URL);
  const logFile = join(folder, 'api.log');
  return {
    root,
    folder,
    cluster,
    ownerUrl,
    appUrl,
    owner,
    town,
    port,
    env,
    async startApi(file, flags = []) {
      const log = openSync(logFile, 'a');
      const api = spawn(process.execPath, [...NODE_FLAGS, ...flags, file], { cwd: root, env, stdio: ['ignore', log, log] });
      for (let tries = 0; tries < 200; tries += 1) {
        if (api.exitCode !== null) break;
        const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
        if (answer) return api;
        await sleep(50);
      }
      throw new Error(`${file} did not come up:\n${readFileSync(logFile, 'utf8').slice(-2000)}`);
    },
    async stopApi(api) {
      const exited = once(api, 'exit');
      api.kill('SIGTERM');
      await exited;
    },
    async end() {
      await owner.end();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
