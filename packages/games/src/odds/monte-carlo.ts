/**
 * Draws repeated at random against one entry, to check the exact odds by another road.
 *
 * Example: 200,000 draws of Trio against 427 in order; the exact 1/1,000 expects 200 wins with a deviation of 14; the check allows
 * four deviations.
 */
import { multiplyRational, type Rational, rational, ratioOne, subtractRational } from '@valira/money';
import type { GamePart } from '../definition/game-definition.ts';
import { randomResult } from '../match/random-result.ts';
import { ticketMatcher } from '../match/ticket-matcher.ts';
import type { UniformBelow } from '../ticket/quick-pick.ts';

/** Winning lines per tier (order of the prize plan) over `draws` random draws of one packed ticket. */
export function simulateDraws(part: GamePart, packed: Uint8Array, draws: number, below: UniformBelow): Float64Array {
  const totals = new Float64Array(part.prizes.tiers.length);
  for (let draw = 0; draw < draws; draw += 1) {
    const fault = ticketMatcher(part, randomResult(part, below)).add(packed, totals);
    if (typeof fault === 'string') throw new TypeError(`the ticket is refused: ${fault}`);
  }
  return totals;
}

/** Whether `seen` wins in `draws` lie within `deviations` standard deviations (and one win) of a chance; exact arithmetic. */
export function withinDeviations(seen: bigint, draws: bigint, chance: Rational, deviations: bigint): boolean {
  const expected = multiplyRational(rational(draws), chance);
  const gap = subtractRational(rational(seen), expected);
  const distance = gap.n < 0n ? { n: -gap.n, d: gap.d } : gap;
  const beyond = subtractRational(distance, ratioOne);
  if (beyond.n <= 0n) return true;
  const variance = multiplyRational(expected, subtractRational(ratioOne, chance));
  return beyond.n * beyond.n * variance.d <= deviations * deviations * variance.n * beyond.d * beyond.d;
}
