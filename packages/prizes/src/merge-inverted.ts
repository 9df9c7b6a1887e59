/**
 * Inversion: a lower tier must not pay more than a higher one. Where it would, the tiers are pooled and pay one prize.
 *
 * Example: 12 right, pool 100 for 10 winners (10 each); 11 right, pool 300 for 20 winners (15 each) → 400 for 30 winners,
 * 13.33 each. With a fixed 15.00 below that is kept, the twelve are raised to 15.00 by the named source.
 */
import { type Cents, max, subtract, times, ZERO } from '@valira/money';
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
  // A fixed prize below that is kept is not pooled: the tiers above are raised to it afterwards.
  const promisesOnly = ({ members }: Group): boolean => keepFixed && members.every((member) => fixedPrizeOf(member) !== undefined);
  const groups: Group[] = [];
  for (const state of states) {
    if (state.winners === 0n) continue;
    groups.push({ members: [state], lead: { ...state } });
    for (;;) {
      const lower = groups.at(-1);
      const higher = groups.at(-2);
      if (!lower || !higher || promisesOnly(lower) || prizeOf(lower.lead, book) <= prizeOf(higher.lead, book)) break;
      pool(higher, lower, book);
      groups.pop();
    }
  }
  let floor: Cents = ZERO;
  for (const group of groups.reverse()) {
    const pooled = prizeOf(group.lead, book);
    if (fixedTiers !== 'merge') for (const member of group.members) floor = max(floor, fixedPrizeOf(member) ?? floor);
    const prize = fixedTiers === 'merge' ? pooled : max(pooled, floor);
    floor = max(floor, prize);
    const raised = fixedTiers !== 'merge' && prize > pooled;
    if (group.members.length > 1 || raised) spread(group.members, prize, raised ? fixedTiers.raiseFrom : undefined, book);
  }
}

function pool(higher: Group, lower: Group, book: MovementBook): void {
  const from = `tier:${lower.lead.plan.id}` as const;
  book.move(from, `tier:${higher.lead.plan.id}`, book.balance(from), 'inversion');
  joinFractions(lower.lead, higher.lead, book);
  higher.members.push(...lower.members);
  higher.lead.winners += lower.lead.winners;
  higher.lead.converted = true;
  for (const member of higher.members) member.layers.length = 0;
}

/** Gives each member its winners' part of the pool; what is missing is added, what remains stays with the highest. */
function spread(members: readonly TierState[], prizeCents: Cents, raiseFrom: readonly string[] | undefined, book: MovementBook): void {
  const [lead, ...lower] = members;
  if (!lead) return;
  const ids = members.map((member) => member.plan.id);
  const place = `tier:${lead.plan.id}` as const;
  const winners = members.reduce((total, member) => total + member.winners, 0n);
  const missing = subtract(times(prizeCents, winners), book.balance(place));
  book.draw(raiseFrom ?? lead.plan.rounding.excessFrom, place, max(ZERO, missing), raiseFrom ? 'inversion' : 'rounding-excess');
  for (const member of members) {
    if (members.length > 1 && member.plan.prize.kind === 'fixed') member.converted = true;
    member.raisedTo = prizeCents;
    member.layers.length = 0;
    member.mergedWith = ids.filter((id) => id !== member.plan.id);
  }
  for (const member of lower) book.move(place, `tier:${member.plan.id}`, times(prizeCents, member.winners), 'inversion');
}
