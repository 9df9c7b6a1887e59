import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectOk } from '@valira/outcome';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedBinaries } from './binaries.ts';
import { freePort } from './ports.ts';
import { serverUser, unreachableFolder } from './server-user.ts';
import { type ClusterOptions, clusterProblem, startCluster } from './start-cluster.ts';

let folder: string;
let options: ClusterOptions;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'valira-embedded-'));
  chmodSync(folder, 0o755);
  options = {
    dataDir: join(folder, 'main'),
    port: await freePort(),
    password: "pass'word",
    binaries: expectOk(embeddedBinaries()),
    logFile: join(folder, 'log', 'main.log'),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query(adminUrl: string, text: string): Promise<unknown> {
  const sql = postgres(adminUrl, { max: 1 });
  try {
    return (await sql.unsafe(text))[0];
  } finally {
    await sql.end();
  }
}

describe('an embedded cluster', () => {
  it('is durable, asks for its password, listens on the loopback address, and keeps its rows over a stop', async () => {
    const first = expectOk(await startCluster(options));
    expect(
      await query(
        first.adminUrl,
        `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits,
                current_setting('listen_addresses') AS listens, current_setting('data_checksums') AS checksums`,
      ),
    ).toEqual({ fsync: 'on', commits: 'on', listens: '127.0.0.1', checksums: 'on' });
    await expect(query(first.adminUrl.replace('pass', 'other'), 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    await query(first.adminUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await first.exited;
    const second = expectOk(await startCluster(options));
    expect(await query(second.adminUrl, 'SELECT answer FROM kept')).toEqual({ answer: 42 });
    await second.stop();
  }, 60_000);

  it('starts again at once after its server was killed, with every committed row', async () => {
    const first = expectOk(await startCluster(options));
    await query(first.adminUrl, 'CREATE TABLE committed AS SELECT generate_series(1, 1000) AS n');
    const idle = postgres(first.adminUrl, { max: 5, idle_timeout: 0 });
    await Promise.all([1, 2, 3, 4, 5].map(() => idle`SELECT pg_sleep(0.05)`));
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const second = expectOk(await startCluster(options));
    expect(await query(second.adminUrl, 'SELECT count(*)::int AS rows FROM committed')).toEqual({ rows: 1000 });
    await idle.end({ timeout: 0 });
    await second.stop();
  }, 60_000);

  it('stops a server left behind by a killed supervisor and takes over its folder and port', async () => {
    const left = expectOk(await startCluster(options));
    const taken = expectOk(await startCluster(options));
    await left.exited;
    expect(taken.pid).not.toBe(left.pid);
    await taken.stop();
  }, 60_000);

  it('starts although its process number now belongs to another program', async () => {
    writeFileSync(join(options.dataDir, 'postmaster.pid'), `${process.ppid}\n${options.dataDir}\n`);
    const started = expectOk(await startCluster(options));
    await started.stop();
  }, 60_000);

  it('says which port is taken and which setting moves it', async () => {
    const other = createServer().listen(options.port, '127.0.0.1');
    await new Promise((settle) => other.once('listening', settle));
    const refused = await startCluster(options);
    expect(refused).toMatchObject({ ok: false, code: 'port_taken', facts: { port: options.port } });
    if (!refused.ok) expect(clusterProblem(refused, 'DATABASE_PORT')).toMatch(/Stop it, or set DATABASE_PORT to a free port/);
    await new Promise((settle) => other.close(settle));
  });

  it('says that a cluster belongs to another version', async () => {
    const older = join(folder, 'older');
    mkdirSync(older);
    writeFileSync(join(older, 'PG_VERSION'), '15\n');
    expect(await startCluster({ ...options, dataDir: older })).toMatchObject({
      code: 'cluster_version',
      facts: { cluster: '15', server: 18 },
    });
  });

  it('says that its programs do not run on this machine', async () => {
    const folder = join(options.dataDir, '..', 'no-programs');
    expect(await startCluster({ ...options, binaries: { folder } })).toMatchObject({ code: 'binaries_not_runnable', facts: { folder } });
  });

  it('makes the cluster anew when its first start was interrupted', async () => {
    const dataDir = join(folder, 'interrupted');
    mkdirSync(join(`${dataDir}.new`, 'base'), { recursive: true });
    writeFileSync(join(`${dataDir}.new`, 'PG_VERSION'), '18\n');
    const started = expectOk(await startCluster({ ...options, dataDir }));
    expect(await query(started.adminUrl, 'SELECT 1 AS one')).toEqual({ one: 1 });
    await started.stop();
  }, 60_000);

  it('names the folder that its server user may not pass through', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(join(closed, 'inner'), { recursive: true });
    chmodSync(closed, 0o700);
    expect(unreachableFolder(join(closed, 'inner', 'not-yet'), { uid: 4_000_000, gid: 4_000_000 })).toBe(closed);
    chmodSync(closed, 0o711);
    expect(unreachableFolder(join(closed, 'inner'), { uid: 4_000_000, gid: 4_000_000 })).toBeUndefined();
    chmodSync(closed, 0o700);
    const refused = await startCluster({ ...options, dataDir: join(closed, 'main') });
    const asRoot = expectOk(serverUser()) !== undefined;
    if (refused.ok) await refused.value.stop();
    expect(refused.ok ? 'started' : refused.code).toBe(asRoot ? 'folder_not_reachable' : 'started');
  }, 60_000);
});
