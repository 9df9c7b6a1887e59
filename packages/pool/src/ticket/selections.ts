/**
 * What a ticket plays: one of six forms, kept as sets of runners and never as a list of combinations.
 *
 * straight 4-2-7 · box {4,2,7}: every combination of these · banker {4} with {2,7,9}: every combination that holds all bankers
 * (in any place) and partners · wheel {4}/{2,7}/{2,7,9}: one set for each place · legs {4}/{1,2}/{3}: one set for each leg ·
 * reduced: legs of which only the lines of a named table are played.
 * A banker tied to a place is a wheel with one runner in that place.
 *
 * Example: trifecta banker {4} with {2,7,9}: 4 in any of three places, two of three partners in order: 3·3·2 = 18 combinations.
 */
import { z } from 'zod';
import type { Shape } from '../definition/bet-type.ts';
import type { ReducedSystem } from '../definition/pool-definition.ts';
import { choose, countOrdered, countUnordered, fallingFactorial } from './count-combinations.ts';
import { emptySet, MAX_RUNNER, type RunnerSet, runnersOf, setSize, singleton, union } from './runner-set.ts';

/** Most places of a bet on one race, and most legs of a pool: 30 matches and an exact score. */
export const MAX_PLACES = 5;
export const MAX_LEGS = 31;

const runnerList = z.array(z.int().min(1).max(MAX_RUNNER)).min(1).max(MAX_RUNNER);

/** Selections as they arrive from a shop, a phone or a partner. */
export const selectionsSchema = z.discriminatedUnion('form', [
  z.strictObject({ form: z.literal('straight'), runners: runnerList }),
  z.strictObject({ form: z.literal('box'), runners: runnerList }),
  z.strictObject({ form: z.literal('banker'), bankers: runnerList, partners: runnerList }),
  z.strictObject({ form: z.literal('wheel'), places: z.array(runnerList).min(1).max(MAX_PLACES) }),
  z.strictObject({ form: z.literal('legs'), legs: z.array(runnerList).min(1).max(MAX_LEGS) }),
  z.strictObject({ form: z.literal('reduced'), system: z.string().min(1).max(80), legs: z.array(runnerList).min(1).max(MAX_LEGS) }),
]);

export type SelectionsJson = z.input<typeof selectionsSchema>;

export type Selections =
  | { readonly form: 'straight'; readonly runners: readonly number[] }
  | { readonly form: 'box'; readonly runners: RunnerSet }
  | { readonly form: 'banker'; readonly bankers: RunnerSet; readonly partners: RunnerSet }
  | { readonly form: 'wheel'; readonly places: readonly RunnerSet[] }
  | { readonly form: 'legs'; readonly legs: readonly RunnerSet[] }
  | { readonly form: 'reduced'; readonly system: number; readonly legs: readonly RunnerSet[] };

/** Selections as a ticket states them: what `parseSelections` reads back. */
export function selectionsToJson(systems: readonly ReducedSystem[], selections: Selections): SelectionsJson {
  switch (selections.form) {
    case 'straight':
      return { form: 'straight', runners: [...selections.runners] };
    case 'box':
      return { form: 'box', runners: runnersOf(selections.runners) };
    case 'banker':
      return { form: 'banker', bankers: runnersOf(selections.bankers), partners: runnersOf(selections.partners) };
    case 'wheel':
      return { form: 'wheel', places: selections.places.map(runnersOf) };
    case 'legs':
      return { form: 'legs', legs: selections.legs.map(runnersOf) };
    case 'reduced':
      return { form: 'reduced', system: systems[selections.system]?.name ?? '', legs: selections.legs.map(runnersOf) };
  }
}

/** Lines of a reduced system as sets: for each line, the runner of each leg. */
export function reducedLines(system: ReducedSystem, legs: readonly RunnerSet[]): number[][] {
  const marks = legs.map(runnersOf);
  return system.lines.map((line) => {
    let varied = 0;
    return marks.map((options) => {
      if (options.length === 1) return options[0] ?? 0;
      const option = options[Number(line[varied])] ?? 0;
      varied += 1;
      return option;
    });
  });
}

/** Number of combinations, in closed form. Exact: the definition's limit of 10⁹ combinations is far below 2⁵³. */
export function countCombinations(shape: Shape, selections: Selections, systems: readonly ReducedSystem[]): number {
  switch (selections.form) {
    case 'straight':
      return 1;
    case 'legs':
      return selections.legs.reduce((count, leg) => count * setSize(leg), 1);
    case 'reduced':
      return systems[selections.system]?.lines.length ?? 0;
    case 'box':
      if (shape.kind === 'legs') return 0;
      return shape.kind === 'ordered'
        ? fallingFactorial(setSize(selections.runners), shape.pick)
        : choose(setSize(selections.runners), shape.pick);
    case 'banker': {
      if (shape.kind === 'legs') return 0;
      const bankers = setSize(selections.bankers);
      const rest = shape.pick - bankers;
      if (rest < 0) return 0;
      const partners = setSize(selections.partners);
      return shape.kind === 'ordered' ? fallingFactorial(shape.pick, bankers) * fallingFactorial(partners, rest) : choose(partners, rest);
    }
    case 'wheel': {
      if (shape.kind === 'legs') return 0;
      const everybody = selections.places.reduce(union, emptySet);
      return shape.kind === 'ordered' ? countOrdered(selections.places) : countUnordered(selections.places, emptySet, everybody);
    }
  }
}

/** Every runner that a ticket names in a leg (leg 0 for single-race bets). */
export function runnersPlayed(selections: Selections, leg: number): RunnerSet {
  switch (selections.form) {
    case 'straight':
      return selections.runners.map(singleton).reduce(union, emptySet);
    case 'box':
      return selections.runners;
    case 'banker':
      return union(selections.bankers, selections.partners);
    case 'wheel':
      return selections.places.reduce(union, emptySet);
    default:
      return selections.legs[leg] ?? emptySet;
  }
}
