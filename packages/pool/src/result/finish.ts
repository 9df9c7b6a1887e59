/**
 * A betting order of finish with dead heats, as the places that each runner holds.
 *
 * Runners that dead-heat hold the same run of places: in 7, then 4 and 2 level, then 5, runner 4 holds places 2 to 3.
 * A tuple wins an ordered bet when its i-th runner holds place i: each such tuple is one way of breaking the ties.
 * A coupled entry that finishes twice keeps its best finish; by the definition the others advance or the place stays used.
 */
import { emptySet, type RunnerSet, singleton, union } from '../ticket/runner-set.ts';

export type Finisher = { readonly runner: number; readonly from: number; readonly to: number };

export type Finish = {
  /** Best first; dead-heaters next to each other. Places count from 1. */
  readonly finishers: readonly Finisher[];
  /** First place that a runner holds; 0 for a runner that did not finish. */
  readonly from: (runner: number) => number;
  readonly to: (runner: number) => number;
  readonly holds: (runner: number, place: number) => boolean;
  /** Runners that hold at least one of the first `places` in some breaking of the ties. */
  readonly inFirst: (places: number) => RunnerSet;
};

export function readFinish(order: readonly (readonly number[])[], coupled: 'moves-up' | 'holds'): Finish {
  const seen = new Set<number>();
  const finishers: Finisher[] = [];
  const from = new Uint8Array(65);
  const to = new Uint8Array(65);
  let place = 1;
  for (const group of order) {
    const fresh = [...new Set(group)].filter((runner) => !seen.has(runner));
    const width = coupled === 'moves-up' ? fresh.length : group.length;
    for (const runner of fresh) {
      seen.add(runner);
      from[runner] = place;
      to[runner] = place + width - 1;
      finishers.push({ runner, from: place, to: place + width - 1 });
    }
    place += width;
  }
  return {
    finishers,
    from: (runner) => from[runner] ?? 0,
    to: (runner) => to[runner] ?? 0,
    holds: (runner, at) => (from[runner] ?? 0) <= at && at <= (to[runner] ?? 0) && (from[runner] ?? 0) > 0,
    inFirst: (places) =>
      finishers
        .filter((finisher) => finisher.from <= places)
        .map((finisher) => singleton(finisher.runner))
        .reduce(union, emptySet),
  };
}

/**
 * How many of the first `places` a set of runners can hold at once: all level finishers share the places of their run.
 * {2, 4} level on place 2 hold one of the first two places, not two.
 */
export function heldPlaces(finish: Finish, runners: readonly number[], places: number): number {
  let held = 0;
  for (let i = 0; i < runners.length; i += 1) {
    const from = finish.from(runners[i] ?? 0);
    if (from === 0 || from > places) continue;
    // Of a run that reaches beyond the places asked for, only as many count as there are places in it.
    let before = 0;
    for (let j = 0; j < i; j += 1) if (finish.from(runners[j] ?? 0) === from) before += 1;
    if (before < Math.min(finish.to(runners[i] ?? 0), places) - from + 1) held += 1;
  }
  return held;
}
