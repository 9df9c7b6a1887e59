/**
 * What is killed, as the kernel does it when memory runs out: SIGKILL, nothing said, nothing finished. The relay lives in the worker.
 * Redis comes back empty; `redis-emptied` stays up and forgets everything.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestRedis } from '../../apps/api/src/platform/jobs/testing/start-redis.ts';
import type { TemporaryPlatform } from '../platform/temporary-platform.ts';

const PROCESSES = ['api', 'worker', 'postgres-main', 'control', 'postgres-control'] as const;
const OF_REDIS = ['redis', 'redis-emptied'] as const;

export type Victim = (typeof PROCESSES)[number] | (typeof OF_REDIS)[number];

export type Victims = {
  readonly names: readonly Victim[];
  /** False when it is down already: then nothing was killed. Does not wait until it is back. */
  strike(victim: Victim): Promise<boolean>;
  /** Waits until it is up and can be struck. */
  standing(victim: Victim): Promise<void>;
  /** Strikes it, now or as soon as it is up. */
  kill(victim: Victim): Promise<void>;
};

const BACK_WITHIN_MS = 60_000;
/** As long as a supervisor would wait before its first try. */
const REDIS_AWAY_MS = 500;

export function openVictims(platform: TemporaryPlatform, redis: TestRedis | null): Victims {
  const killed = new Set<number>();
  let redisIsBack: Promise<void> | null = null;

  /** The process number, or 0 while it is down. */
  const standingProcess = (name: (typeof PROCESSES)[number]): number => {
    const { pid: supervisor, processes } = platform.now();
    const pid = processes[name];
    return pid && !killed.has(pid) && parentOf(pid) === supervisor ? pid : 0;
  };

  const strikeProcess = (name: (typeof PROCESSES)[number]): boolean => {
    const pid = standingProcess(name);
    if (pid === 0) return false;
    killed.add(pid);
    const backends = name.startsWith('postgres') ? childrenOf(pid) : [];
    for (const one of [pid, ...backends]) killAtOnce(one);
    return true;
  };

  const strikeRedis = async (victim: (typeof OF_REDIS)[number]): Promise<boolean> => {
    if (!redis || redisIsBack) return false;
    if (victim === 'redis-emptied') {
      await redis.empty();
      return true;
    }
    await redis.stop();
    redisIsBack = sleep(REDIS_AWAY_MS)
      .then(() => redis.start())
      .finally(() => {
        redisIsBack = null;
      });
    return true;
  };

  const strike = async (victim: Victim): Promise<boolean> =>
    victim === 'redis' || victim === 'redis-emptied' ? strikeRedis(victim) : strikeProcess(victim);

  const isStanding = (victim: Victim): boolean =>
    victim === 'redis' || victim === 'redis-emptied' ? redisIsBack === null : standingProcess(victim) !== 0;

  const standing = async (victim: Victim): Promise<void> => {
    const giveUpAt = performance.now() + BACK_WITHIN_MS;
    while (!isStanding(victim)) {
      if (performance.now() > giveUpAt) throw new Error(`${victim} was not up again within ${BACK_WITHIN_MS / 1000} s`);
      await sleep(20);
    }
  };

  return {
    names: redis ? [...PROCESSES, ...OF_REDIS] : PROCESSES,
    strike,
    standing,
    async kill(victim) {
      do await standing(victim);
      while (!(await strike(victim)));
    },
  };
}

function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** 0 when there is no such process. */
function parentOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return 0;
  }
}

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => parentOf(one) === pid);
