import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@valira/db/embedded';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTemporaryPlatform, type TemporaryPlatform } from './temporary-platform.ts';

let platform: TemporaryPlatform;

beforeAll(async () => {
  platform = await startTemporaryPlatform();
});
afterAll(() => platform?.remove());

const PROCESSES = ['api', 'worker', 'control', 'postgres-main', 'postgres-control'];

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const serves = async () => {
  const answers = await Promise.all(
    [platform.now().url, platform.now().controlUrl].map((url) =>
      fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );
  return answers.every(Boolean);
};

/** Starts a second supervisor with these settings and returns what it said and how it ended. */
async function startAnother(env: Record<string, string>): Promise<{ code: number | null; words: string }> {
  const child = spawn(process.execPath, ['scripts/platform.ts'], { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
  const [code] = await once(child, 'exit');
  return { code, words: Buffer.concat(said).toString() };
}

describe('the running platform', () => {
  it.each(PROCESSES)('serves again after %s was killed, on its own', async (name) => {
    const before = platform.now().processes[name] ?? 0;
    process.kill(before, 'SIGKILL');
    await expect.poll(() => platform.now().processes[name], { timeout: 30_000, interval: 50 }).not.toBe(before);
    await expect.poll(serves, { timeout: 30_000, interval: 100 }).toBe(true);
    expect(isAlive(before)).toBe(false);
  });

  it('refuses a second platform on its folder, and one on a taken port, in words', async () => {
    const folder = await startAnother({ DATA_DIR: platform.dataDir });
    expect(folder.code).toBe(1);
    expect(folder.words).toContain(`The platform already runs on ${platform.dataDir} (process ${platform.now().pid})`);
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    const refused = await startAnother({ DATA_DIR: `${platform.dataDir}/other`, API_PORT: port, CONTROL_PORT: String(await freePort()) });
    expect(refused.code).toBe(1);
    expect(refused.words).toContain(`Port ${port} is taken by another program. Stop it, or set API_PORT to a free port.`);
    await new Promise((settle) => taken.close(settle));
  });

  it('refuses wrong settings by name before anything starts', async () => {
    const refused = await startAnother({ DATA_DIR: `${platform.dataDir}/other`, API_PORT: 'eighty', LOG_LEVEL: 'loud' });
    expect(refused.code).toBe(1);
    expect(refused.words).toMatch(/These settings are wrong:\n {2}API_PORT is not a port number\n {2}LOG_LEVEL is none of/);
  });

  it('stops within ten seconds, leaves no process, and serves the same data ten seconds after the next start', async () => {
    const { processes } = platform.now();
    const stoppingAt = performance.now();
    expect(await platform.stop()).toBe(0);
    expect(performance.now() - stoppingAt).toBeLessThan(10_000);
    expect(Object.entries(processes).filter(([, pid]) => isAlive(pid))).toEqual([]);

    const startingAt = performance.now();
    await platform.start();
    expect(await serves()).toBe(true);
    expect(performance.now() - startingAt).toBeLessThan(10_000);
  });

  it('ends with a supervisor that is killed, and the next start takes over', async () => {
    const { pid, processes } = platform.now();
    process.kill(pid, 'SIGKILL');
    const ours = ['api', 'worker', 'control'].map((name) => processes[name] ?? 0);
    await expect.poll(() => ours.filter(isAlive), { timeout: 15_000 }).toEqual([]);
    await platform.start();
    expect(await serves()).toBe(true);
  });
});

describe('the supervisor told to stop while it starts', () => {
  it('leaves nothing running', async () => {
    const port = await freePort();
    const child = spawn(process.execPath, ['scripts/platform.ts'], {
      env: {
        ...process.env,
        DATA_DIR: `${platform.dataDir}/interrupted`,
        DATABASE_PORT: String(port),
        CONTROL_DATABASE_PORT: String(await freePort()),
        API_PORT: String(await freePort()),
        CONTROL_PORT: String(await freePort()),
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data');
    await sleep(500);
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    const sql = postgres(`postgres://nobody@127.0.0.1:${port}/postgres`, { max: 1, connect_timeout: 2 });
    await expect(sql`SELECT 1`).rejects.toThrow(/ECONNREFUSED/);
    await sql.end();
  });
});
