/**
 * What wins a price, written so that a ticket can be counted against it without expanding the ticket.
 *
 * Ordered and unordered bets: patterns over the few runners that matter (`named`) with "any runner outside `named`" in the
 * other places. Bets over legs: the winning set of each leg and how many legs must be right.
 *
 * Example: "first two right, third anything" after 7-4-2 is the pattern 7, 4, · with named {7, 4}.
 */

import type { ReducedSystem } from '../definition/pool-definition.ts';
import { choose, countOrdered, countUnordered, fallingFactorial } from '../ticket/count-combinations.ts';
import {
  emptySet,
  hasRunner,
  includesAll,
  intersection,
  isEmpty,
  type RunnerSet,
  runnerSet,
  setSize,
  union,
  without,
} from '../ticket/runner-set.ts';
import { reducedLines, type Selections } from '../ticket/selections.ts';

export type OrderedWins = {
  readonly kind: 'ordered';
  readonly named: RunnerSet;
  /** One entry for each place: a runner of `named`, or 0 for any runner outside it. */
  readonly patterns: readonly (readonly number[])[];
};

export type UnorderedWins = {
  readonly kind: 'unordered';
  readonly named: RunnerSet;
  /** All of `must`, and as many runners outside `named` as are missing to a full combination. */
  readonly patterns: readonly RunnerSet[];
  readonly pick: number;
};

export type LegWins = {
  readonly kind: 'legs';
  readonly winners: readonly RunnerSet[];
  /** Index of the leg that is not counted in `least`..`most`; -1 when there is none. */
  readonly plusLeg: number;
  readonly plus: 'right' | 'wrong' | 'any';
  readonly least: number;
  readonly most: number;
};

export type Wins = OrderedWins | UnorderedWins | LegWins;

function orderedPattern(selections: Selections, named: RunnerSet, pattern: readonly number[]): number {
  switch (selections.form) {
    case 'straight':
      return selections.runners.every((runner, i) => (pattern[i] === 0 ? !hasRunner(named, runner) : pattern[i] === runner)) ? 1 : 0;
    case 'wheel': {
      const open: RunnerSet[] = [];
      for (const [i, place] of selections.places.entries()) {
        const wanted = pattern[i] ?? 0;
        if (wanted === 0) open.push(without(place, named));
        else if (!hasRunner(place, wanted)) return 0;
      }
      return countOrdered(open);
    }
    case 'box': {
      let open = 0;
      for (const wanted of pattern) {
        if (wanted === 0) open += 1;
        else if (!hasRunner(selections.runners, wanted)) return 0;
      }
      return open === 0 ? 1 : fallingFactorial(setSize(without(selections.runners, named)), open);
    }
    case 'banker': {
      const { bankers, partners } = selections;
      const fixed = runnerSet(pattern.filter((runner) => runner !== 0));
      if (!includesAll(union(bankers, partners), fixed)) return 0;
      const elsewhere = without(bankers, fixed);
      if (!isEmpty(intersection(elsewhere, named))) return 0;
      const open = pattern.length - setSize(fixed);
      const bankersLeft = setSize(elsewhere);
      if (bankersLeft > open) return 0;
      return fallingFactorial(open, bankersLeft) * fallingFactorial(setSize(without(partners, named)), open - bankersLeft);
    }
    default:
      return 0;
  }
}

function unorderedPattern(selections: Selections, { named, pick }: UnorderedWins, must: RunnerSet): number {
  switch (selections.form) {
    case 'straight': {
      const played = runnerSet(selections.runners);
      return includesAll(played, must) && setSize(intersection(played, named)) === setSize(must) ? 1 : 0;
    }
    case 'box':
      return includesAll(selections.runners, must) ? choose(setSize(without(selections.runners, named)), pick - setSize(must)) : 0;
    case 'banker': {
      const { bankers, partners } = selections;
      if (!includesAll(union(bankers, partners), must)) return 0;
      const elsewhere = without(bankers, must);
      if (!isEmpty(intersection(elsewhere, named))) return 0;
      return choose(setSize(without(partners, named)), pick - setSize(must) - setSize(elsewhere));
    }
    case 'wheel':
      return countUnordered(selections.places, must, without(selections.places.reduce(union, emptySet), named));
    default:
      return 0;
  }
}

/** Lines by number of right legs, from the legs' right and wrong marks: the coefficients of Π (wrong + right·x). */
function linesByCorrect(legs: readonly RunnerSet[], wins: LegWins): number[] {
  const counts = [1];
  for (const [i, leg] of legs.entries()) {
    if (i === wins.plusLeg) continue;
    const right = setSize(intersection(leg, wins.winners[i] ?? emptySet));
    const wrong = setSize(leg) - right;
    counts.push(0);
    for (let c = counts.length - 1; c >= 0; c -= 1) counts[c] = (counts[c] ?? 0) * wrong + (c > 0 ? (counts[c - 1] ?? 0) * right : 0);
  }
  return counts;
}

function plusFits(legs: readonly RunnerSet[], wins: LegWins): boolean {
  if (wins.plus === 'any' || wins.plusLeg < 0) return true;
  const right = !isEmpty(intersection(legs[wins.plusLeg] ?? emptySet, wins.winners[wins.plusLeg] ?? emptySet));
  return right === (wins.plus === 'right');
}

function legLines(legs: readonly RunnerSet[], wins: LegWins): number {
  if (!plusFits(legs, wins)) return 0;
  // Most tickets are out after a few legs: the best line has one right mark in every leg that has any.
  let possible = 0;
  let missed = 0;
  const mainLegs = legs.length - (wins.plusLeg >= 0 ? 1 : 0);
  for (const [i, leg] of legs.entries()) {
    if (i === wins.plusLeg) continue;
    const winners = wins.winners[i] ?? emptySet;
    if ((leg.low & winners.low) !== 0 || (leg.high & winners.high) !== 0) possible += 1;
    else {
      missed += 1;
      if (missed > mainLegs - wins.least) return 0;
    }
  }
  if (possible < wins.least) return 0;
  let lines = 0;
  linesByCorrect(legs, wins).forEach((count, correct) => {
    if (correct >= wins.least && correct <= wins.most) lines += count;
  });
  return lines;
}

/** The ticket without the combinations that name a runner of `out`; null when none is left. Reduced systems keep their marks. */
function standingSelections(selections: Selections, out: readonly RunnerSet[]): Selections | null {
  const gone = out[0] ?? emptySet;
  switch (selections.form) {
    case 'straight':
      return selections.runners.some((runner) => hasRunner(gone, runner)) ? null : selections;
    case 'box':
      return { form: 'box', runners: without(selections.runners, gone) };
    case 'banker':
      return isEmpty(intersection(selections.bankers, gone)) ? { ...selections, partners: without(selections.partners, gone) } : null;
    case 'wheel':
      return { form: 'wheel', places: selections.places.map((place) => without(place, gone)) };
    case 'legs':
      return { form: 'legs', legs: selections.legs.map((leg, i) => without(leg, out[i] ?? emptySet)) };
    case 'reduced':
      return selections;
  }
}

const isOut = (line: readonly number[], out: readonly RunnerSet[]): boolean => line.some((mark, i) => hasRunner(out[i] ?? emptySet, mark));

/**
 * How many combinations of the ticket win. Closed form, except that the lines of a reduced system's table are walked.
 * `out`: runners whose combinations were refunded, by leg; those combinations win nothing, not even a partial match.
 */
export function winningCombinations(
  sold: Selections,
  wins: Wins,
  systems: readonly ReducedSystem[],
  out: readonly RunnerSet[] = [],
): number {
  const selections = out.every(isEmpty) ? sold : standingSelections(sold, out);
  if (selections === null) return 0;
  if (wins.kind === 'ordered') {
    let count = 0;
    for (const pattern of wins.patterns) count += orderedPattern(selections, wins.named, pattern);
    return count;
  }
  if (wins.kind === 'unordered') {
    let count = 0;
    for (const must of wins.patterns) count += unorderedPattern(selections, wins, must);
    return count;
  }
  if (selections.form === 'legs') return legLines(selections.legs, wins);
  if (selections.form !== 'reduced') return 0;
  const system = systems[selections.system];
  if (!system || !plusFits(selections.legs, wins)) return 0;
  let count = 0;
  for (const line of reducedLines(system, selections.legs)) {
    if (isOut(line, out)) continue;
    let correct = 0;
    line.forEach((mark, i) => {
      if (i !== wins.plusLeg && hasRunner(wins.winners[i] ?? emptySet, mark)) correct += 1;
    });
    if (correct >= wins.least && correct <= wins.most) count += 1;
  }
  return count;
}

/** Combinations of the ticket that hold none of the scratched runners; `count` counts those of a ticket's selections. */
export function combinationsLeft(
  selections: Selections,
  scratched: readonly RunnerSet[],
  count: (selections: Selections) => number,
  systems: readonly ReducedSystem[],
): number {
  if (selections.form === 'reduced') {
    const system = systems[selections.system];
    return system ? reducedLines(system, selections.legs).filter((line) => !isOut(line, scratched)).length : 0;
  }
  const rest = standingSelections(selections, scratched);
  return rest === null ? 0 : count(rest);
}
