/**
 * From an official result to the prices that the pool pays, and to what it pays when nobody holds them.
 *
 * A price line is everything that is paid one dividend: one winning combination (each of several in a dead heat), or one
 * tier. Attempts are tried in order until one has stakes on it: the result itself, then the definition's cascade.
 *
 * Example: quinella after 7, then 4 and 2 level: lines 4-7 and 2-7. Nobody on either and a cascade "contains 1 of first 2":
 * one line for all pairs with 7, 4 or 2.
 */
import { shapeOf } from '../definition/bet-type.ts';
import type { Pool } from '../definition/pool.ts';
import type { CascadeStep } from '../definition/pool-definition.ts';
import { splitRule } from '../settle/dividend.ts';
import { emptySet, hasRunner, isEmpty, type RunnerSet, runnerSet, runnersOf, setSize, singleton, union } from '../ticket/runner-set.ts';
import type { Scratched } from '../ticket/ticket.ts';
import { type Finish, heldPlaces, readFinish } from './finish.ts';
import type { LegResult, PoolResult } from './result.ts';
import type { Wins } from './wins.ts';

export type PriceLine = {
  /** The combination (`4-2-7`), `main`, a tier or rank, or `consolation`. */
  readonly id: string;
  readonly tier: string;
  /** Parts of the fund (or of the profit) that the line takes where the method splits it. */
  readonly parts: bigint;
  readonly wins: Wins;
};

export type Attempt = { readonly by: 'result' | CascadeStep['step']; readonly lines: readonly PriceLine[] };

/** Every choice of `size` members, each ascending. */
function subsets(members: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return members.flatMap((member, i) => subsets(members.slice(i + 1), size - 1).map((rest) => [member, ...rest]));
}

const lcm = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return (a / x) * b;
};

const setLine = (runners: readonly number[], pick: number, parts = 1n): PriceLine => ({
  id: runners.join('-'),
  tier: 'main',
  parts,
  wins: { kind: 'unordered', pick, named: runnerSet(runners), patterns: [runnerSet(runners)] },
});

function placedLines(finish: Finish, places: number, byPlace: boolean): PriceLine[] {
  const placed = finish.finishers.filter((finisher) => finisher.from <= places);
  const runs = placed.map((finisher) => {
    const size = placed.filter((other) => other.from === finisher.from).length;
    return { finisher, size, slots: Math.min(finisher.to, places) - finisher.from + 1 };
  });
  const whole = runs.reduce((multiple, run) => lcm(multiple, BigInt(run.size)), 1n);
  return runs.map(({ finisher, size, slots }) => setLine([finisher.runner], 1, byPlace ? (whole * BigInt(slots)) / BigInt(size) : 1n));
}

/** All assignments of runners of `named` (each at most once) or 0 to `pick` places that `accept` takes. */
function assignments(named: readonly number[], pick: number, accept: (tuple: readonly number[]) => boolean): number[][] {
  const found: number[][] = [];
  const tuple: number[] = [];
  const visit = () => {
    if (tuple.length === pick) {
      if (accept(tuple)) found.push([...tuple]);
      return;
    }
    for (const runner of [0, ...named]) {
      if (runner !== 0 && tuple.includes(runner)) continue;
      tuple.push(runner);
      visit();
      tuple.pop();
    }
  };
  visit();
  return found;
}

/** Tuples whose i-th runner holds place i. */
function orderedWinners(finish: Finish, pick: number): number[][] {
  let tuples: number[][] = [[]];
  for (let place = 1; place <= pick; place += 1) {
    const holders = finish.finishers.filter((finisher) => finish.holds(finisher.runner, place)).map((finisher) => finisher.runner);
    tuples = tuples.flatMap((tuple) => holders.filter((runner) => !tuple.includes(runner)).map((runner) => [...tuple, runner]));
  }
  return tuples;
}

const orderedLine = (id: string, tier: string, named: RunnerSet, patterns: readonly (readonly number[])[]): PriceLine => ({
  id,
  tier,
  parts: 1n,
  wins: { kind: 'ordered', named, patterns },
});

function rankLines(pool: Pool, finish: Finish, pick: number): PriceLine[] {
  const { bet } = pool.definition;
  if (!('ranks' in bet)) return [];
  const named = finish.inFirst(pick);
  const members = runnersOf(named);
  // All ranks but the exact order depend on which runners are named, not on their order: worked out once for each set.
  const rankOfSet = new Map<number, number>();
  const unordered = (tuple: readonly number[], mask: number): number => {
    let rank = rankOfSet.get(mask);
    if (rank === undefined) {
      const runners = tuple.filter((runner) => runner !== 0);
      rank = bet.ranks.findIndex(({ match }) => {
        if (match.kind === 'of-first') return heldPlaces(finish, runners, match.ofFirst) >= match.count;
        return match.kind === 'any-order' && runners.length === pick && heldPlaces(finish, runners, pick) === pick;
      });
      rankOfSet.set(mask, rank);
    }
    return rank;
  };
  const exact = bet.ranks.findIndex(({ match }) => match.kind === 'order');
  const rankOf = (tuple: readonly number[]): number => {
    let mask = 0;
    let inOrder = true;
    tuple.forEach((runner, i) => {
      if (runner !== 0) mask += 2 ** members.indexOf(runner);
      if (!finish.holds(runner, i + 1)) inOrder = false;
    });
    return inOrder ? exact : unordered(tuple, mask);
  };
  const byRank: number[][][] = bet.ranks.map(() => []);
  assignments(members, pick, (tuple) => {
    byRank[rankOf(tuple)]?.push([...tuple]);
    return false;
  });
  return bet.ranks.map((rank, i) => orderedLine(rank.id, rank.id, named, byRank[i] ?? []));
}

function raceLines(pool: Pool, finish: Finish): PriceLine[] {
  const { bet, price } = pool.definition;
  const shape = shapeOf(bet);
  if (shape.kind === 'ordered') {
    if ('ranks' in bet) return rankLines(pool, finish, shape.pick);
    return orderedWinners(finish, shape.pick).map((tuple) => orderedLine(tuple.join('-'), 'main', runnerSet(tuple), [tuple]));
  }
  if (shape.kind !== 'unordered') return [];
  if (shape.pick === 1) return placedLines(finish, pool.legs[0]?.places ?? 1, price.placeShares === 'by-place');
  const ofFirst = bet.type === 'swinger' ? bet.ofFirst : shape.pick;
  return subsets(runnersOf(finish.inFirst(ofFirst)), shape.pick)
    .filter((runners) => heldPlaces(finish, runners, ofFirst) === shape.pick)
    .map((runners) => setLine(runners, shape.pick));
}

function raceCascade(pool: Pool, finish: Finish, step: CascadeStep): Attempt[] {
  const shape = shapeOf(pool.definition.bet);
  if (step.step === 'next-finisher') {
    const paid = pool.legs[0]?.places ?? 1;
    const later = [...new Set(finish.finishers.filter((finisher) => finisher.from > paid).map((finisher) => finisher.from))];
    return later.map((from) => ({
      by: step.step,
      lines: finish.finishers.filter((finisher) => finisher.from === from).map((finisher) => setLine([finisher.runner], 1)),
    }));
  }
  if (step.step === 'contains' && shape.kind === 'unordered') {
    const named = finish.inFirst(step.ofFirst);
    const members = runnersOf(named);
    const patterns: RunnerSet[] = [];
    for (let size = step.count; size <= shape.pick; size += 1) {
      for (const runners of subsets(members, size))
        if (heldPlaces(finish, runners, step.ofFirst) >= step.count) patterns.push(runnerSet(runners));
    }
    return [
      { by: step.step, lines: [{ id: 'main', tier: 'main', parts: 1n, wins: { kind: 'unordered', pick: shape.pick, named, patterns } }] },
    ];
  }
  if ((step.step === 'places-right' || step.step === 'either-place') && shape.kind === 'ordered') {
    const holders = finish.finishers.filter((finisher) => step.places.some((place) => finish.holds(finisher.runner, place)));
    const named = runnerSet(holders.map((finisher) => finisher.runner));
    const right = (tuple: readonly number[], place: number) => finish.holds(tuple[place - 1] ?? 0, place);
    if (step.step === 'places-right') {
      const patterns = assignments(runnersOf(named), shape.pick, (tuple) => step.places.every((place) => right(tuple, place)));
      return [{ by: step.step, lines: [orderedLine('main', 'main', named, patterns)] }];
    }
    const lines = step.places.map((place, i) => {
      const earlier = step.places.slice(0, i);
      const patterns = assignments(
        runnersOf(named),
        shape.pick,
        (tuple) => right(tuple, place) && !earlier.some((other) => right(tuple, other)),
      );
      return orderedLine(`place-${place}`, 'main', named, patterns);
    });
    return [{ by: step.step, lines }];
  }
  return [];
}

/** What wins a leg: the winner, the placed runners of a placepot, every selection of a void leg. */
function legWinners(pool: Pool, index: number, leg: LegResult, scratched: Scratched): RunnerSet {
  const { price, scratch } = pool.definition;
  const card = pool.legs[index];
  if (!card) return emptySet;
  if (leg.kind === 'void') return card.numbers;
  const out = scratched[index] ?? emptySet;
  const won = leg.kind === 'outcome' ? runnerSet(leg.winners) : readFinish(leg.order, price.coupledFinish).inFirst(card.places);
  if (scratch === 'all-win') return union(won, out);
  // A scratched selection stands for the favourite, so it wins exactly when the favourite does.
  const favourite = leg.kind === 'finish' ? leg.favourites.find((runner) => !hasRunner(out, runner)) : undefined;
  return scratch === 'substitute-favourite' && favourite !== undefined && hasRunner(won, favourite) ? union(won, out) : won;
}

const legLine = (id: string, tier: string, winners: readonly RunnerSet[], least: number, most: number): PriceLine => ({
  id,
  tier,
  parts: 1n,
  wins: { kind: 'legs', winners, plusLeg: -1, plus: 'any', least, most },
});

function legLines(pool: Pool, result: PoolResult, winners: readonly RunnerSet[], scratched: Scratched): PriceLine[] {
  const { tiers, bet, price, scratch } = pool.definition;
  const all = winners.length;
  if (tiers.length > 0) {
    const plusLeg = bet.type === 'sports' && bet.plus ? bet.legs : -1;
    const mainLegs = plusLeg < 0 ? all : all - 1;
    return tiers.map((tier) => ({
      id: tier.id,
      tier: tier.id,
      parts: 1n,
      wins: {
        kind: 'legs',
        winners,
        plusLeg,
        plus: tier.plus,
        least: tier.correct,
        most: tier.count === 'exactly' ? tier.correct : mainLegs,
      },
    }));
  }
  const separate =
    (bet.type === 'double' || bet.type === 'treble') &&
    splitRule(price) !== 'single-price' &&
    !(scratch === 'all-win' && scratched.some((out) => !isEmpty(out)));
  if (!separate) return [legLine('main', 'main', winners, all, all)];
  // Each winning combination has its own price in a dead heat; a void leg is no leg, so it does not tell combinations apart.
  let combinations: { id: string[]; legs: RunnerSet[] }[] = [{ id: [], legs: [] }];
  result.legs.forEach((leg, i) => {
    const won = winners[i] ?? emptySet;
    const out = scratched[i] ?? emptySet;
    const choices =
      leg.kind === 'void'
        ? [{ id: '*', set: won }]
        : runnersOf(won)
            .filter((runner) => !hasRunner(out, runner))
            .map((runner) => {
              const favourite = leg.kind === 'finish' ? leg.favourites.find((one) => !hasRunner(out, one)) : undefined;
              const stands = scratch === 'substitute-favourite' && runner === favourite;
              return { id: String(runner), set: stands ? union(singleton(runner), out) : singleton(runner) };
            });
    combinations = combinations.flatMap((one) =>
      choices.map((choice) => ({ id: [...one.id, choice.id], legs: [...one.legs, choice.set] })),
    );
  });
  return combinations.map((one) => legLine(one.id.join('-'), 'main', one.legs, all, all));
}

function* legAttempts(pool: Pool, result: PoolResult, scratched: Scratched): Generator<Attempt> {
  const winners = result.legs.map((leg, i) => legWinners(pool, i, leg, scratched));
  yield { by: 'result', lines: legLines(pool, result, winners, scratched) };
  const { cascade, carryover } = pool.definition;
  const mandatory = carryover?.mandatoryDates.includes(pool.businessDate) ?? false;
  for (const step of cascade) {
    if (step.step !== 'most-correct' && !(step.step === 'carryover' && mandatory)) continue;
    for (let correct = winners.length - 1; correct > 0; correct -= 1) {
      yield { by: step.step, lines: [legLine('main', 'main', winners, correct, correct)] };
    }
  }
}

/** What the pool would pay, best first. Lazy: the cascade is worked out only when nobody holds the result. */
export function* attempts(pool: Pool, result: PoolResult, scratched: Scratched): Generator<Attempt> {
  const shape = shapeOf(pool.definition.bet);
  if (shape.kind === 'legs') return yield* legAttempts(pool, result, scratched);
  const leg = result.legs[0];
  if (!leg || leg.kind === 'void') return;
  if (leg.kind === 'outcome') {
    yield { by: 'result', lines: [...new Set(leg.winners)].map((winner) => setLine([winner], 1)) };
    return;
  }
  const finish = readFinish(leg.order, pool.definition.price.coupledFinish);
  yield { by: 'result', lines: raceLines(pool, finish) };
  for (const step of pool.definition.cascade) yield* raceCascade(pool, finish, step);
}

/** The consolation of a double: the first leg right with a runner of the second leg that was scratched. Null when there is none. */
export function consolationLine(
  pool: Pool,
  result: PoolResult,
  scratched: Scratched,
): { consolation: PriceLine; firstLegRight: PriceLine } | null {
  const [first, second] = pool.legs;
  const leg = result.legs[0];
  const out = scratched[1] ?? emptySet;
  if (pool.definition.scratch !== 'consolation' || !first || !second || !leg || setSize(out) === 0) return null;
  const winners = legWinners(pool, 0, leg, scratched);
  return {
    consolation: legLine('consolation', 'consolation', [winners, out], 2, 2),
    firstLegRight: legLine('first-leg', 'main', [winners, second.numbers], 2, 2),
  };
}
