/**
 * What one winning share of a tier is worth before tax.
 *
 * Example: a fixed 30.00 with 9,583,616.42 rolled down on 88,347 winners, rounded to 1.00 → 30.00 + 108.00 = 138.00.
 */
import { type Cents, cents, divide, ZERO } from '@valira/money';
import type { MovementBook } from './movement-book.ts';
import type { TierState } from './send-pool.ts';

/** What a tier holds without the parts that were rolled down to it, which its own cap and rounding do not touch. */
export const ownPool = (state: TierState, book: MovementBook): Cents =>
  cents(book.balance(`tier:${state.plan.id}`) - state.layers.reduce((total, layer) => total + layer.amountCents, 0n));

/** Prize of one share: the tier's own pool and each rolled-down part, each rounded by its own step. */
export function prizeOf(state: TierState, book: MovementBook): Cents {
  if (state.raisedTo !== undefined) return state.raisedTo;
  if (state.winners === 0n) return ZERO;
  const { stepCents, mode } = state.plan.rounding;
  const fixed = fixedPrizeOf(state);
  let prize = fixed ?? divide(ownPool(state, book), state.winners * stepCents, mode) * stepCents;
  for (const layer of state.layers) prize += divide(layer.amountCents, state.winners * layer.stepCents, 'down') * layer.stepCents;
  return cents(prize);
}

/** The promised amount of a fixed tier that was neither capped nor pooled. */
export const fixedPrizeOf = (state: TierState): Cents | undefined =>
  state.plan.prize.kind === 'fixed' && !state.converted ? state.plan.prize.amountCents : undefined;
