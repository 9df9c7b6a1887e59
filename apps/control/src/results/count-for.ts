/** Which of this system's own counters fits a contest and its result. */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { digitsGameShape, digitsTiers, readDigitsResult } from './digits-tiers.ts';
import { kenoGameShape, kenoTiers, readKenoResult } from './keno-tiers.ts';
import { matrixGameShape, readMatrixResult } from './matrix-game.ts';
import { matrixTiers } from './matrix-tiers.ts';
import { readFinish } from './race-finish.ts';
import { raceBetOf, racePoolShape, racePoolTiers } from './race-pool.ts';
import type { TierCount } from './tier-count.ts';

type Counter = Outcome<TierCount, 'not_supported' | 'result_malformed'>;

/** A counter for these rules and this result. `not_supported`: rules that this system has no code for; it never guesses. */
export const countFor = (kind: 'draw' | 'pool', definition: unknown, result: unknown): Counter =>
  kind === 'draw' ? countGame(definition, result) : countPool(definition, result);

function countGame(definition: unknown, result: unknown): Counter {
  const matrix = matrixGameShape.safeParse(definition);
  if (matrix.success) {
    const rounds = readMatrixResult(matrix.data, result);
    return rounds ? ok(matrixTiers(matrix.data, rounds)) : refuse('result_malformed');
  }
  const keno = kenoGameShape.safeParse(definition);
  if (keno.success) {
    const drawn = readKenoResult(keno.data, result);
    return drawn ? ok(kenoTiers(keno.data, drawn)) : refuse('result_malformed');
  }
  const digits = digitsGameShape.safeParse(definition);
  if (!digits.success) return refuse('not_supported');
  const drawn = readDigitsResult(digits.data, result);
  return drawn ? ok(digitsTiers(digits.data, drawn)) : refuse('result_malformed');
}

function countPool(definition: unknown, result: unknown): Counter {
  const pool = racePoolShape.safeParse(definition);
  if (!pool.success) return refuse('not_supported');
  const bet = raceBetOf(pool.data);
  // A void race and a race without a finisher refund; there is nothing to count.
  const order = readFinish(result);
  return bet && order ? ok(racePoolTiers(pool.data, bet, order)) : refuse('not_supported');
}
