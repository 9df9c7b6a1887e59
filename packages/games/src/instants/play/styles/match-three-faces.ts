/**
 * Match three: a winner shows each of its parts three times; every other amount stands twice at most. Example, 9 cells and 7 amounts: a
 * loser holds 9 of 14 tokens, two of each amount.
 */

import { drawToFront } from '../../chance.ts';
import type { PlayRuleOf } from '../../definition/play-rules.ts';
import type { StyleWriter } from '../face-writer.ts';

export function matchThreeFaces({ cells }: PlayRuleOf<'match-three'>, amounts: number): StyleWriter {
  const bags = new Map<string, Uint8Array>();
  const bagWithout = (parts: readonly number[]): Uint8Array => {
    const key = parts.join();
    let bag = bags.get(key);
    if (!bag) {
      bag = Uint8Array.from(Array.from({ length: 2 * amounts }, (_, i) => i >> 1).filter((amount) => !parts.includes(amount)));
      bags.set(key, bag);
    }
    return bag;
  };
  const everything = bagWithout([]);
  const face = new Uint8Array(cells);
  return (prize, chance, out, at) => {
    if (!prize) {
      drawToFront(everything, cells, chance);
      for (let i = 0; i < cells; i += 1) out[at + i] = everything[i] ?? 0;
      return;
    }
    const others = cells - 3 * prize.parts.length;
    const bag = bagWithout(prize.parts);
    drawToFront(bag, others, chance);
    face.set(bag.subarray(0, others));
    for (const [i, part] of prize.parts.entries()) face.fill(part, others + 3 * i, others + 3 * i + 3);
    drawToFront(face, cells, chance);
    out.set(face, at);
  };
}
