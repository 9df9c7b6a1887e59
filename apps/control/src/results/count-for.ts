/** Which of this system's own counters fits a contest and its result. */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import { digitsGameShape, digitsTiers, readDigitsResult } from './digits-tiers.ts';
import { kenoGameShape, kenoTiers, readKenoResult } from './keno-tiers.ts';
import { legPoolShape, legPoolTiers } from './leg-pool.ts';
import { matrixGameShape, readMatrixResult } from './matrix-game.ts';
import { matrixTiers } from './matrix-tiers.ts';
import { readFinish } from './race-finish.ts';
import { raceBetOf, racePoolShape, racePoolTiers } from './race-pool.ts';
import { raffleGameShape, raffleTiers, readRaffleResult } from './raffle-tiers.ts';
import { rankedPoolShape, rankedPoolTiers } from './ranked-pool.ts';
import { readStockResult, stockGameShape, stockTiers } from './stock-tiers.ts';
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
  if (digits.success) {
    const drawn = readDigitsResult(digits.data, result);
    return drawn ? ok(digitsTiers(digits.data, drawn)) : refuse('result_malformed');
  }
  const stock = stockGameShape.safeParse(definition);
  if (stock.success) {
    const drawn = readStockResult(stock.data, result);
    return drawn ? ok(stockTiers(stock.data, drawn)) : refuse('result_malformed');
  }
  const raffle = raffleGameShape.safeParse(definition);
  if (!raffle.success) return refuse('not_supported');
  const drawn = readRaffleResult(raffle.data, result);
  return drawn ? ok(raffleTiers(raffle.data, drawn)) : refuse('result_malformed');
}

/** Every winning outcome of a pool on free outcomes has its row. */
const freeResult = z.object({
  legs: z.tuple([z.object({ kind: z.literal('outcome'), winners: z.array(z.int().min(1).max(64)).min(1).max(64) })]),
});

/** A void race gives everything back: no row is paid, whatever the bet. */
const voidRace = z.object({ legs: z.tuple([z.object({ kind: z.literal('void') })]) });
const nothingPaid: TierCount = { add: () => true, winners: () => new Map(), tierNamed: () => null };

function countPool(definition: unknown, result: unknown): Counter {
  const legs = legPoolShape.safeParse(definition);
  if (legs.success) {
    const counter = legPoolTiers(legs.data, result);
    return counter ? ok(counter) : refuse('not_supported');
  }
  if (voidRace.safeParse(result).success) return ok(nothingPaid);
  const ranked = rankedPoolShape.safeParse(definition);
  if (ranked.success) {
    const order = readFinish(result);
    return order ? ok(rankedPoolTiers(ranked.data, order)) : refuse('not_supported');
  }
  const pool = racePoolShape.safeParse(definition);
  if (!pool.success) return refuse('not_supported');
  if (pool.data.definition.bet.type === 'free') {
    const won = freeResult.safeParse(result);
    if (!won.success) return refuse('result_malformed');
    const [{ winners }] = won.data.legs;
    return ok(
      racePoolTiers(
        pool.data,
        { pick: 1, ordered: false, ofFirst: winners.length },
        winners.map((n) => [n]),
      ),
    );
  }
  const bet = raceBetOf(pool.data);
  // A race without a finisher refunds; there is nothing to count.
  const order = readFinish(result);
  return bet && order ? ok(racePoolTiers(pool.data, bet, order)) : refuse('not_supported');
}
