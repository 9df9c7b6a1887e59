/**
 * A pool definition decides everything that turns stakes and a result into dividends. It is versioned and is copied into a
 * pool when the pool opens; a later version never reaches an open pool.
 *
 * Rule reference: pool.md, "Price methods" and "Events that change a pool"; incident R01 (the dead-heat formula is part of
 * the definition), R02 (the break step is data with a date), R03 (takeout is frozen at opening).
 *
 * Example: win, takeout 1800 basis points, break step 10 per 100 cents, downwards, minimum 110 funded by breakage, otherwise
 * refund. Stakes 192,913.00 with 23,872.00 on the winner pay 6.60 per 1.00 and leave 633.46 of breakage.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { centsText, positiveCentsText, prizePlan } from '@valira/prizes';
import { z } from 'zod';
import { betSchema } from './bet-type.ts';
import { definitionProblem } from './definition-problem.ts';

/** Not `constructor`, which every object already has: identifiers are looked up as names of fields. */
const identifier = z.string().regex(/^(?!constructor$)[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens');
const bps = z.int().min(0).max(10_000);
/** Instants are ISO 8601 in UTC with whole seconds, so that they compare as text. */
const instantText = z.iso.datetime({ precision: 0, error: 'an instant as 2026-11-30T18:00:00Z' });
const dateText = z.iso.date('a date as 2026-11-30');

const priceSchema = z.strictObject({
  /**
   * `single` p = N/W · `profit-split` p = 1 + ((N−ΣW)/k)/W · `equal-share` p = (N/k)/W · `jra` p = ((W+D/P)·R + A/P)/W ·
   * `france` profit split with its minimum · `net` several sources with own takeouts · `tiered` fund split over tiers.
   */
  method: z.enum(['single', 'profit-split', 'equal-share', 'jra', 'france', 'net', 'tiered']),
  /** Formula of `single` and `net` when a dead heat makes several combinations win. `single-price`: one dividend for all. */
  deadHeat: z.enum(['profit-split', 'equal-share', 'single-price']),
  /** `by-place`: each paid place has an equal part and dead-heaters share the parts of their places. `alike`: every winner has one. */
  placeShares: z.enum(['alike', 'by-place']),
  /** A coupled entry that finishes twice: `moves-up` counts its best finish and the others advance; `holds` keeps the places used. */
  coupledFinish: z.enum(['moves-up', 'holds']),
});

const dividendSchema = z.strictObject({
  /** The stake that a dividend is quoted for, e.g. 100 = per EUR 1.00. */
  perCents: positiveCentsText,
  /** Dividends are multiples of this. */
  breakStepCents: positiveCentsText,
  rounding: z.enum(['down', 'nearest']),
  /** Least dividend for `perCents`; 0 = none. Breakage of the same pool pays for it first. */
  minimumCents: centsText,
  /** Who pays what breakage cannot: the operator, the takeout down to a floor and then the operator or nobody, or all stakes go back. */
  shortfall: z.discriminatedUnion('paidBy', [
    z.strictObject({ paidBy: z.literal('operator') }),
    z.strictObject({ paidBy: z.literal('takeout'), floorBps: bps, beyondFloor: z.enum(['operator', 'refund']) }),
    z.strictObject({ paidBy: z.literal('refund') }),
  ]),
});

/** What is paid when nobody holds a winning combination: the first step with stakes on it; the last step always applies. */
const cascadeStep = z.discriminatedUnion('step', [
  /** Bets on one runner: the next finisher with stakes. */
  z.strictObject({ step: z.literal('next-finisher') }),
  /** Ordered bets: the named places right, the others anything. */
  z.strictObject({ step: z.literal('places-right'), places: z.array(z.int().min(1).max(5)).min(1) }),
  /** Ordered bets: any one of the named places right; each place is a price of its own. */
  z.strictObject({ step: z.literal('either-place'), places: z.array(z.int().min(1).max(5)).min(2) }),
  /** Unordered bets: at least `count` of the first `ofFirst`. */
  z.strictObject({ step: z.literal('contains'), count: z.int().min(1).max(4), ofFirst: z.int().min(1).max(5) }),
  /** Bets over legs: the most legs right that anybody has. */
  z.strictObject({ step: z.literal('most-correct') }),
  z.strictObject({ step: z.literal('carryover') }),
  z.strictObject({ step: z.literal('refund') }),
]);

const carryoverSchema = z.strictObject({
  /** Name of the series of pools that the money waits for. */
  to: identifier,
  capCents: positiveCentsText.nullable(),
  /**
   * Dates (of the pool's business day) at which nothing is kept: a unique-winner jackpot is shared, and a pool over legs pays the
   * most legs right that anybody has.
   */
  mandatoryDates: z.array(dateText),
});

const stakeSchema = z.strictObject({
  unitCents: positiveCentsText,
  /** Stakes per ticket. */
  minimumCents: positiveCentsText,
  maximumCents: positiveCentsText,
  maximumCombinations: z.int().min(1).max(1_000_000_000),
  /** Flexi: any stake above this share of the unit per combination, kept as stake / combinations. Null: exact multiples of the unit. */
  flexiMinimumBps: z.int().min(1).max(10_000).nullable(),
});

const voidLegsSchema = z.strictObject({
  /** The void leg is the first of the pool. */
  first: z.enum(['all-win', 'refund']),
  later: z.enum(['all-win', 'refund']),
  /** With more void legs than this everything is refunded. */
  refundAbove: z.int().min(0),
  /** Whether tiers below the top are still paid when a leg is void. */
  consolations: z.enum(['kept', 'suppressed']),
});

/** Which lines of a pool over legs win a tier; what the tier is worth is in the prize plan under the same id. */
const tierSchema = z.strictObject({
  id: identifier,
  /** Legs right, the plus leg not counted. */
  correct: z.int().min(0).max(30),
  /** The plus leg must be right, must be wrong, or does not matter. */
  plus: z.enum(['right', 'wrong', 'any']),
  /** `at-least` pays a line in this tier too when it has more right. */
  count: z.enum(['exactly', 'at-least']),
  /** Paid only to a single winning unit; otherwise the tier counts as unwon, except on a mandatory date. */
  uniqueOnly: z.boolean(),
});

const reducedSystem = z.strictObject({
  name: identifier,
  /** Number of marks in each leg that the system varies, in order; all other legs carry one mark. */
  marks: z.array(z.int().min(2).max(9)).min(2).max(20),
  /** Lines played: for each varied leg the index of the mark, 0-based, as one digit. */
  lines: z
    .array(z.string().regex(/^[0-8]+$/))
    .min(1)
    .max(5_000),
});

export const poolDefinitionSchema = z.strictObject({
  schema: z.literal(1),
  id: identifier,
  version: z.int().min(1),
  effectiveFrom: instantText,
  currency: z.enum(['EUR', 'USD', 'GBP', 'SEK', 'NOK', 'DKK', 'BRL', 'HKD', 'HUF', 'JPY', 'KRW']),
  bet: betSchema,
  price: priceSchema,
  takeoutBps: bps,
  /** The fund N is rounded down to this before it is divided: 100 where the operator publishes whole crowns. The rest joins the takeout. */
  fundStepCents: positiveCentsText,
  dividend: dividendSchema,
  cascade: z.array(cascadeStep).min(1).max(12),
  scratch: z.enum(['refund', 'substitute-favourite', 'all-win', 'consolation', 'loses']),
  voidLegs: voidLegsSchema,
  /** The operator tops the fund up to this when the pool pays. */
  guarantee: z.strictObject({ fundCents: positiveCentsText, carryoverCounts: z.boolean() }).nullable(),
  carryover: carryoverSchema.nullable(),
  tiers: z.array(tierSchema).max(12),
  /**
   * How the fund of a tiered pool is split, cascades and carries (packages/prizes). Its own fund share is 100 %: takeout is
   * ours. Prizes are for one unit stake. The business date of the pool is an occasion of the plan.
   */
  prizePlan: prizePlan.nullable(),
  stake: stakeSchema,
  reducedSystems: z.array(reducedSystem).max(20),
  /** Most that the pool pays in all. The fund above it carries over where there is a carryover and joins breakage otherwise. */
  payoutCapCents: positiveCentsText.nullable(),
});

export type PoolDefinition = z.output<typeof poolDefinitionSchema>;
export type PoolDefinitionJson = z.input<typeof poolDefinitionSchema>;
export type CascadeStep = z.output<typeof cascadeStep>;
export type ReducedSystem = z.output<typeof reducedSystem>;

/**
 * Reads a definition from JSON. Refuses with `definition_invalid`, the path, and `facts.reason`: the schema's complaint or a
 * stable word for a combination of settings that cannot work, such as `cascade_without_end`.
 */
export function parsePoolDefinition(json: unknown): Outcome<PoolDefinition, 'definition_invalid'> {
  const parsed = poolDefinitionSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse('definition_invalid', { path: issue?.path.join('.') ?? '', facts: { reason: issue?.message ?? 'unreadable' } });
  }
  const problem = definitionProblem(parsed.data);
  return problem ? refuse('definition_invalid', { path: problem.path, facts: { reason: problem.reason } }) : ok(parsed.data);
}

/** The definition as JSON: what `parsePoolDefinition` reads back to an equal definition. */
export const poolDefinitionToJson = (definition: PoolDefinition): PoolDefinitionJson => poolDefinitionSchema.encode(definition);

/** The version in force at an instant: the latest whose `effectiveFrom` is not after it. Null before the first. */
export function definitionInForce(versions: readonly PoolDefinition[], at: string): PoolDefinition | null {
  let found: PoolDefinition | null = null;
  for (const version of versions) {
    if (version.effectiveFrom <= at && (found === null || version.effectiveFrom > found.effectiveFrom)) found = version;
  }
  return found;
}
