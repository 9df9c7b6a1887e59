/** A temporary platform, the rounds of killed draws on it, and what is found afterwards. Short in CI, long by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@valira/db/embedded';
import { openStage } from '../../apps/api/src/demo/stage.ts';
import { clusterSecrets } from '../platform/data-folder.ts';
import { startTemporaryPlatform } from '../platform/temporary-platform.ts';
import { installCrashPoints } from './crash-points.ts';
import { type KilledDraw, playKilledDraw } from './killed-draw.ts';
import { bundleFindings, moneyFindings, openForLooking, procedureFindings, purchaseFindings } from './look-afterwards.ts';

export type Played = {
  readonly draws: readonly KilledDraw[];
  /** By what was looked at; empty lists are good. */
  readonly findings: Readonly<Record<'purchases' | 'money' | 'procedure' | 'bundle', readonly string[]>>;
};

export async function playRounds(rounds: number, say: (words: string) => void): Promise<Played> {
  const port = await freePort();
  const platform = await startTemporaryPlatform({ DATABASE_PORT: String(port) });
  try {
    const adminUrl = `postgres://postgres:${clusterSecrets(platform.dataDir, 'main').superuser}@127.0.0.1:${port}/valira`;
    const points = await installCrashPoints(adminUrl);
    const { url } = platform.now();
    const stage = await openStage(url, { players: 12, terminals: ['crash'] });
    const draws: KilledDraw[] = [];
    for (let round = 0; round < rounds; round += 1) draws.push(await playKilledDraw({ platform, points, stage, round, say }));
    await points.close();
    const database = openForLooking(adminUrl);
    const findings = {
      purchases: await purchaseFindings(database, draws),
      money: await moneyFindings(database, draws),
      procedure: await procedureFindings(database, draws),
      bundle: await bundleFindings(url, draws),
    };
    await database.close();
    return { draws, findings };
  } catch (error) {
    say(
      `the worker's last words:\n${readFileSync(join(platform.dataDir, 'log', 'worker.log'), 'utf8')
        .split('\n')
        .slice(-25)
        .join('\n')}`,
    );
    throw error;
  } finally {
    await platform.remove();
  }
}
