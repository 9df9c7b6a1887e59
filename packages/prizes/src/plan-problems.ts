/**
 * What makes a well-formed plan impossible: shares above the whole, names that do not exist, money without a way on.
 *
 * Example: shares of the rest of 60 % and 50 % are refused at `tiers` with `shares_over_whole`; a cascade into tier `six`
 * of a plan that only has `5` is refused with `unknown_tier`.
 */
import { addRational, compareRational, type Rational, ratioOne, ratioZero, sumRational } from '@valira/money';
import type { Destination, PrizePlan, Sink } from './prize-plan.ts';

export type PlanProblem = { readonly path: string; readonly reason: PlanProblemReason };

export type PlanProblemReason =
  | 'duplicate_tier'
  | 'duplicate_account'
  | 'reserved_name'
  | 'unknown_tier'
  | 'unknown_account'
  | 'shares_over_whole'
  | 'second_remainder'
  | 'empty_rule_missing'
  | 'jackpot_on_fixed'
  | 'roll_down_to_itself'
  | 'must_be_won_never'
  | 'fall_without_cap'
  | 'cap_below_start_value'
  | 'schedule_not_ascending'
  | 'raise_without_operator'
  | 'rounding_without_operator'
  | 'fixed_shortfall_uncovered';

type Entry = {
  readonly share: Rational;
  readonly of: 'stakes' | 'fund' | 'rest';
  readonly schedule: readonly { fromCycleDraw: number; share: Rational }[];
};

/** Share in force at the given draw of a cycle (1 = first draw after a win). */
export function shareAt(entry: Pick<Entry, 'share' | 'schedule'>, cycleDraw: number): Rational {
  let share = entry.share;
  for (const step of entry.schedule) if (cycleDraw >= step.fromCycleDraw) share = step.share;
  return share;
}

function sharesOverWhole(plan: PrizePlan, entries: readonly Entry[]): boolean {
  const starts = new Set([1, ...entries.flatMap((entry) => entry.schedule.map((step) => step.fromCycleDraw))]);
  for (const cycleDraw of starts) {
    const total = (of: Entry['of']) => sumRational(entries.filter((entry) => entry.of === of).map((entry) => shareAt(entry, cycleDraw)));
    const ofFund = total('fund');
    const ofStakes = total('stakes');
    if (compareRational(total('rest'), ratioOne) > 0) return true;
    if (compareRational(ofFund, ratioOne) > 0) return true;
    // Shares of stakes and of the fund come out of the one fund.
    const fromFund = addRational(ofStakes, { n: ofFund.n * plan.fund.share.n, d: ofFund.d * plan.fund.share.d });
    if (compareRational(fromFund, plan.fund.share) > 0) return true;
  }
  return false;
}

/** Every problem of a plan, in the order of the plan; empty when the plan can work. */
export function planProblems(plan: PrizePlan): PlanProblem[] {
  const problems: PlanProblem[] = [];
  const report = (path: string, reason: PlanProblemReason) => problems.push({ path, reason });
  const tierIds = new Set(plan.tiers.map((tier) => tier.id));
  const accounts = new Set(plan.accounts);
  const checkAccount = (path: string, account: string) => {
    if (!accounts.has(account)) report(path, 'unknown_account');
  };
  const checkSources = (path: string, sources: readonly string[]) => {
    sources.forEach((source, index) => {
      if (source !== 'operator') checkAccount(`${path}.${index}`, source);
    });
  };
  const checkSink = (path: string, place: Sink) => {
    if (place.to === 'account') checkAccount(`${path}.account`, place.account);
    if (place.to === 'carry' && !tierIds.has(place.tier)) report(`${path}.tier`, 'unknown_tier');
  };
  const checkDestination = (path: string, place: Destination, owner: string) => {
    if (place.to === 'operator' || place.to === 'account' || place.to === 'carry') return checkSink(path, place);
    checkSink(`${path}.otherwise`, place.otherwise);
    if (place.to !== 'tiers') return;
    place.split.forEach((part, index) => {
      if (!tierIds.has(part.tier)) report(`${path}.split.${index}.tier`, 'unknown_tier');
      if (part.tier === owner) report(`${path}.split.${index}.tier`, 'roll_down_to_itself');
    });
    if (compareRational(sumRational(place.split.map((part) => part.share)), ratioOne) > 0) report(`${path}.split`, 'shares_over_whole');
  };
  const checkSchedule = (path: string, schedule: Entry['schedule']) => {
    schedule.forEach((step, index) => {
      if (step.fromCycleDraw <= (schedule[index - 1]?.fromCycleDraw ?? 1)) report(`${path}.schedule.${index}`, 'schedule_not_ascending');
    });
  };

  if (accounts.size !== plan.accounts.length) report('accounts', 'duplicate_account');
  if (accounts.has('operator')) report('accounts', 'reserved_name');
  const entries: Entry[] = [...plan.setAsides];
  plan.setAsides.forEach((setAside, index) => {
    checkAccount(`setAsides.${index}.account`, setAside.account);
    checkSchedule(`setAsides.${index}`, setAside.schedule);
  });
  plan.pours.forEach((pour, index) => {
    checkAccount(`pours.${index}.account`, pour.account);
    if (!tierIds.has(pour.tier)) report(`pours.${index}.tier`, 'unknown_tier');
  });
  checkSources('fixed.shortfallFrom', plan.fixed.shortfallFrom);

  const seen = new Set<string>();
  let remainders = 0;
  plan.tiers.forEach((tier, index) => {
    const path = `tiers.${index}`;
    if (seen.has(tier.id)) report(`${path}.id`, 'duplicate_tier');
    seen.add(tier.id);
    if (tier.prize.kind === 'shared') {
      entries.push(tier.prize);
      checkSchedule(`${path}.prize`, tier.prize.schedule);
    }
    if (tier.prize.kind === 'remainder') {
      remainders += 1;
      if (remainders > 1) report(`${path}.prize`, 'second_remainder');
    }
    if (tier.prize.kind === 'fixed' && tier.prize.from !== undefined) checkAccount(`${path}.prize.from`, tier.prize.from);
    if (tier.prize.kind !== 'fixed' && tier.empty === undefined) report(`${path}.empty`, 'empty_rule_missing');
    checkSink(`${path}.rounding.remainderTo`, tier.rounding.remainderTo);
    checkSources(`${path}.rounding.excessFrom`, tier.rounding.excessFrom);
    if (tier.rounding.mode !== 'down' && !tier.rounding.excessFrom.includes('operator'))
      report(`${path}.rounding.excessFrom`, 'rounding_without_operator');
    if (tier.empty) checkDestination(`${path}.empty`, tier.empty, tier.id);
    if (tier.minimum) checkDestination(`${path}.minimum.otherwise`, tier.minimum.otherwise, tier.id);
    if (tier.withholding) checkAccount(`${path}.withholding.account`, tier.withholding.account);
    const { jackpot } = tier;
    if (!jackpot) return;
    if (tier.prize.kind === 'fixed') report(`${path}.jackpot`, 'jackpot_on_fixed');
    if (jackpot.startValue) checkSources(`${path}.jackpot.startValue.from`, jackpot.startValue.from);
    if (jackpot.guarantee) checkSources(`${path}.jackpot.guarantee.from`, jackpot.guarantee.from);
    if (jackpot.cap) {
      checkDestination(`${path}.jackpot.cap.excessTo`, jackpot.cap.excessTo, tier.id);
      if (jackpot.startValue && jackpot.startValue.amountCents > jackpot.cap.amountCents)
        report(`${path}.jackpot.cap`, 'cap_below_start_value');
    }
    if (jackpot.mustBeWon) {
      const { atCycleDraw, afterDrawsAtCap, occasions, rollDown } = jackpot.mustBeWon;
      checkDestination(`${path}.jackpot.mustBeWon.rollDown`, rollDown, tier.id);
      if (atCycleDraw === undefined && afterDrawsAtCap === undefined && occasions.length === 0)
        report(`${path}.jackpot.mustBeWon`, 'must_be_won_never');
      if (afterDrawsAtCap !== undefined && !jackpot.cap) report(`${path}.jackpot.mustBeWon.afterDrawsAtCap`, 'fall_without_cap');
    }
  });
  if (sharesOverWhole(plan, entries)) report('tiers', 'shares_over_whole');
  checkSink('undividedTo', plan.undividedTo);
  if (plan.inversion.rule === 'merge' && plan.inversion.fixedTiers !== 'merge') {
    checkSources('inversion.fixedTiers.raiseFrom', plan.inversion.fixedTiers.raiseFrom);
    if (!plan.inversion.fixedTiers.raiseFrom.includes('operator')) report('inversion.fixedTiers.raiseFrom', 'raise_without_operator');
  }
  const hasFixed = plan.tiers.some((tier) => tier.prize.kind === 'fixed');
  if (hasFixed && !plan.fixed.shortfallFrom.includes('operator') && plan.fixed.conversion === 'none')
    report('fixed', 'fixed_shortfall_uncovered');
  if (compareRational(plan.fund.share, ratioZero) === 0 && entries.length > 0) report('fund.share', 'shares_over_whole');
  return problems;
}
