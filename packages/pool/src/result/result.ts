/**
 * Official results as they arrive, and what makes one unusable.
 *
 * The order is the betting order: a runner that was withdrawn from betting and ran for the prize money only is not in it
 * (incident R05); the sporting order is kept beside it for the record. A result names its meeting, so that it cannot settle
 * a pool of another one (R03), and a version, so that a correction never overwrites (R06).
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import type { Pool } from '../definition/pool.ts';
import { emptySet, hasRunner, isEmpty, MAX_RUNNER } from '../ticket/runner-set.ts';
import type { Scratched } from '../ticket/ticket.ts';

const number = z.int().min(1).max(MAX_RUNNER);
const order = z.array(z.array(number).min(1)).max(MAX_RUNNER);

export const legResultSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('finish'),
    /** Betting order: one group for each placing, dead-heaters together. Numbers of coupled entries may repeat. */
    order,
    sportingOrder: order.optional(),
    /** Runners from most to least backed when betting on the leg closed; takes the place of scratched selections where so ruled. */
    favourites: z.array(number).default([]),
  }),
  z.strictObject({ kind: z.literal('outcome'), winners: z.array(number).min(1) }),
  z.strictObject({ kind: z.literal('void') }),
]);

export const resultSchema = z.strictObject({
  meeting: z.string().min(1).max(80),
  version: z.int().min(1),
  legs: z.array(legResultSchema).min(1),
});

export type LegResult = z.output<typeof legResultSchema>;
export type PoolResult = z.output<typeof resultSchema>;
export type PoolResultJson = z.input<typeof resultSchema>;

export type ResultRefusal =
  | 'result_unreadable'
  | 'result_of_another_meeting'
  | 'wrong_number_of_legs'
  | 'runner_did_not_start'
  | 'finished_twice'
  | 'dead_heat_too_large'
  | 'favourite_missing'
  | 'favourite_unknown'
  | 'result_kind_not_for_leg';

/** No bet looks further than the fifth place, so unplaced runners may stand in one group whatever its size. */
const LAST_PLACE = 5;
/** Runners level for one of these places. Four have been; a group of more than eight is a mistake of entry, and costly to price. */
const MOST_LEVEL = 8;

/** The first group that is level for a place that bets ask for and too large to be one; -1 when there is none. */
function oversizedHeat(groups: readonly (readonly number[])[]): number {
  let place = 1;
  return groups.findIndex((group) => {
    const from = place;
    place += group.length;
    return from <= LAST_PLACE && new Set(group).size > MOST_LEVEL;
  });
}

/** Whether the legs of this pool are decided by an order of finish (races) or by an outcome (matches, events). */
const isRace = (pool: Pool): boolean => !['sports', 'over-under', 'free'].includes(pool.definition.bet.type);

/** Starters under a number of a leg, as far as the card says. */
const declaredStarters = (pool: Pool) => (leg: number, runner: number) =>
  pool.legs[leg]?.runners.find((one) => one.number === runner)?.starters ?? 0;

/**
 * A result for this pool, or why it cannot be one. `scratched`: the runners that are out, by leg. `startersOf`: how many starters
 * stand under a number; a book knows those of a coupled entry that were withdrawn, the card alone does not.
 */
export function parseResult(
  pool: Pool,
  json: unknown,
  scratched: Scratched,
  startersOf: (leg: number, runner: number) => number = declaredStarters(pool),
): Outcome<PoolResult, ResultRefusal> {
  const parsed = resultSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse('result_unreadable', { path: issue?.path.join('.') ?? '', facts: { reason: issue?.message ?? '' } });
  }
  const result = parsed.data;
  if (result.meeting !== pool.meeting) {
    return refuse('result_of_another_meeting', { path: 'meeting', facts: { pool: pool.meeting, result: result.meeting } });
  }
  if (result.legs.length !== pool.legs.length)
    return refuse('wrong_number_of_legs', { path: 'legs', facts: { expected: pool.legs.length } });
  for (const [i, leg] of result.legs.entries()) {
    if (leg.kind === 'void') continue;
    if ((leg.kind === 'finish') !== isRace(pool)) return refuse('result_kind_not_for_leg', { path: `legs.${i}.kind` });
    const out = scratched[i] ?? emptySet;
    const needsFavourite = leg.kind === 'finish' && pool.definition.scratch === 'substitute-favourite' && !isEmpty(out);
    if (needsFavourite && leg.favourites.every((runner) => hasRunner(out, runner))) {
      return refuse('favourite_missing', { path: `legs.${i}.favourites` });
    }
    const card = pool.legs[i]?.numbers ?? emptySet;
    const unknown = leg.kind === 'finish' ? leg.favourites.find((runner) => !hasRunner(card, runner)) : undefined;
    if (unknown !== undefined) return refuse('favourite_unknown', { path: `legs.${i}.favourites`, facts: { runner: unknown } });
    const heat = leg.kind === 'finish' ? oversizedHeat(leg.order) : -1;
    if (heat >= 0) return refuse('dead_heat_too_large', { path: `legs.${i}.order.${heat}`, facts: { most: MOST_LEVEL } });
    const times = new Map<number, number>();
    for (const runner of leg.kind === 'finish' ? leg.order.flat() : leg.winners) {
      const at = { path: `legs.${i}`, facts: { runner } };
      const starters = startersOf(i, runner);
      if (starters === 0 || hasRunner(out, runner)) return refuse('runner_did_not_start', at);
      const count = (times.get(runner) ?? 0) + 1;
      if (count > starters) return refuse('finished_twice', at);
      times.set(runner, count);
    }
  }
  return ok(result);
}

export type ResultEntry = { readonly enteredBy: string; readonly result: PoolResult };

/** Text that is equal for equal results: the order inside a dead heat does not count. */
const canonical = (result: PoolResult): string =>
  JSON.stringify(
    result.legs.map((leg) =>
      leg.kind === 'void'
        ? 'void'
        : leg.kind === 'finish'
          ? leg.order.map((group) => group.toSorted((a, b) => a - b))
          : leg.winners.toSorted((a, b) => a - b),
    ),
  );

/** A result becomes official by two independent entries that agree (incident R06). */
export function confirmResult(
  first: ResultEntry,
  second: ResultEntry,
): Outcome<PoolResult, 'same_person_twice' | 'results_differ' | 'result_of_another_meeting'> {
  if (first.enteredBy === second.enteredBy) return refuse('same_person_twice', { path: 'enteredBy' });
  if (first.result.meeting !== second.result.meeting) return refuse('result_of_another_meeting', { path: 'meeting' });
  const legs = first.result.legs.findIndex(
    (leg, i) => canonical({ ...first.result, legs: [leg] }) !== canonical({ ...second.result, legs: second.result.legs.slice(i, i + 1) }),
  );
  if (legs >= 0 || first.result.legs.length !== second.result.legs.length)
    return refuse('results_differ', { path: `legs.${Math.max(legs, 0)}` });
  return ok(first.result);
}
