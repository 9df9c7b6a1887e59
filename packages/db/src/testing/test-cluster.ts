/**
 * A throw-away cluster for tests, in the temporary folder. It does not wait for the disk, because nobody will miss it: tests of
 * durability start the real one. A cluster whose test run was killed is stopped and removed by the next run.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectOk } from '@valira/outcome';
import { embeddedBinaries, type PostgresBinaries } from '../embedded/binaries.ts';
import { freePort } from '../embedded/ports.ts';
import { isAlive, runningPostmaster } from '../embedded/postmaster-file.ts';
import { clusterProblem, startCluster } from '../embedded/start-cluster.ts';

export type TestCluster = { readonly adminUrl: string; remove(): Promise<void> };

const PREFIX = 'valira-test-cluster-';
const ATTEMPTS = 3;

/** Starts a cluster on a free port, with the platform's own PostgreSQL unless told another. */
export async function startTestCluster(binaries: PostgresBinaries = expectOk(embeddedBinaries())): Promise<TestCluster> {
  await removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o755);
  for (let attempt = 1; ; attempt += 1) {
    const started = await startCluster({
      dataDir: join(folder, 'cluster'),
      port: await freePort(),
      password: 'test',
      binaries,
      logFile: join(folder, 'log'),
      parameters: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '256MB', max_wal_size: '2GB' },
    });
    if (started.ok) {
      const cluster = started.value;
      return {
        adminUrl: cluster.adminUrl,
        async remove() {
          await cluster.stop();
          rmSync(folder, { recursive: true, force: true });
        },
      };
    }
    if (started.code !== 'port_taken' || attempt === ATTEMPTS) {
      rmSync(folder, { recursive: true, force: true });
      throw new Error(clusterProblem(started, 'TEST_DATABASE_URL'));
    }
  }
}

async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX) || isAlive(Number(name.slice(PREFIX.length).split('-')[0]))) continue;
    const folder = join(tmpdir(), name);
    const server = runningPostmaster(join(folder, 'cluster'));
    if (server) {
      process.kill(server.pid, 'SIGQUIT');
      while (isAlive(server.pid)) await sleep(20);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
