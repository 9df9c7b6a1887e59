/**
 * Winning stakes of an order/disorder bet on one race (docs/verify.md, section 8, Pools): tiercé, quarté, quinté.
 *
 * A combination names its runners in order and has the first of the `ranks` that it fits: the exact order, the same runners in another order,
 * or some of the first places. Example: 7, 4, 2 is the finish; of a box of {2, 4, 7} one of the six combinations is in order, five are not.
 *
 * A box of twenty in a quinté stands for 1,860,480 combinations, so they are not laid out: of a combination only those runners matter that are among
 * the first places; the others fill what is left in so many ways.
 */
import { z } from 'zod';
import { type OrderedSets, readOrderedSets, readSelections } from './race-selections.ts';
import type { TierCount } from './tier-count.ts';

const positiveCents = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .transform(BigInt);

const place = z.int().min(1).max(5);
const rank = z.object({
  id: z.string().min(1).max(80),
  match: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('order') }),
    z.object({ kind: z.literal('any-order') }),
    z.object({ kind: z.literal('of-first'), count: place, ofFirst: place }),
  ]),
});

const rules = z.object({
  bet: z.object({ type: z.enum(['tierce', 'quarte', 'quinte']), ranks: z.array(rank).min(1).max(6) }),
  dividend: z.object({ perCents: positiveCents }),
});

/** The rules by themselves, or the frozen pool that holds them. */
export const rankedPoolShape = z.union([rules, z.object({ definition: rules }).transform(({ definition }) => definition)]);

export type RankedPool = z.output<typeof rankedPoolShape>;
type Rank = RankedPool['bet']['ranks'][number];

const picks = { tierce: 3, quarte: 4, quinte: 5 } as const;

/** The places that level runners hold together. */
type Run = { readonly runners: readonly number[]; readonly from: number; readonly to: number };

function runsOf(order: readonly (readonly number[])[]): Run[] {
  let from = 1;
  return order.map((runners) => {
    const run = { runners, from, to: from + runners.length - 1 };
    from += runners.length;
    return run;
  });
}

/** How many of the first `places` these runners hold at once: of a run no more than it has places among them. */
const held = (runs: readonly Run[], runners: readonly number[], places: number): number =>
  runs.reduce((sum, { runners: level, from, to }) => {
    const room = Math.max(0, Math.min(to, places) - from + 1);
    return sum + Math.min(room, level.filter((runner) => runners.includes(runner)).length);
  }, 0);

const fits = ({ match }: Rank, runs: readonly Run[], tuple: readonly number[]): boolean => {
  switch (match.kind) {
    case 'order':
      return tuple.every((runner, i) => runs.some((run) => run.runners.includes(runner) && run.from <= i + 1 && i + 1 <= run.to));
    case 'any-order':
      return !tuple.includes(0) && held(runs, tuple, tuple.length) === tuple.length;
    case 'of-first':
      return held(runs, tuple, match.ofFirst) >= match.count;
  }
};

/** A placed runner, or 0 for one that was not placed, on each place of the combination; and the rank that such combinations have. */
type Pattern = { readonly tuple: readonly number[]; readonly rank: number };

function patternsOf(ranks: readonly Rank[], runs: readonly Run[], placed: readonly number[], pick: number): Pattern[] {
  let tuples: number[][] = [[]];
  for (let i = 0; i < pick; i += 1)
    tuples = tuples.flatMap((tuple) => [0, ...placed.filter((runner) => !tuple.includes(runner))].map((runner) => [...tuple, runner]));
  // The exact order comes before all others, wherever it is listed.
  const inOrder = ranks.findIndex(({ match }) => match.kind === 'order');
  return tuples.flatMap((tuple) => {
    const exact = inOrder >= 0 && !tuple.includes(0) && ranks[inOrder] && fits(ranks[inOrder], runs, tuple);
    const found = exact ? inOrder : ranks.findIndex((one) => one.match.kind !== 'order' && fits(one, runs, tuple));
    return found < 0 ? [] : [{ tuple, rank: found }];
  });
}

/** In how many ways runners that were not placed fill each choice of places (a bit each); those that the ticket must name are among them. */
function waysToFill({ places, must }: OrderedSets, placed: ReadonlySet<number>): bigint[] {
  let ways = new Array<bigint>(1 << places.length).fill(0n);
  ways[0] = 1n;
  const others = [...new Set(places.flat())].filter((runner) => !placed.has(runner));
  for (const runner of others) {
    const next = must.includes(runner) ? new Array<bigint>(ways.length).fill(0n) : [...ways];
    for (const [i, allowed] of places.entries()) {
      if (!allowed.includes(runner)) continue;
      for (let filled = 0; filled < ways.length; filled += 1)
        if (!(filled & (1 << i))) next[filled | (1 << i)] = (next[filled | (1 << i)] ?? 0n) + (ways[filled] ?? 0n);
    }
    ways = next;
  }
  return ways;
}

/** Combinations of the ticket in each rank. */
function combinationsByRank(sets: OrderedSets, patterns: readonly Pattern[], placed: ReadonlySet<number>, ranks: number): bigint[] {
  const ways = waysToFill(sets, placed);
  const needed = sets.must.filter((runner) => placed.has(runner));
  const found = new Array<bigint>(ranks).fill(0n);
  for (const { tuple, rank: at } of patterns) {
    const isSold =
      tuple.every((runner, i) => runner === 0 || sets.places[i]?.includes(runner)) && needed.every((runner) => tuple.includes(runner));
    if (!isSold) continue;
    const open = tuple.reduce((mask, runner, i) => (runner === 0 ? mask | (1 << i) : mask), 0);
    found[at] = (found[at] ?? 0n) + (ways[open] ?? 0n);
  }
  return found;
}

const MOST_KNOWN = 20_000;

type Known = { readonly count: bigint; readonly byRank: readonly bigint[] };

export function rankedPoolTiers({ bet, dividend }: RankedPool, order: readonly (readonly number[])[]): TierCount {
  const pick = picks[bet.type];
  const runs = runsOf(order);
  const placed = runs.filter(({ from }) => from <= pick).flatMap(({ runners }) => runners);
  const placedSet = new Set(placed);
  const patterns = patternsOf(bet.ranks, runs, placed, pick);
  /** Stakes × combinations by number of combinations of the ticket, for each rank. */
  const totals = bet.ranks.map(() => new Map<bigint, bigint>());
  const known = new Map<string, Known | null>();
  const readOnce = (packed: Buffer): Known | null => {
    const key = packed.toString('latin1');
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= MOST_KNOWN) known.clear();
    const played = readSelections(packed, { pick, ordered: true, ofFirst: pick });
    const sets = played && readOrderedSets(packed, pick);
    const read = played && sets && { count: played.count, byRank: combinationsByRank(sets, patterns, placedSet, bet.ranks.length) };
    known.set(key, read);
    return read;
  };
  return {
    add(packed, stakeCents) {
      const read = readOnce(packed);
      if (read === null) return false;
      for (const [i, combinations] of read.byRank.entries()) {
        const total = totals[i];
        if (combinations > 0n && total) total.set(read.count, (total.get(read.count) ?? 0n) + stakeCents * combinations);
      }
      return true;
    },
    winners: () =>
      new Map(
        bet.ranks.map(({ id }, i) => {
          const total = [...(totals[i] ?? [])];
          const multiple = total.reduce((product, [count]) => product * count, 1n);
          return [id, total.reduce((sum, [count, cents]) => sum + cents * (multiple / count), 0n) / (multiple * dividend.perCents)];
        }),
      ),
    tierNamed: (stated) => (bet.ranks.some(({ id }) => id === stated) ? stated : null),
  };
}
