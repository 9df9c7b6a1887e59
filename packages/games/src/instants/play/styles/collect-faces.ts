/** Collect: as many special symbols as the prize's step; a loser has fewer than the first step, each number of them equally likely. */

import { drawToFront } from '../../chance.ts';
import type { PlayRuleOf } from '../../definition/play-rules.ts';
import type { StyleWriter } from '../face-writer.ts';

export function collectFaces({ cells, others, ladder }: PlayRuleOf<'collect'>): StyleWriter {
  const first = ladder[0]?.count ?? 1;
  const bag = Uint8Array.from({ length: others * (first - 1) }, (_, i) => 1 + (i % others));
  const face = new Uint8Array(cells);
  return (prize, chance, out, at) => {
    const special = prize ? (ladder.find(({ prizeCents }) => prizeCents === prize.cents)?.count ?? 0) : chance.below(first);
    drawToFront(bag, cells - special, chance);
    face.fill(0);
    face.set(bag.subarray(0, cells - special));
    drawToFront(face, cells, chance);
    out.set(face, at);
  };
}
