/**
 * An open pool: a frozen definition bound to the races or matches of one meeting and to the money carried into it.
 *
 * Everything that a settlement reads is here, so that the takeout of another meeting cannot reach it (incident R03).
 * Example: place on a race with eight declared runners under the table 5 → 2, 8 → 3 pays three places, and still does
 * after a late scratch.
 */
import type { Cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { centsText } from '@valira/prizes';
import { z } from 'zod';
import { MAX_RUNNER, type RunnerSet, runnerSet } from '../ticket/runner-set.ts';
import { type Bet, legCount, paidPlaces } from './bet-type.ts';
import { type PoolDefinition, parsePoolDefinition, poolDefinitionSchema } from './pool-definition.ts';

const runnerSchema = z.strictObject({
  number: z.int().min(1).max(MAX_RUNNER),
  /** Starters sold under this number: 1, or more for a coupled entry or the field. */
  starters: z.int().min(1).max(40),
  name: z.string().max(80).optional(),
});

export const poolCardSchema = z.strictObject({
  poolId: z.string().min(1).max(80),
  /** The meeting or competition that the frozen takeout belongs to. */
  meeting: z.string().min(1).max(80),
  /** Business day, for mandatory payout dates. */
  businessDate: z.iso.date(),
  legs: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(80),
        runners: z.array(runnerSchema).max(MAX_RUNNER),
        /** Of an over/under leg: a half, so that no total of goals or points is equal to it. */
        line: z
          .string()
          .regex(/^\d{1,3}\.5$/)
          .optional(),
      }),
    )
    .min(1),
  /** Money carried in, by tier; the key of an untiered pool is `main`. */
  carriedIn: z.record(z.string(), centsText),
  /** Only for free-outcome pools: who organises the event and under which lawful competition (art. 3.6.b). */
  event: z.strictObject({ organiser: z.string().min(1), competition: z.string().min(1), prizes: z.enum(['money', 'kind']) }).nullable(),
});

export type PoolCard = z.output<typeof poolCardSchema>;
export type PoolCardJson = z.input<typeof poolCardSchema>;
export type Runner = z.output<typeof runnerSchema>;

export type PoolLeg = {
  readonly id: string;
  readonly runners: readonly Runner[];
  readonly numbers: RunnerSet;
  /** Paid places of this leg: from the definition's table and the declared runners; 1 where no table applies. */
  readonly places: number;
  /** What the total is over or under, where the card says. */
  readonly line?: string;
};

export type Pool = {
  readonly poolId: string;
  readonly meeting: string;
  readonly businessDate: string;
  readonly definition: PoolDefinition;
  readonly legs: readonly PoolLeg[];
  readonly carriedIn: ReadonlyMap<string, Cents>;
  readonly event: PoolCard['event'];
};

export type OpenRefusal =
  | 'card_unreadable'
  | 'wrong_number_of_legs'
  | 'duplicate_leg'
  | 'too_few_runners'
  | 'duplicate_runner'
  | 'event_missing'
  | 'prizes_in_kind'
  | 'carryover_not_in_definition';

const plain = (labels: readonly string[]): Runner[] => labels.map((name, i) => ({ number: i + 1, starters: 1, name }));

/** Outcomes that the definition names itself: matches need no runners on the card. */
function definedOutcomes(bet: Bet, leg: number): Runner[] | null {
  if (bet.type === 'over-under') return plain(['over', 'under']);
  if (bet.type !== 'sports') return null;
  return plain(bet.plus && leg === bet.legs ? bet.plus.outcomes : bet.outcomes);
}

function leastRunners(bet: Bet): number {
  switch (bet.type) {
    case 'quinella':
    case 'exacta':
      return 3;
    case 'trifecta':
    case 'tierce':
    case 'trio':
    case 'swinger':
      return 4;
    case 'superfecta':
    case 'quarte':
    case 'first-4':
      return 5;
    case 'quinte':
      return 6;
    default:
      return 2;
  }
}

/** Opens a pool on a card. Both are copied: later changes of the definition's next version do not reach the pool. */
export function openPool(definition: PoolDefinition, cardJson: unknown): Outcome<Pool, OpenRefusal> {
  const parsed = poolCardSchema.safeParse(cardJson);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse('card_unreadable', { path: issue?.path.join('.') ?? '', facts: { reason: issue?.message ?? '' } });
  }
  const card = parsed.data;
  const { bet } = definition;
  // One race or match taken for two legs would count one result twice.
  const repeated = card.legs.findIndex((leg, i) => card.legs.findIndex((other) => other.id === leg.id) !== i);
  if (repeated >= 0) return refuse('duplicate_leg', { path: `legs.${repeated}.id`, facts: { leg: card.legs[repeated]?.id ?? '' } });
  if (card.legs.length !== legCount(bet)) return refuse('wrong_number_of_legs', { path: 'legs', facts: { expected: legCount(bet) } });
  if (bet.type === 'free') {
    if (!card.event) return refuse('event_missing', { path: 'event' });
    if (card.event.prizes === 'kind') return refuse('prizes_in_kind', { path: 'event.prizes' });
  }
  const tierIds = new Set(definition.prizePlan ? definition.prizePlan.tiers.map((tier) => tier.id) : ['main']);
  for (const tier of Object.keys(card.carriedIn)) {
    if (!tierIds.has(tier)) return refuse('carryover_not_in_definition', { path: `carriedIn.${tier}` });
  }
  if (definition.carryover === null && Object.values(card.carriedIn).some((amount) => amount > 0n)) {
    return refuse('carryover_not_in_definition', { path: 'carriedIn' });
  }
  const legs: PoolLeg[] = [];
  for (const [i, leg] of card.legs.entries()) {
    const runners = definedOutcomes(bet, i) ?? leg.runners;
    const numbers = runners.map((runner) => runner.number);
    if (new Set(numbers).size !== numbers.length) return refuse('duplicate_runner', { path: `legs.${i}.runners` });
    const places = 'places' in bet ? paidPlaces(bet.places, numbers.length) : 1;
    if (places === null || numbers.length < leastRunners(bet))
      return refuse('too_few_runners', { path: `legs.${i}.runners`, facts: { declared: numbers.length } });
    legs.push({ id: leg.id, runners, numbers: runnerSet(numbers), places, ...(leg.line !== undefined && { line: leg.line }) });
  }
  const { poolId, meeting, businessDate, event } = card;
  return ok({ poolId, meeting, businessDate, definition, legs, event, carriedIn: new Map(Object.entries(card.carriedIn)) });
}

/** A pool as JSON with its frozen definition, for storage; `poolFromJson` reads it back. */
export const poolToJson = (pool: Pool) => ({
  definition: poolDefinitionSchema.encode(pool.definition),
  card: poolCardSchema.encode({
    poolId: pool.poolId,
    meeting: pool.meeting,
    businessDate: pool.businessDate,
    legs: pool.legs.map(({ id, runners, line }) => ({ id, runners: [...runners], ...(line !== undefined && { line }) })),
    carriedIn: Object.fromEntries(pool.carriedIn),
    event: pool.event,
  }),
});

/** A pool from `poolToJson`. Refuses what is not one. */
export function poolFromJson(json: unknown): Outcome<Pool, OpenRefusal | 'definition_invalid'> {
  if (typeof json !== 'object' || json === null || !('definition' in json) || !('card' in json)) return refuse('card_unreadable');
  const definition = parsePoolDefinition(json.definition);
  return definition.ok ? openPool(definition.value, json.card) : definition;
}
