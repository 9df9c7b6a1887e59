/**
 * An order of finish, and what wins a bet on it (docs/verify.md, section 8, Pools).
 *
 * Dead-heaters share their run of places: whatever wins under some way of breaking the ties wins. Example: 7, then 4 and 2 level:
 * an exacta is won by 7-4 and by 7-2, a quinella by 4-7 and by 2-7, a trio by 2-4-7.
 */
import { z } from 'zod';

const runner = z.int().min(1).max(64);

/** No dead heat has been wider; with more, the ways of breaking the ties would be too many to lay out. */
const mostLevel = 6;

const finishShape = z.object({
  legs: z.tuple([z.object({ kind: z.literal('finish'), order: z.array(z.array(runner).min(1).max(mostLevel)).min(1).max(64) })]),
});

/**
 * Runners from first to last, dead-heaters together. Null for anything but one decided race, for more than six level, and for a race
 * in which a number finishes twice: how a coupled entry counts is a rule that this system has no code for.
 */
export function readFinish(json: unknown): readonly (readonly number[])[] | null {
  const result = finishShape.safeParse(json);
  if (!result.success) return null;
  const [{ order }] = result.data.legs;
  const all = order.flat();
  return new Set(all).size === all.length ? order : null;
}

/** Every order in which the first `places` may be read, ties broken in all ways; shorter when fewer finished. */
export function firstPlaces(order: readonly (readonly number[])[], places: number): number[][] {
  const [group, ...rest] = order;
  if (group === undefined || places === 0) return [[]];
  return permutations(group, Math.min(group.length, places)).flatMap((first) =>
    firstPlaces(rest, places - first.length).map((later) => [...first, ...later]),
  );
}

function permutations(members: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return members.flatMap((member) =>
    permutations(
      members.filter((other) => other !== member),
      size - 1,
    ).map((rest) => [member, ...rest]),
  );
}

function subsets(members: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return members.flatMap((member, i) => subsets(members.slice(i + 1), size - 1).map((rest) => [member, ...rest]));
}

export type RaceBet = {
  /** Runners of one combination. */
  readonly pick: number;
  /** Whether their order counts. */
  readonly ordered: boolean;
  /** Of how many first places an unordered combination may be. */
  readonly ofFirst: number;
};

/** The combinations that win, each once; unordered ones ascending. */
export function winningCombinations({ pick, ordered, ofFirst }: RaceBet, order: readonly (readonly number[])[]): number[][] {
  const read = firstPlaces(order, ordered ? pick : ofFirst);
  const won = ordered
    ? read.filter((tuple) => tuple.length === pick)
    : read.flatMap((tuple) =>
        subsets(
          tuple.toSorted((a, b) => a - b),
          pick,
        ),
      );
  return [...new Map(won.map((combination) => [combination.join('-'), combination])).values()];
}
