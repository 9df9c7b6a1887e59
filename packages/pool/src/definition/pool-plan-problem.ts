/**
 * Rules of a prize plan that mean something for draws and nothing for a pool. A draw game counts the draws of a jackpot cycle; a
 * pool is settled alone and knows only its business date, which is the one occasion of its plan.
 *
 * Example: a jackpot that must fall "at draw 7" would never fall in a pool; it is refused at
 * `tiers.0.jackpot.mustBeWon.atCycleDraw` with `cycle_not_for_pool`. An occasion `christmas` is no date: `occasion_not_a_date`.
 */
import type { PrizePlan } from '@valira/prizes';
import { z } from 'zod';

export type PoolPlanProblem = { readonly path: string; readonly reason: 'cycle_not_for_pool' | 'occasion_not_a_date' };

const isDate = (occasion: string): boolean => z.iso.date().safeParse(occasion).success;

/** The first rule of the plan that no pool can ever apply; null when all can. */
export function poolPlanProblem({ setAsides, pours, tiers }: PrizePlan): PoolPlanProblem | null {
  const cycle = (path: string): PoolPlanProblem => ({ path, reason: 'cycle_not_for_pool' });
  const setAside = setAsides.findIndex(({ schedule }) => schedule.length > 0);
  if (setAside >= 0) return cycle(`setAsides.${setAside}.schedule`);
  const pour = pours.findIndex(({ occasion }) => !isDate(occasion));
  if (pour >= 0) return { path: `pours.${pour}.occasion`, reason: 'occasion_not_a_date' };
  for (const [i, { prize, jackpot }] of tiers.entries()) {
    if (prize.kind === 'shared' && prize.schedule.length > 0) return cycle(`tiers.${i}.prize.schedule`);
    const fall = jackpot?.mustBeWon;
    if (!fall) continue;
    const path = `tiers.${i}.jackpot.mustBeWon`;
    if (fall.atCycleDraw !== undefined) return cycle(`${path}.atCycleDraw`);
    if (fall.afterDrawsAtCap !== undefined) return cycle(`${path}.afterDrawsAtCap`);
    const occasion = fall.occasions.findIndex((one) => !isDate(one));
    if (occasion >= 0) return { path: `${path}.occasions.${occasion}`, reason: 'occasion_not_a_date' };
  }
  return null;
}
