/**
 * Classifies tickets against one draw: winning lines per prize tier, straight from their packed lines.
 *
 * Example, 6/45 drawn 1-2-3-4-5-6 bonus 7: the packed line 1-2-3-4-5-7 adds one to tier 2. A ticket staked three times
 * its unit adds three.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { GamePart } from '../definition/game-definition.ts';
import { checkPacked, entriesOffset, entrySize, printedDigitsFit } from '../ticket/packed-lines.ts';
import type { PackedRefusal } from '../ticket/ticket-refusal.ts';
import type { PartResult } from './draw-result.ts';
import { type EntryCounter, kenoCounter, matrixCounter } from './matrix-matcher.ts';
import { digitsCounter, preassignedCounter, raffleCounter } from './number-matcher.ts';

const noDigits: readonly number[] = [];

export type TicketMatcher = {
  /** Tier ids, highest first: the places of `counts`. */
  readonly tiers: readonly string[];
  /** Winning lines (times units) per tier of one ticket. Refuses as a whole what `decodeLines` would refuse. */
  classify(packed: Uint8Array): Outcome<Float64Array, PackedRefusal>;
  /**
   * Adds one ticket's winning lines to `totals` (as long as `tiers`). Returns whether the ticket won anything, or a refusal
   * that leaves `totals` untouched. Exact up to 2⁵³ lines.
   */
  add(packed: Uint8Array, totals: Float64Array): boolean | PackedRefusal;
};

function entryCounter(part: GamePart, result: PartResult): EntryCounter {
  if (part.family === 'matrix' && result.family === 'matrix') return matrixCounter(part, result);
  if (part.family === 'keno' && result.family === 'keno') return kenoCounter(part, result);
  if (part.family === 'digits' && result.family === 'digits') return digitsCounter(part, result);
  if (part.family === 'preassigned' && result.family === 'preassigned') return preassignedCounter(part, result);
  if (part.family === 'raffle' && result.family === 'raffle') return raffleCounter(part, result);
  throw new TypeError(`a ${result.family} result for a ${part.family} game`);
}

/** Prepares matching of one part against a checked result. Throws when they are of different families. */
export function ticketMatcher(part: GamePart, result: PartResult): TicketMatcher {
  const tiers = part.prizes.tiers.map(({ id }) => id);
  const tierOf = part.wins.map(({ tier }) => tiers.indexOf(tier));
  const count = entryCounter(part, result);
  const size = entrySize(part);
  const offset = entriesOffset(part);
  const wins = new Float64Array(part.wins.length);

  const match = (packed: Uint8Array): PackedRefusal | undefined => {
    const fault = checkPacked(part, packed);
    if (fault) return fault;
    const printed = packed[4] ?? 0;
    let digits: readonly number[] = noDigits;
    if (printed > 0) {
      const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
      digits = Array.from({ length: printed }, (_, index) => view.getUint32(5 + 4 * index, true));
      if (!printedDigitsFit(part, digits)) return 'packed_corrupt';
    }
    const units = (packed[2] ?? 0) | ((packed[3] ?? 0) << 8);
    if (!part.units.includes(units)) return 'packed_corrupt';
    wins.fill(0);
    for (let at = offset; at < packed.length - 1; at += size) if (!count(packed, at, digits, units, wins)) return 'packed_corrupt';
    return undefined;
  };
  const addTo = (totals: Float64Array): boolean => {
    let won = false;
    for (let i = 0; i < wins.length; i += 1) {
      const lines = wins[i] ?? 0;
      if (lines === 0) continue;
      won = true;
      const tier = tierOf[i] ?? 0;
      totals[tier] = (totals[tier] ?? 0) + lines;
    }
    return won;
  };

  return {
    tiers,
    classify(packed) {
      const fault = match(packed);
      if (fault) return refuse(fault);
      const counts = new Float64Array(tiers.length);
      addTo(counts);
      return ok(counts);
    },
    add: (packed, totals) => match(packed) ?? addTo(totals),
  };
}
