/**
 * Which tickets of a pack win, uniformly among all choices whose losers, taken round the pack, never stand more than a limit in a row.
 *
 * Round the pack, because a limit from its first to its last ticket would favour the middle; so every ticket of a pack has the same
 * chance, and the streak inside a pack is within the limit all the more.
 *
 * A choice that breaks the limit is thrown away. Where few choices keep it, one is built from gaps, counted exactly: a winner is put
 * anywhere (or where the top prize lies) and the gaps after it are drawn in proportion to how many ways the rest can go on.
 */
import { type Chance, drawToFront } from '../chance.ts';

const attempts = 64;

export type WinnerPlaces = (winners: number, fixed: number | null, chance: Chance) => Uint8Array;

/** A function that marks winners (1) among the tickets of a pack. Throws when no choice keeps the limit: the papers rule it out. */
export function winnerPlaces(packSize: number, maxLoserStreak: number): WinnerPlaces {
  const tickets = Uint8Array.from({ length: packSize }, (_, i) => i);
  const marks = new Uint8Array(packSize);
  const widest = maxLoserStreak + 1;
  /** Ways to cut `size` into `gaps` gaps of 1 to `widest`. */
  const ways = new Map<number, bigint>();
  const waysOf = (gaps: number, size: number): bigint => {
    if (gaps === 0) return size === 0 ? 1n : 0n;
    if (size < gaps || size > gaps * widest) return 0n;
    const key = gaps * 256 + size;
    const known = ways.get(key);
    if (known !== undefined) return known;
    let sum = 0n;
    for (let gap = 1; gap <= Math.min(widest, size); gap += 1) sum += waysOf(gaps - 1, size - gap);
    ways.set(key, sum);
    return sum;
  };

  const keeps = (): boolean => {
    let run = 0;
    let longest = 0;
    let first = -1;
    for (let i = 0; i < packSize; i += 1) {
      if (marks[i] === 0) run += 1;
      else {
        if (first < 0) first = run;
        else if (run > longest) longest = run;
        run = 0;
      }
    }
    if (first < 0) return packSize <= maxLoserStreak;
    return longest <= maxLoserStreak && first + run <= maxLoserStreak;
  };

  const fromGaps = (winners: number, fixed: number | null, chance: Chance): void => {
    let at = fixed ?? chance.below(packSize);
    let size = packSize;
    marks.fill(0);
    for (let gaps = winners; gaps > 0; gaps -= 1) {
      marks[at] = 1;
      let place = chance.belowBig(waysOf(gaps, size));
      let gap = 1;
      while (place >= waysOf(gaps - 1, size - gap)) {
        place -= waysOf(gaps - 1, size - gap);
        gap += 1;
      }
      at = (at + gap) % packSize;
      size -= gap;
    }
  };

  return (winners, fixed, chance) => {
    if (winners > packSize || winners * widest < packSize) throw new Error(`no places for ${winners} winners in a pack of ${packSize}`);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      marks.fill(0);
      let wanted = winners;
      if (fixed !== null) {
        marks[fixed] = 1;
        wanted -= 1;
      }
      drawToFront(tickets, wanted + (fixed === null ? 0 : 1), chance);
      // The fixed ticket may be among those drawn; the spare one then takes its place.
      for (let i = 0; wanted > 0; i += 1) {
        const ticket = tickets[i] ?? 0;
        if (ticket === fixed) continue;
        marks[ticket] = 1;
        wanted -= 1;
      }
      if (keeps()) return marks;
    }
    fromGaps(winners, fixed, chance);
    return marks;
  };
}
