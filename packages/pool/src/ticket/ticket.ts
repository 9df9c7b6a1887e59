/**
 * A pool ticket: selections and one stake. The stake is spread evenly over the combinations.
 *
 * Rule reference: pool.md, "Ticket forms" and defaults (exact multiples of the unit, minimum per ticket); flexi stakes keep
 * stake / combinations as an exact fraction. Example: exacta box of 4 at a unit of 1.00 costs 12.00; 5.00 on it is a flexi
 * stake of 5/12 of a unit per combination, and is refused where the definition has no flexi.
 */
import type { Cents } from '@valira/money';
import { cents, divide } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import { type Shape, shapeOf } from '../definition/bet-type.ts';
import type { Pool } from '../definition/pool.ts';
import type { PoolDefinition } from '../definition/pool-definition.ts';
import { selectionsKeyOf, unpackSelections } from './packed-selections.ts';
import { hasRunner, intersection, isEmpty, MAX_RUNNER, type RunnerSet, runnerSet, setSize } from './runner-set.ts';
import { countCombinations, type Selections, type SelectionsJson, selectionsSchema, selectionsToJson } from './selections.ts';

export const ticketSchema = z.strictObject({
  selections: selectionsSchema,
  /** The whole ticket, in minor units as decimal text. */
  stakeCents: z.string().regex(/^[1-9]\d{0,14}$/, 'positive minor units as decimal text'),
});

export type TicketJson = { selections: SelectionsJson; stakeCents: string };

export type Ticket = { readonly selections: Selections; readonly combinations: number; readonly stakeCents: Cents };

export type TicketRefusal =
  | 'ticket_unreadable'
  | 'stake_invalid'
  | 'form_not_for_bet'
  | 'wrong_number_of_runners'
  | 'wrong_number_of_legs'
  | 'unknown_runner'
  | 'scratched_runner'
  | 'duplicate_runner'
  | 'unknown_system'
  | 'system_marks_differ'
  | 'one_score_only'
  | 'no_combination'
  | 'too_many_combinations'
  | 'stake_not_multiple_of_unit'
  | 'stake_below_minimum'
  | 'stake_above_maximum'
  | 'flexi_below_minimum';

/** Runners that are out of a pool, by leg. */
export type Scratched = readonly RunnerSet[];

type Refused = ReturnType<typeof refuse<TicketRefusal>>;

function checkRunners(pool: Pool, leg: number, runners: readonly number[], path: string, scratched: Scratched): Refused | null {
  const known = pool.legs[leg]?.numbers;
  const out = scratched[leg];
  for (const [i, runner] of runners.entries()) {
    const at = { path: `${path}.${i}`, facts: { runner } };
    if (!known || !hasRunner(known, runner)) return refuse<TicketRefusal>('unknown_runner', at);
    if (out && hasRunner(out, runner)) return refuse<TicketRefusal>('scratched_runner', at);
    if (runners.indexOf(runner) !== i) return refuse<TicketRefusal>('duplicate_runner', at);
  }
  return null;
}

function readLegs(pool: Pool, json: readonly (readonly number[])[], scratched: Scratched): Outcome<RunnerSet[], TicketRefusal> {
  if (json.length !== pool.legs.length)
    return refuse('wrong_number_of_legs', { path: 'selections.legs', facts: { expected: pool.legs.length } });
  for (const [i, runners] of json.entries()) {
    const refusal = checkRunners(pool, i, runners, `selections.legs.${i}`, scratched);
    if (refusal) return refusal;
  }
  const { bet } = pool.definition;
  // One forecast of the score goes with every line of the ticket.
  if (bet.type === 'sports' && bet.plus && json[bet.legs]?.length !== 1)
    return refuse('one_score_only', { path: `selections.legs.${bet.legs}` });
  return ok(json.map(runnerSet));
}

function readOverLegs(pool: Pool, json: SelectionsJson, scratched: Scratched): Outcome<Selections, TicketRefusal> {
  if (json.form === 'straight') {
    const legs = readLegs(
      pool,
      json.runners.map((runner) => [runner]),
      scratched,
    );
    return legs.ok ? ok({ form: 'legs', legs: legs.value }) : legs;
  }
  if (json.form !== 'legs' && json.form !== 'reduced') return refuse('form_not_for_bet', { path: 'selections.form' });
  const legs = readLegs(pool, json.legs, scratched);
  if (!legs.ok) return legs;
  if (json.form === 'legs') return ok({ form: 'legs', legs: legs.value });
  const index = pool.definition.reducedSystems.findIndex((system) => system.name === json.system);
  const system = pool.definition.reducedSystems[index];
  if (!system) return refuse('unknown_system', { path: 'selections.system' });
  const marks = legs.value.map(setSize).filter((size) => size > 1);
  if (marks.length !== system.marks.length || marks.some((size, i) => size !== system.marks[i])) {
    return refuse('system_marks_differ', { path: 'selections.legs', facts: { expected: system.marks.join('-'), found: marks.join('-') } });
  }
  return ok({ form: 'reduced', system: index, legs: legs.value });
}

function readOneRace(
  pool: Pool,
  shape: Exclude<Shape, { kind: 'legs' }>,
  json: SelectionsJson,
  scratched: Scratched,
): Outcome<Selections, TicketRefusal> {
  const check = (runners: readonly number[], path: string) => checkRunners(pool, 0, runners, `selections.${path}`, scratched);
  switch (json.form) {
    case 'straight': {
      if (json.runners.length !== shape.pick)
        return refuse('wrong_number_of_runners', { path: 'selections.runners', facts: { expected: shape.pick } });
      const refusal = check(json.runners, 'runners');
      if (refusal) return refusal;
      return ok({ form: 'straight', runners: shape.kind === 'ordered' ? json.runners : json.runners.toSorted((a, b) => a - b) });
    }
    case 'box':
      return check(json.runners, 'runners') ?? ok({ form: 'box', runners: runnerSet(json.runners) });
    case 'banker': {
      const refusal = check(json.bankers, 'bankers') ?? check(json.partners, 'partners');
      if (refusal) return refusal;
      const bankers = runnerSet(json.bankers);
      const partners = runnerSet(json.partners);
      if (json.bankers.length >= shape.pick)
        return refuse('wrong_number_of_runners', { path: 'selections.bankers', facts: { most: shape.pick - 1 } });
      if (!isEmpty(intersection(bankers, partners))) return refuse('duplicate_runner', { path: 'selections.partners' });
      return ok({ form: 'banker', bankers, partners });
    }
    case 'wheel': {
      if (json.places.length !== shape.pick)
        return refuse('wrong_number_of_runners', { path: 'selections.places', facts: { expected: shape.pick } });
      for (const [i, runners] of json.places.entries()) {
        const refusal = check(runners, `places.${i}`);
        if (refusal) return refusal;
      }
      return ok({ form: 'wheel', places: json.places.map(runnerSet) });
    }
    default:
      return refuse('form_not_for_bet', { path: 'selections.form' });
  }
}

/** Selections checked against the pool's runners, its bet type and what is scratched. */
export function parseSelections(pool: Pool, json: SelectionsJson, scratched: Scratched): Outcome<Selections, TicketRefusal> {
  const shape = shapeOf(pool.definition.bet);
  return shape.kind === 'legs' ? readOverLegs(pool, json, scratched) : readOneRace(pool, shape, json, scratched);
}

/** Why a stake cannot be spread over its combinations; null when it can. The limits of a ticket are not looked at. */
export function spreadProblem(
  { stake }: PoolDefinition,
  combinations: number,
  stakeCents: Cents,
): 'stake_not_multiple_of_unit' | 'flexi_below_minimum' | null {
  const cost = stake.unitCents * BigInt(combinations);
  if (stakeCents % cost === 0n) return null;
  if (stake.flexiMinimumBps === null) return 'stake_not_multiple_of_unit';
  return stakeCents < divide(cost * BigInt(stake.flexiMinimumBps), 10_000n, 'up') ? 'flexi_below_minimum' : null;
}

function checkStake(definition: PoolDefinition, combinations: number, stakeCents: Cents): Refused | null {
  const { stake } = definition;
  const facts = { combinations, unitCents: stake.unitCents, stakeCents };
  const at = { path: 'stakeCents', facts };
  if (stakeCents < stake.minimumCents)
    return refuse<TicketRefusal>('stake_below_minimum', { ...at, facts: { ...facts, minimumCents: stake.minimumCents } });
  if (stakeCents > stake.maximumCents)
    return refuse<TicketRefusal>('stake_above_maximum', { ...at, facts: { ...facts, maximumCents: stake.maximumCents } });
  const uneven = spreadProblem(definition, combinations, stakeCents);
  return uneven ? refuse<TicketRefusal>(uneven, at) : null;
}

/** Combinations and cost of selections at the definition's unit stake, before a stake is chosen. */
export function quoteTicket(
  pool: Pool,
  json: unknown,
  scratched: Scratched = [],
): Outcome<{ selections: Selections; combinations: number; costCents: Cents }, TicketRefusal> {
  const parsed = selectionsSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const path = ['selections', ...(issue?.path ?? [])].join('.');
    const outOfRange = issue?.path.some((part) => typeof part === 'number') && (issue.code === 'too_big' || issue.code === 'too_small');
    return refuse(outOfRange ? 'unknown_runner' : 'ticket_unreadable', {
      path,
      facts: { reason: issue?.message ?? '', greatest: MAX_RUNNER },
    });
  }
  const selections = parseSelections(pool, parsed.data, scratched);
  if (!selections.ok) return selections;
  const { bet, reducedSystems, stake } = pool.definition;
  const combinations = countCombinations(shapeOf(bet), selections.value, reducedSystems);
  if (combinations === 0) return refuse('no_combination', { path: 'selections' });
  if (combinations > stake.maximumCombinations) {
    return refuse('too_many_combinations', { path: 'selections', facts: { combinations, most: stake.maximumCombinations } });
  }
  return ok({ selections: selections.value, combinations, costCents: cents(stake.unitCents * BigInt(combinations)) });
}

/** A ticket from outside (any JSON), or the reason why the pool cannot take it. `scratched`: `scratchedRunners` of the pool's book. */
export function parseTicket(pool: Pool, json: unknown, scratched: Scratched = []): Outcome<Ticket, TicketRefusal> {
  if (typeof json !== 'object' || json === null || !('selections' in json)) return refuse('ticket_unreadable');
  const stake = ticketSchema.shape.stakeCents.safeParse('stakeCents' in json ? json.stakeCents : undefined);
  if (!stake.success) return refuse('stake_invalid', { path: 'stakeCents' });
  const extra = Object.keys(json).find((key) => key !== 'selections' && key !== 'stakeCents');
  if (extra !== undefined) return refuse('ticket_unreadable', { path: extra });
  const quote = quoteTicket(pool, json.selections, scratched);
  if (!quote.ok) return quote;
  const stakeCents = cents(BigInt(stake.data));
  const refusal = checkStake(pool.definition, quote.value.combinations, stakeCents);
  return refusal ?? ok({ selections: quote.value.selections, combinations: quote.value.combinations, stakeCents });
}

/**
 * A ticket from packed bytes of any origin. They must be those that `packSelections` writes for a ticket of this pool: bytes of
 * another bet type, of runners that are not on the card, or in another order than the canonical one are refused.
 */
export function unpackTicket(
  pool: Pool,
  bytes: Uint8Array,
  stakeCents: Cents,
): Outcome<Ticket, TicketRefusal | 'packed_selections_unreadable'> {
  const unpacked = unpackSelections(bytes);
  if (!unpacked.ok) return unpacked;
  const json = selectionsToJson(pool.definition.reducedSystems, unpacked.value);
  const ticket = parseTicket(pool, { selections: json, stakeCents: stakeCents.toString() });
  if (!ticket.ok) return ticket;
  return selectionsKeyOf(ticket.value.selections) === selectionsKeyOf(unpacked.value) ? ticket : refuse('packed_selections_unreadable');
}

/** A stored ticket from its packed selections and stake. The selections were checked when they were sold. */
export function ticketOf(pool: Pool, selections: Selections, stakeCents: Cents): Ticket {
  return {
    selections,
    combinations: countCombinations(shapeOf(pool.definition.bet), selections, pool.definition.reducedSystems),
    stakeCents,
  };
}
