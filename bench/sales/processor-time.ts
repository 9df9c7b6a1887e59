/** Processor time a process and its children have used, from Linux's /proc; zero elsewhere. What a busy machine does not change. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

type Stat = { readonly parent: number; readonly ownMs: number; readonly endedChildrenMs: number };

function statOf(pid: number | string): Stat | undefined {
  try {
    // After the program's name in brackets, which may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const at = (field: number) => Number(fields[field - 3]);
    return { parent: at(4), ownMs: (at(14) + at(15)) * TICK_MS, endedChildrenMs: (at(16) + at(17)) * TICK_MS };
  } catch {
    return undefined;
  }
}

/** Milliseconds used so far by the process, its children that ended, and its children that run. */
export function processorMs(pid: number): number {
  const own = statOf(pid);
  if (!own || !existsSync('/proc')) return 0;
  let sum = own.ownMs + own.endedChildrenMs;
  for (const other of readdirSync('/proc')) {
    const stat = /^\d+$/.test(other) ? statOf(other) : undefined;
    if (stat?.parent === pid) sum += stat.ownMs;
  }
  return sum;
}
