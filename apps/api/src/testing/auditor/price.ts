/** What a ticket's lines cost in one contest, by the bytes that were stored. */
import { betsOf } from './digits-draw.ts';
import { linesOf } from './matrix-draw.ts';
import { combinationsOf } from './race-pool.ts';
import type { Rules } from './rules.ts';

/** A bet on a race is any multiple of the unit on each combination; what is not is answered with the least that would be. */
export function priceOf(rules: Rules, lines: Uint8Array, stake: bigint): bigint {
  switch (rules.kind) {
    case 'matrix': {
      const read = linesOf(rules, lines);
      return BigInt(read.lines.length) * read.units * rules.unit;
    }
    case 'digits': {
      const read = betsOf(lines);
      return BigInt(read.bets.length) * read.units * rules.unit;
    }
    case 'race': {
      const least = BigInt(combinationsOf(rules, lines).length) * rules.unit;
      return stake > 0n && stake % least === 0n ? stake : least;
    }
  }
}
