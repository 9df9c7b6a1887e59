/**
 * Pays the fixed prizes, and turns them into shared ones when a liability cap or the fund says so.
 *
 * Example (Powerball style): fund 1,000,000, no reserve; 2 wins of 600,000 and 300,000 wins of 2. The small prizes cost
 * 600,000 and stay; the two large ones share the other 400,000: 200,000 each. The highest prize gives way first, and the
 * next one when a higher prize would fall below it.
 */
import { type Cents, cents, divide, max, min, subtract, times, ZERO } from '@valira/money';
import type { MovementBook } from './movement-book.ts';
import type { PrizePlan } from './prize-plan.ts';
import type { TierState } from './send-pool.ts';

type FixedTier = { readonly state: TierState; readonly amountCents: Cents; liabilityCents: Cents };

/** Moves the money of every fixed tier into it; tiers that are not paid in full become `converted`. */
export function convertFixedPrizes(plan: PrizePlan, states: readonly TierState[], book: MovementBook): void {
  const fromFund: FixedTier[] = [];
  for (const state of states) {
    const { prize, id } = state.plan;
    if (prize.kind !== 'fixed' || state.winners === 0n) continue;
    let liabilityCents = times(prize.amountCents, state.winners);
    if (prize.perDrawCapCents !== undefined && liabilityCents > prize.perDrawCapCents) {
      liabilityCents = prize.perDrawCapCents;
      state.converted = true;
    }
    // What a converted tier's own balance holds (a top-up) is extra, not part of its liability.
    if (prize.from === undefined) {
      fromFund.push({ state, amountCents: prize.amountCents, liabilityCents });
      continue;
    }
    const account = `account:${prize.from}` as const;
    const own = min(liabilityCents, book.balance(account));
    book.move(account, `tier:${id}`, own, 'fixed-prizes');
    const found = book.draw(plan.fixed.shortfallFrom, `tier:${id}`, subtract(liabilityCents, own), 'shortfall');
    if (own + found < liabilityCents) state.converted = true;
  }

  const available = cents(book.balance('fund') + reserveOf(plan, book));
  const converted = choose(fromFund, available, plan.fixed.conversion === 'highest-first');
  const kept = fromFund.filter((tier) => !converted.includes(tier));
  for (const tier of kept) payOut(plan, book, tier, tier.liabilityCents);
  let left = cents(available - kept.reduce((total, tier) => total + tier.liabilityCents, 0n));
  let weight = converted.reduce((total, tier) => total + tier.liabilityCents, 0n);
  for (const tier of converted) {
    tier.state.converted = true;
    const part = max(ZERO, cents(divide(left * tier.liabilityCents, weight, 'down')));
    payOut(plan, book, tier, part);
    left = subtract(left, part);
    weight -= tier.liabilityCents;
  }
}

function reserveOf(plan: PrizePlan, book: MovementBook): bigint {
  return plan.fixed.shortfallFrom.reduce(
    (total, source) => (source === 'operator' ? total : total + book.balance(`account:${source}`)),
    0n,
  );
}

/** The tiers that give way, highest first: none while the money suffices or the operator stands behind the plan. */
function choose(tiers: readonly FixedTier[], available: Cents, allowed: boolean): readonly FixedTier[] {
  const liability = (of: readonly FixedTier[]): bigint => of.reduce((total, tier) => total + tier.liabilityCents, 0n);
  if (!allowed || liability(tiers) <= available) return [];
  for (let count = 1; count < tiers.length; count += 1) {
    const giving = tiers.slice(0, count);
    const left = available - liability(tiers.slice(count));
    const lowest = giving.at(-1);
    const next = tiers[count];
    if (left < 0n || !lowest || !next) continue;
    const prize = divide(left * lowest.liabilityCents, liability(giving) * lowest.state.winners, 'down');
    if (prize >= next.amountCents) return giving;
  }
  return tiers;
}

function payOut(plan: PrizePlan, book: MovementBook, tier: FixedTier, amountCents: Cents): void {
  const place = `tier:${tier.state.plan.id}` as const;
  const own = min(amountCents, book.balance('fund'));
  book.move('fund', place, own, 'fixed-prizes');
  book.draw(plan.fixed.shortfallFrom, place, subtract(amountCents, own), 'shortfall');
}
