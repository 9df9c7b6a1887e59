/**
 * The door of a settlement: figures that come from outside are checked against the plan before any money is split.
 * A winner count for a tier that the plan does not have, or a negative carry, is refused and nothing is computed.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { PrizePlan } from './prize-plan.ts';
import type { PrizeInput } from './settlement.ts';

export type PrizeInputRefusal = 'unknown_tier' | 'unknown_account' | 'negative_amount' | 'negative_winners' | 'cycle_draw_invalid';

/** The input itself when it fits the plan, else the first refusal with its path. */
export function checkPrizeInput(plan: PrizePlan, input: PrizeInput): Outcome<PrizeInput, PrizeInputRefusal> {
  const tiers = new Set(plan.tiers.map((tier) => tier.id));
  const accounts = new Set(plan.accounts);
  if (input.stakesCents < 0n) return refuse('negative_amount', { path: 'stakesCents' });
  for (const [id, winners] of Object.entries(input.winners)) {
    if (!tiers.has(id)) return refuse('unknown_tier', { path: `winners.${id}`, facts: { tier: id } });
    if (winners < 0n) return refuse('negative_winners', { path: `winners.${id}`, facts: { winners } });
  }
  for (const field of ['carriedInCents', 'topUpsCents'] as const) {
    for (const [id, amount] of Object.entries(input[field] ?? {})) {
      if (!tiers.has(id)) return refuse('unknown_tier', { path: `${field}.${id}`, facts: { tier: id } });
      if (amount < 0n) return refuse('negative_amount', { path: `${field}.${id}`, facts: { amount } });
    }
  }
  for (const [id, amount] of Object.entries(input.accountsCents ?? {})) {
    if (!accounts.has(id)) return refuse('unknown_account', { path: `accountsCents.${id}`, facts: { account: id } });
    if (amount < 0n) return refuse('negative_amount', { path: `accountsCents.${id}`, facts: { amount } });
  }
  if (!Number.isSafeInteger(input.cycleDraw ?? 1) || (input.cycleDraw ?? 1) < 1) return refuse('cycle_draw_invalid', { path: 'cycleDraw' });
  if (!Number.isSafeInteger(input.drawsAtCap ?? 0) || (input.drawsAtCap ?? 0) < 0)
    return refuse('cycle_draw_invalid', { path: 'drawsAtCap' });
  return ok(input);
}
