/** A temporary platform, what is done to it, and what is found afterwards. Short in CI, long by hand. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@valira/db';
import { CONTROL_DATABASE, MAIN_DATABASE } from '@valira/db/databases';
import { freePort } from '@valira/db/embedded';
import { openStage } from '../../apps/api/src/demo/stage.ts';
import { startRedis, type TestRedis } from '../../apps/api/src/platform/jobs/testing/start-redis.ts';
import { clusterSecrets } from '../platform/data-folder.ts';
import { startTemporaryPlatform } from '../platform/temporary-platform.ts';
import { restFindings } from './come-to-rest.ts';
import { installCrashPoints } from './crash-points.ts';
import type { Happened } from './happened.ts';
import { playKilledDraw } from './killed-draw.ts';
import {
  bundleFindings,
  cancellationFindings,
  controlFindings,
  moneyFindings,
  procedureFindings,
  purchaseFindings,
} from './look-afterwards.ts';
import { playStorm } from './storm.ts';
import { openVictims } from './victims.ts';

export type CrashPlan = {
  /** Draws that are killed at each step. */
  readonly rounds: number;
  /** Kills at random moments, and the draws that go on meanwhile. */
  readonly storm: { readonly kills: number; readonly draws: number };
  readonly seed: number;
  readonly say: (words: string) => void;
};

export type Played = {
  readonly rounds: readonly Happened[];
  readonly storm: Happened;
  /** By what was looked at; empty lists are good. */
  readonly findings: Readonly<
    Record<'purchases' | 'cancellations' | 'money' | 'procedure' | 'control' | 'bundle' | 'rest', readonly string[]>
  >;
};

const CONNECTIONS = 2;

/** Null where the program is missing: the platform then keeps its queue in the main database. */
async function redisOfItsOwn(say: CrashPlan['say']): Promise<TestRedis | null> {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
  } catch {
    say('redis-server is not installed: the queue is in the main database, and Redis is no victim');
    return null;
  }
  return startRedis();
}

export async function playCrashes({ rounds: many, storm: { kills, draws }, seed, say }: CrashPlan): Promise<Played> {
  const redis = await redisOfItsOwn(say);
  const [port, controlPort] = [await freePort(), await freePort()];
  const platform = await startTemporaryPlatform({
    DATABASE_PORT: String(port),
    CONTROL_DATABASE_PORT: String(controlPort),
    ...(redis && { REDIS_URL: redis.url }),
  });
  const adminUrl = (cluster: 'main' | 'control', at: number, database: string) =>
    `postgres://postgres:${clusterSecrets(platform.dataDir, cluster).superuser}@127.0.0.1:${at}/${database}`;
  try {
    const mainUrl = adminUrl('main', port, MAIN_DATABASE.database);
    const victims = openVictims(platform, redis);
    const points = await installCrashPoints(mainUrl);
    const { url } = platform.now();
    const stage = await openStage(url, { players: 12, terminals: ['crash', 'crash-2'] });
    const rounds: Happened[] = [];
    for (let round = 0; round < many; round += 1) rounds.push(await playKilledDraw({ victims, points, stage, round, say }));
    await points.close();
    say(`kills at random moments, seed ${seed}`);
    const storm = await playStorm({ victims, stage, seed, kills, draws, say });

    const main = openDatabase(mainUrl, { name: 'crash test', connections: CONNECTIONS });
    const control = openDatabase(adminUrl('control', controlPort, CONTROL_DATABASE.database), { name: 'crash test', connections: 1 });
    const happened = [...rounds, storm];
    const findings = {
      rest: await restFindings(main.sql, control.sql),
      purchases: await purchaseFindings(main, happened),
      cancellations: await cancellationFindings(main, happened),
      money: await moneyFindings(main, happened),
      procedure: await procedureFindings(main, happened),
      control: await controlFindings(main, control.sql, happened),
      bundle: await bundleFindings(url, happened),
    };
    await Promise.all([main.close(), control.close()]);
    return { rounds, storm, findings };
  } catch (error) {
    for (const words of await locks(adminUrl('main', port, MAIN_DATABASE.database)).catch(() => [])) say(words);
    for (const name of ['worker', 'api', 'control'])
      say(`last words of ${name}:\n${lastLines(join(platform.dataDir, 'log', `${name}.log`))}`);
    throw error;
  } finally {
    await platform.remove();
    await redis?.stop();
  }
}

/** Why each locked contest is locked, in the platform's own words. */
async function locks(mainUrl: string): Promise<string[]> {
  const { sql, close } = openDatabase(mainUrl, { name: 'crash test', connections: 1 });
  const rows = await sql<{ id: string; step: string; facts: string }[]>`
    SELECT c.id, s.step, s.facts::text AS facts FROM contest c JOIN contest_step s ON s.contest_id = c.id
    WHERE c.state = 'locked' ORDER BY s.seq DESC LIMIT 5`.finally(close);
  return rows.map(({ id, step, facts }) => `contest ${id} is locked: ${step} ${facts}`);
}

const lastLines = (file: string): string => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-20).join('\n');
