/**
 * Settings that are each well formed and cannot work together. A definition that passes can settle every result.
 *
 * Example: a pool whose cascade ends with "next finisher" would have money without an owner when nobody backed any
 * finisher; it is refused at `cascade` with `cascade_without_end`.
 */
import { compareRational, ratioOne, ZERO } from '@valira/money';
import { type Destination, planProblems, type Sink } from '@valira/prizes';
import { type Bet, legCount, shapeOf } from './bet-type.ts';
import type { CascadeStep, PoolDefinition } from './pool-definition.ts';
import { type PoolPlanProblem, poolPlanProblem } from './pool-plan-problem.ts';

export type DefinitionProblem = { readonly path: string; readonly reason: DefinitionProblemReason };

export type DefinitionProblemReason =
  | 'cascade_without_end'
  | 'cascade_step_after_end'
  | 'cascade_step_not_for_bet'
  | 'carryover_missing'
  | 'places_not_ascending'
  | 'outcomes_duplicate'
  | 'ranks_duplicate'
  | 'ranks_without_order'
  | 'rank_impossible'
  | 'rank_never_reached'
  | 'method_not_for_bet'
  | 'guarantee_not_for_method'
  | 'guarantee_above_cap'
  | 'fund_step_not_for_method'
  | 'cap_not_for_method'
  | 'takeout_not_for_method'
  | 'rounding_not_for_method'
  | 'shortfall_not_for_method'
  | 'scratch_rule_not_for_method'
  | 'withholding_not_for_pool'
  | 'tiers_missing'
  | 'tiers_not_for_method'
  | 'tier_duplicate'
  | 'tier_unknown'
  | 'prize_plan_impossible'
  | 'plan_fund_not_whole'
  | PoolPlanProblem['reason']
  | 'tier_dividend_per_unit'
  | 'ratio_needs_operator_rounding'
  | 'tier_impossible'
  | 'top_tier_missing'
  | 'plus_leg_missing'
  | 'minimum_missing'
  | 'minimum_off_step'
  | 'dividend_not_payable_on_unit'
  | 'stake_limits_crossed'
  | 'takeout_floor_above_takeout'
  | 'scratch_rule_not_for_bet'
  | 'reduced_system_not_for_bet'
  | 'reduced_system_invalid';

const problem = (path: string, reason: DefinitionProblemReason): DefinitionProblem => ({ path, reason });

const isRanked = (bet: Bet): bet is Extract<Bet, { ranks: unknown }> => 'ranks' in bet;

function placesProblem(bet: Bet): DefinitionProblem | null {
  if (!('places' in bet)) return null;
  const at = bet.places.findIndex((row, i) => {
    const before = bet.places[i - 1];
    return row.paid >= row.declared || (before !== undefined && (row.declared <= before.declared || row.paid < before.paid));
  });
  return at < 0 ? null : problem(`bet.places.${at}`, 'places_not_ascending');
}

function outcomesProblem(bet: Bet): DefinitionProblem | null {
  if (bet.type !== 'sports') return null;
  const repeats = (labels: readonly string[]) => new Set(labels).size !== labels.length;
  if (repeats(bet.outcomes)) return problem('bet.outcomes', 'outcomes_duplicate');
  return bet.plus && repeats(bet.plus.outcomes) ? problem('bet.plus.outcomes', 'outcomes_duplicate') : null;
}

/**
 * The first rank that no combination can be paid for, because the ranks before it take everything it asks for; -1 when there is
 * none. The exact order is the first rank; all others depend only on which of the first places the combination holds.
 */
function unreachableRank({ ranks }: Extract<Bet, { ranks: unknown }>, pick: number): number {
  const reached = new Set([0]);
  for (let held = 0; held < 1 << pick; held += 1) {
    const heldOf = (first: number) => Array.from({ length: first }, (_, place) => (held >> place) & 1).reduce((sum, one) => sum + one, 0);
    reached.add(
      ranks.findIndex(({ match }) =>
        match.kind === 'of-first' ? heldOf(match.ofFirst) >= match.count : match.kind === 'any-order' && heldOf(pick) === pick,
      ),
    );
  }
  return ranks.findIndex((_, i) => !reached.has(i));
}

function ranksProblem(bet: Bet): DefinitionProblem | null {
  if (!isRanked(bet)) return null;
  const { ranks } = bet;
  if (new Set(ranks.map((rank) => rank.id)).size !== ranks.length) return problem('bet.ranks', 'ranks_duplicate');
  const kinds = ranks.map((rank) => rank.match.kind);
  if (kinds[0] !== 'order') return problem('bet.ranks.0', 'ranks_without_order');
  if (bet.orderRatio !== null && kinds[1] !== 'any-order') return problem('bet.orderRatio', 'ranks_without_order');
  const shape = shapeOf(bet);
  const at = ranks.findIndex(
    ({ match }) => match.kind === 'of-first' && (match.count > match.ofFirst || (shape.kind === 'ordered' && match.ofFirst > shape.pick)),
  );
  if (at >= 0) return problem(`bet.ranks.${at}`, 'rank_impossible');
  const unreachable = shape.kind === 'ordered' ? unreachableRank(bet, shape.pick) : -1;
  return unreachable < 0 ? null : problem(`bet.ranks.${unreachable}`, 'rank_never_reached');
}

function stepFits(step: CascadeStep, bet: Bet): boolean {
  const shape = shapeOf(bet);
  switch (step.step) {
    case 'next-finisher':
      return shape.kind === 'unordered' && shape.pick === 1 && bet.type !== 'free';
    case 'places-right':
    case 'either-place':
      return shape.kind === 'ordered' && step.places.every((place, i) => place <= shape.pick && step.places.indexOf(place) === i);
    case 'contains':
      return shape.kind === 'unordered' && shape.pick > 1 && step.count <= shape.pick && step.count <= step.ofFirst;
    case 'most-correct':
      return shape.kind === 'legs';
    default:
      return true;
  }
}

const isEnd = (step: CascadeStep) => step.step === 'carryover' || step.step === 'refund';

function cascadeProblem(definition: PoolDefinition): DefinitionProblem | null {
  const { cascade, bet, carryover } = definition;
  for (const [i, step] of cascade.entries()) {
    const last = i === cascade.length - 1;
    if (isEnd(step) && !last) return problem(`cascade.${i + 1}`, 'cascade_step_after_end');
    if (!isEnd(step) && last) return problem('cascade', 'cascade_without_end');
    if (!stepFits(step, bet)) return problem(`cascade.${i}`, 'cascade_step_not_for_bet');
    if (step.step === 'carryover' && carryover === null) return problem('carryover', 'carryover_missing');
  }
  return null;
}

/** A net price is settled between sources that each have their own rules, so it has no place for rules about the one fund. */
function netProblem(definition: PoolDefinition): DefinitionProblem | null {
  const { takeoutBps, fundStepCents, payoutCapCents, dividend, scratch } = definition;
  if (takeoutBps === 10_000) return problem('takeoutBps', 'takeout_not_for_method');
  if (fundStepCents !== 1n) return problem('fundStepCents', 'fund_step_not_for_method');
  if (payoutCapCents !== null) return problem('payoutCapCents', 'cap_not_for_method');
  if (dividend.rounding !== 'down') return problem('dividend.rounding', 'rounding_not_for_method');
  if (dividend.minimumCents > ZERO && dividend.shortfall.paidBy !== 'operator')
    return problem('dividend.shortfall.paidBy', 'shortfall_not_for_method');
  return scratch === 'consolation' ? problem('scratch', 'scratch_rule_not_for_method') : null;
}

function methodProblem(definition: PoolDefinition): DefinitionProblem | null {
  const { price, bet, dividend, guarantee, fundStepCents, payoutCapCents } = definition;
  const shape = shapeOf(bet);
  const { method } = price;
  if (shape.kind !== 'legs' && isRanked(bet) !== (method === 'tiered')) return problem('price.method', 'method_not_for_bet');
  // One dividend for all tickets that have the legs right; only a double and a treble price each combination.
  const separate = method !== 'single' && method !== 'tiered';
  if (separate && shape.kind === 'legs' && bet.type !== 'double' && bet.type !== 'treble')
    return problem('price.method', 'method_not_for_bet');
  if (price.placeShares === 'by-place' && bet.type !== 'place' && bet.type !== 'show')
    return problem('price.placeShares', 'method_not_for_bet');
  // The Japanese formula gives each stake its own part back, so it has no fund to top up or to round.
  if (method === 'jra' && guarantee) return problem('guarantee', 'guarantee_not_for_method');
  if (method === 'jra' && fundStepCents !== 1n) return problem('fundStepCents', 'fund_step_not_for_method');
  if (guarantee && payoutCapCents !== null && guarantee.fundCents > payoutCapCents)
    return problem('guarantee.fundCents', 'guarantee_above_cap');
  // Tiers have caps of their own in the prize plan.
  if ((method === 'jra' || method === 'tiered') && payoutCapCents !== null) return problem('payoutCapCents', 'cap_not_for_method');
  if (method === 'france' && dividend.minimumCents <= dividend.perCents) return problem('dividend.minimumCents', 'minimum_missing');
  return method === 'net' ? netProblem(definition) : null;
}

/** Whether money of a tier can wait for the next pool on this way. */
function carriesOver(way: Destination | Sink | undefined): boolean {
  return way !== undefined && (way.to === 'carry' || ('otherwise' in way && way.otherwise.to === 'carry'));
}

function tiersProblem(definition: PoolDefinition): DefinitionProblem | null {
  const { tiers, bet, carryover, prizePlan, price, dividend, stake } = definition;
  const overLegs = shapeOf(bet).kind === 'legs';
  if (price.method !== 'tiered') return tiers.length > 0 || prizePlan !== null ? problem('tiers', 'tiers_not_for_method') : null;
  if (prizePlan === null) return problem('prizePlan', 'tiers_missing');
  if (overLegs !== tiers.length > 0) return problem('tiers', overLegs ? 'tiers_missing' : 'tiers_not_for_method');
  const [planProblem] = planProblems(prizePlan);
  if (planProblem) return problem(`prizePlan.${planProblem.path}`, 'prize_plan_impossible');
  const poolProblem = poolPlanProblem(prizePlan);
  if (poolProblem) return problem(`prizePlan.${poolProblem.path}`, poolProblem.reason);
  if (compareRational(prizePlan.fund.share, ratioOne) !== 0) return problem('prizePlan.fund.share', 'plan_fund_not_whole');
  if (dividend.perCents !== stake.unitCents || dividend.minimumCents !== ZERO) return problem('dividend', 'tier_dividend_per_unit');
  if (definition.cascade.length > 1) return problem('cascade.0', 'cascade_step_not_for_bet');
  if (prizePlan.tiers.some((tier) => tier.withholding)) return problem('prizePlan.tiers', 'withholding_not_for_pool');
  const ids = isRanked(bet) ? bet.ranks.map((rank) => rank.id) : tiers.map((tier) => tier.id);
  if (new Set(ids).size !== ids.length) return problem('tiers', 'tier_duplicate');
  const planned = prizePlan.tiers.map((tier) => tier.id);
  if (ids.length !== planned.length || ids.some((id, i) => id !== planned[i])) return problem('prizePlan.tiers', 'tier_unknown');
  const carries = prizePlan.tiers.some((tier) => [tier.empty, tier.minimum?.otherwise, tier.rounding.remainderTo].some(carriesOver));
  if (carries && carryover === null) return problem('carryover', 'carryover_missing');
  if (isRanked(bet) && bet.orderRatio !== null && prizePlan.tiers.some((tier) => tier.rounding.remainderTo.to !== 'operator')) {
    return problem('prizePlan.tiers', 'ratio_needs_operator_rounding');
  }
  const mainLegs = bet.type === 'sports' ? bet.legs : legCount(bet);
  for (const [i, tier] of tiers.entries()) {
    if (tier.correct > mainLegs) return problem(`tiers.${i}.correct`, 'tier_impossible');
    if (tier.plus !== 'any' && !(bet.type === 'sports' && bet.plus)) return problem(`tiers.${i}.plus`, 'plus_leg_missing');
    if (tier.uniqueOnly && !carryover) return problem('carryover', 'carryover_missing');
  }
  const { voidLegs } = definition;
  const paysWithVoid = voidLegs.refundAbove > 0 && (voidLegs.first === 'all-win' || voidLegs.later === 'all-win');
  const hasTop = tiers.some((tier) => tier.correct === mainLegs && !tier.uniqueOnly);
  return overLegs && voidLegs.consolations === 'suppressed' && paysWithVoid && !hasTop
    ? problem('voidLegs.consolations', 'top_tier_missing')
    : null;
}

function stakeProblem({ stake, dividend, takeoutBps }: PoolDefinition): DefinitionProblem | null {
  if (stake.minimumCents > stake.maximumCents || stake.unitCents > stake.maximumCents) return problem('stake', 'stake_limits_crossed');
  if (dividend.minimumCents % dividend.breakStepCents !== 0n) return problem('dividend.minimumCents', 'minimum_off_step');
  // A winning unit is paid in whole cents; a flexi ticket is rounded once, as a whole.
  const whole = (stake.unitCents * dividend.breakStepCents) % dividend.perCents === 0n;
  if (!whole && stake.flexiMinimumBps === null) return problem('stake.unitCents', 'dividend_not_payable_on_unit');
  const { shortfall } = dividend;
  if (shortfall.paidBy === 'takeout' && shortfall.floorBps > takeoutBps)
    return problem('dividend.shortfall.floorBps', 'takeout_floor_above_takeout');
  return null;
}

function legsProblem({ bet, scratch, reducedSystems }: PoolDefinition): DefinitionProblem | null {
  const overLegs = shapeOf(bet).kind === 'legs';
  if (!overLegs && scratch !== 'refund') return problem('scratch', 'scratch_rule_not_for_bet');
  if (scratch === 'consolation' && bet.type !== 'double') return problem('scratch', 'scratch_rule_not_for_bet');
  // Matches have no favourite.
  const matches = bet.type === 'sports' || bet.type === 'over-under';
  if (scratch === 'substitute-favourite' && matches) return problem('scratch', 'scratch_rule_not_for_bet');
  if (!overLegs && reducedSystems.length > 0) return problem('reducedSystems', 'reduced_system_not_for_bet');
  const at = reducedSystems.findIndex(
    (system) =>
      new Set(system.lines).size !== system.lines.length ||
      system.lines.some(
        (line) => line.length !== system.marks.length || [...line].some((digit, i) => Number(digit) >= (system.marks[i] ?? 0)),
      ),
  );
  return at < 0 ? null : problem(`reducedSystems.${at}`, 'reduced_system_invalid');
}

/** The first problem of a definition; null when it can work. */
export const definitionProblem = (definition: PoolDefinition): DefinitionProblem | null =>
  placesProblem(definition.bet) ??
  outcomesProblem(definition.bet) ??
  ranksProblem(definition.bet) ??
  cascadeProblem(definition) ??
  methodProblem(definition) ??
  tiersProblem(definition) ??
  stakeProblem(definition) ??
  legsProblem(definition);
