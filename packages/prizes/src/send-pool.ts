/**
 * Sends a pool, or a part of it, where its rule says: to the operator, an account, the next draw, the nearest shared tier
 * with winners, or over named tiers.
 *
 * Example (UK Lotto, November 2019): a jackpot of 12,950,833 falls; 6 % for 43 winners of match 5 is 18,070 each on top of
 * the fixed 1,750, both whole pounds. A named tier without winners passes its part to the next named one with winners.
 */
import { addRational, type Cents, cents, divide, type Rational, rational, ratioZero, shareOf, subtractRational, ZERO } from '@valira/money';
import type { MovementBook, MovementReason, Place } from './movement-book.ts';
import type { Destination, Sink, TierPlan } from './prize-plan.ts';

/** A tier while the settlement runs. */
export type TierState = {
  readonly plan: TierPlan;
  winners: bigint;
  /** Rolled-down parts that are rounded by their own step, on top of the tier's own pool. */
  readonly layers: { readonly amountCents: Cents; readonly stepCents: Cents }[];
  converted: boolean;
  /** What rounding the share down to a unit left in the fund. */
  fraction: Rational;
  raisedTo?: Cents;
  mergedWith?: readonly string[];
};

const sinkPlace = (sink: Sink): Place =>
  sink.to === 'operator' ? 'operator' : sink.to === 'account' ? `account:${sink.account}` : `carry:${sink.tier}`;

/**
 * Joins the fractions of two pools that become one: 2.61 % and 0.61 % of 1,050.00 are 27.405 and 6.405, so 27.40 and 6.40 apart,
 * but 33.81 together; the cent that results comes out of what the fund has undivided.
 */
export function joinFractions(from: TierState, to: TierState, book: MovementBook): void {
  const joined = addRational(from.fraction, to.fraction);
  from.fraction = ratioZero;
  const whole = divide(joined.n, joined.d, 'down');
  const owed = whole <= book.balance('fund') ? whole : 0n;
  book.move('fund', `tier:${to.plan.id}`, cents(owed), 'share');
  to.fraction = subtractRational(joined, rational(whole));
}

const takesPools = (state: TierState): boolean => state.winners > 0n && (state.plan.prize.kind !== 'fixed' || state.converted);

export function sendPool(
  states: readonly TierState[],
  book: MovementBook,
  from: TierState,
  amountCents: Cents,
  to: Destination,
  reason: MovementReason,
): void {
  const place: Place = `tier:${from.plan.id}`;
  const own = states.indexOf(from);
  if (to.to === 'next-lower' || to.to === 'next-higher') {
    const beyond = to.to === 'next-lower' ? states.slice(own + 1) : states.slice(0, own).reverse();
    const next = beyond.find(takesPools);
    const whole = amountCents === book.balance(place);
    book.move(place, next ? `tier:${next.plan.id}` : sinkPlace(to.otherwise), amountCents, reason);
    if (next && whole) joinFractions(from, next, book);
    return;
  }
  if (to.to !== 'tiers') {
    book.move(place, sinkPlace(to), amountCents, reason);
    return;
  }
  const named = to.split.map((part) => ({ part, state: states.find((state) => state.plan.id === part.tier) }));
  const hasWinners = (entry: (typeof named)[number]): boolean => (entry.state?.winners ?? 0n) > 0n;
  let left = amountCents;
  const received = new Map<TierState, { amountCents: bigint; stepCents: Cents | undefined }>();
  named.forEach(({ part }, index) => {
    const share = shareOf(amountCents, part.share, 'down');
    const target = named.slice(index).find(hasWinners) ?? named.slice(0, index).reverse().find(hasWinners);
    if (!target?.state) return;
    const before = received.get(target.state)?.amountCents ?? 0n;
    received.set(target.state, { amountCents: before + share, stepCents: target.part.stepCents });
    left = cents(left - share);
  });
  for (const [state, { amountCents: total, stepCents }] of received) {
    book.move(place, `tier:${state.plan.id}`, cents(total), reason);
    if (stepCents !== undefined || !takesPools(state)) {
      state.layers.push({ amountCents: cents(total), stepCents: stepCents ?? state.plan.rounding.stepCents });
    }
  }
  if (left > ZERO) book.move(place, sinkPlace(to.otherwise), left, reason);
}
