/**
 * Kills one victim after another at random moments, whatever the others are doing. Victims come as from a shuffled pack, so that none is
 * spared for long. The seed gives the same order and the same distances.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { seededBelow } from '../../packages/games/src/testing/seeded-below.ts';
import type { Kill } from './happened.ts';
import type { Victims } from './victims.ts';

export type Killing = {
  readonly kills: readonly Kill[];
  /** Ends when all kills are done. */
  readonly over: Promise<void>;
  stop(): Promise<void>;
};

export type KillingPlan = {
  readonly victims: Victims;
  readonly seed: number;
  readonly count: number;
  readonly say: (words: string) => void;
};

const SHORTEST_MS = 200;
const LONGEST_MS = 3_000;

/** A pack in the order in which it is dealt, without end; one that is down when its turn comes stays on top for the next time. */
function dealer({ names, strike }: Victims, below: (bound: bigint) => bigint): () => Promise<Kill['victim'] | null> {
  const pack: Kill['victim'][] = [];
  const shuffled = () =>
    names
      .map((name) => ({ name, order: below(1n << 32n) }))
      .sort((a, b) => (a.order < b.order ? -1 : 1))
      .map(({ name }) => name);
  return async () => {
    if (pack.length < names.length) pack.push(...shuffled());
    for (const [at, victim] of pack.entries()) {
      if (!(await strike(victim))) continue;
      pack.splice(at, 1);
      return victim;
    }
    return null;
  };
}

export function killAtRandom({ victims, seed, count, say }: KillingPlan): Killing {
  const below = seededBelow(seed);
  const strikeNext = dealer(victims, below);
  const stopping = new AbortController();
  const kills: Kill[] = [];
  const began = performance.now();
  const over = (async () => {
    while (kills.length < count && !stopping.signal.aborted) {
      const waitMs = SHORTEST_MS + Number(below(BigInt(LONGEST_MS - SHORTEST_MS + 1)));
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      const victim = stopping.signal.aborted ? null : await strikeNext();
      if (!victim) continue;
      const moment = `${((performance.now() - began) / 1000).toFixed(1)} s`;
      kills.push({ moment, victim });
      say(`${moment}: ${victim} killed`);
    }
  })();
  return {
    kills,
    over,
    async stop() {
      stopping.abort();
      await over;
    },
  };
}
