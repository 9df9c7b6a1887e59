/** Which of this system's own counters fits a contest and its result. */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { matrixGameShape, readMatrixResult } from './matrix-game.ts';
import { matrixTiers } from './matrix-tiers.ts';
import type { TierCount } from './tier-count.ts';
import { readWinners, winPoolShape, winPoolTiers } from './win-pool.ts';

/** A counter for these rules and this result. `not_supported`: rules that this system has no code for; it never guesses. */
export function countFor(
  kind: 'draw' | 'pool',
  definition: unknown,
  result: unknown,
): Outcome<TierCount, 'not_supported' | 'result_malformed'> {
  if (kind === 'draw') {
    const game = matrixGameShape.safeParse(definition);
    if (!game.success) return refuse('not_supported');
    const rounds = readMatrixResult(game.data, result);
    return rounds === null ? refuse('result_malformed') : ok(matrixTiers(game.data, rounds));
  }
  const pool = winPoolShape.safeParse(definition);
  if (!pool.success) return refuse('not_supported');
  const winners = readWinners(result);
  // A void race and a race without a finisher refund; there is nothing to count.
  return winners === null ? refuse('not_supported') : ok(winPoolTiers(pool.data, winners));
}
