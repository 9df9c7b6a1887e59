/** The processes that are killed, as the kernel does it when memory runs out: SIGKILL, nothing said, nothing finished. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TemporaryPlatform } from '../platform/temporary-platform.ts';

export const VICTIMS = ['api', 'worker', 'postgres-main'] as const;
export type Victim = (typeof VICTIMS)[number];

const BACK_WITHIN_MS = 60_000;

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
}

function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Kills the process; of the database the postmaster and every child of it. Returns when the supervisor has started another. */
export async function kill(platform: TemporaryPlatform, victim: Victim): Promise<void> {
  const pid = platform.now().processes[victim];
  if (!pid) throw new Error(`the platform has no ${victim}`);
  const children = victim === 'postgres-main' ? childrenOf(pid) : [];
  for (const one of [pid, ...children]) killAtOnce(one);
  const giveUpAt = performance.now() + BACK_WITHIN_MS;
  while (platform.now().processes[victim] === pid) {
    if (performance.now() > giveUpAt) throw new Error(`${victim} was not started again within ${BACK_WITHIN_MS / 1000} s`);
    await sleep(20);
  }
}
