/**
 * Inversion: a lower tier must not pay more than a higher one. Where it would, the tiers are pooled and pay one prize.
 *
 * Example: 12 right, pool 100 for 10 winners (10 each); 11 right, pool 300 for 20 winners (15 each) → 400 for 30 winners,
 * 13.33 each. With a fixed 15.00 below that is kept, the twelve are raised to 15.00 by the named source.
 */
import { type Cents, subtract, times } from '@valira/money';
import type { MovementBook } from './movement-book.ts';
import type { PrizePlan } from './prize-plan.ts';
import { joinFractions, type TierState } from './send-pool.ts';
import { fixedPrizeOf, prizeOf } from './tier-prize.ts';

/** Neighbouring tiers pooled into their highest, which carries the winners of all while the pool is looked at. */
type Group = { readonly members: TierState[]; readonly lead: TierState };

export function mergeInverted(plan: PrizePlan, states: readonly TierState[], book: MovementBook): void {
  if (plan.inversion.rule === 'allowed') return;
  const { fixedTiers } = plan.inversion;
  const keepFixed = fixedTiers !== 'merge';
  const groups: Group[] = [];
  for (const state of states) {
    if (state.winners === 0n) continue;
    if (keepFixed && fixedPrizeOf(state) !== undefined) continue;
    groups.push({ members: [state], lead: { ...state, layers: state.layers } });
    for (;;) {
      const lower = groups.at(-1);
      const higher = groups.at(-2);
      if (!lower || !higher || prizeOf(lower.lead, book) <= prizeOf(higher.lead, book)) break;
      pool(higher, lower, book);
      groups.pop();
    }
  }
  for (const { members, lead } of groups) {
    if (members.length > 1) spread(members, prizeOf(lead, book), book);
  }
  if (fixedTiers !== 'merge') raiseToFixed(states, fixedTiers.raiseFrom, book);
}

function pool(higher: Group, lower: Group, book: MovementBook): void {
  const from = `tier:${lower.lead.plan.id}` as const;
  book.move(from, `tier:${higher.lead.plan.id}`, book.balance(from), 'inversion');
  joinFractions(lower.lead, higher.lead, book);
  higher.members.push(...lower.members);
  higher.lead.winners += lower.lead.winners;
  higher.lead.converted = true;
  higher.lead.layers.length = 0;
}

/** Gives each member its winners' part of the pool; the remainder stays with the highest. */
function spread(members: readonly TierState[], prizeCents: Cents, book: MovementBook): void {
  const [lead, ...lower] = members;
  if (!lead) return;
  const ids = members.map((member) => member.plan.id);
  const place = `tier:${lead.plan.id}` as const;
  const winners = members.reduce((total, member) => total + member.winners, 0n);
  book.draw(lead.plan.rounding.excessFrom, place, subtract(times(prizeCents, winners), book.balance(place)), 'rounding-excess');
  for (const member of members) {
    member.converted = member.plan.prize.kind === 'fixed';
    member.raisedTo = prizeCents;
    member.layers.length = 0;
    member.mergedWith = ids.filter((id) => id !== member.plan.id);
  }
  for (const member of lower) book.move(place, `tier:${member.plan.id}`, times(prizeCents, member.winners), 'inversion');
}

/** Raises every tier above a fixed prize to it, at the cost of the named sources. */
function raiseToFixed(states: readonly TierState[], raiseFrom: readonly string[], book: MovementBook): void {
  let floor: Cents | undefined;
  for (const state of [...states].reverse()) {
    if (state.winners === 0n) continue;
    const fixed = fixedPrizeOf(state);
    if (fixed !== undefined && (floor === undefined || fixed > floor)) floor = fixed;
    if (floor === undefined || fixed !== undefined || prizeOf(state, book) >= floor) continue;
    const place = `tier:${state.plan.id}` as const;
    state.raisedTo = floor;
    const missing = subtract(times(floor, state.winners), book.balance(place));
    if (missing > 0n) book.draw(raiseFrom, place, missing, 'inversion');
  }
}
