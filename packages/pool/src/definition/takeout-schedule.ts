/**
 * The takeout of a pool is looked up by meeting, bet type and instant, and frozen into the definition when the pool opens.
 *
 * Incident R03: one hub priced twelve races with the rates of another track. Meeting A at 16 %, gross 100,000, 20,000 on the
 * winner pays 4.20; the other meeting's 17.5 % would have paid 4.12.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { BetType } from './bet-type.ts';
import type { PoolDefinition } from './pool-definition.ts';

export type TakeoutRule = { readonly meeting: string; readonly bet: BetType; readonly effectiveFrom: string; readonly takeoutBps: number };

/** The definition with the takeout in force; the latest rule that is not after `at` (ISO 8601 UTC) holds. */
export function withTakeout(
  definition: PoolDefinition,
  schedule: readonly TakeoutRule[],
  where: { meeting: string; at: string },
): Outcome<PoolDefinition, 'takeout_missing'> {
  const [latest] = schedule
    .filter((rule) => rule.meeting === where.meeting && rule.bet === definition.bet.type && rule.effectiveFrom <= where.at)
    .toSorted((a, b) => (a.effectiveFrom < b.effectiveFrom ? 1 : -1));
  if (!latest) return refuse('takeout_missing', { facts: { meeting: where.meeting, bet: definition.bet.type } });
  return ok({ ...definition, takeoutBps: latest.takeoutBps });
}
