/**
 * What every segment of a run holds, decided before any ticket: counts of each tier, and the places of top prizes.
 *
 * Printed run: a low or mid tier gives each segment its share rounded down; what is left goes, one each, to segments chosen by chance.
 * Top prizes go to as many packs, all equally likely, each to any of its tickets. Example: 300 prizes of a mid tier over 8 segments are
 * 37 each, and 4 segments have 38.
 *
 * Electronic pool: the counts of a uniform shuffle of the whole pool, ticket by ticket from what remains.
 */

import { type Chance, drawToFront } from '../chance.ts';
import type { InstantDefinition } from '../definition/instant-definition.ts';
import { segmentBase } from '../definition/instant-problems.ts';
import { packCount, segmentAt, segmentCount } from '../run/pack-layout.ts';

export type TopPlace = { readonly pack: number; readonly ticket: number; readonly tier: number };

export type RunPlan = {
  /** Prizes of each tier in each segment, top tiers of a printed run apart: `counts[segment × tiers + tier]`. */
  readonly counts: Uint32Array;
  /** Packs counted from 0 over the run, ascending; empty for an electronic pool. */
  readonly tops: readonly TopPlace[];
};

function shuffledCounts(definition: InstantDefinition, chance: Chance): RunPlan {
  const tiers = definition.tiers.length;
  const segments = segmentCount(definition);
  const counts = new Uint32Array(segments * tiers);
  const left = definition.tiers.map(({ count }) => count);
  let prizesLeft = left.reduce((sum, count) => sum + count, 0);
  let ticketsLeft = definition.runSize;
  for (let segment = 0; segment < segments; segment += 1) {
    for (let i = segmentAt(definition, segment).tickets; i > 0; i -= 1, ticketsLeft -= 1) {
      let place = chance.below(ticketsLeft);
      if (place >= prizesLeft) continue;
      let tier = 0;
      while (place >= (left[tier] ?? 0)) {
        place -= left[tier] ?? 0;
        tier += 1;
      }
      left[tier] = (left[tier] ?? 0) - 1;
      prizesLeft -= 1;
      counts[segment * tiers + tier] = (counts[segment * tiers + tier] ?? 0) + 1;
    }
  }
  return { counts, tops: [] };
}

/** The plan of a run from the generator of purpose `plan`. */
export function planRun(definition: InstantDefinition, chance: Chance): RunPlan {
  if (definition.channel === 'online') return shuffledCounts(definition, chance);
  const packs = packCount(definition);
  const segments = segmentCount(definition);
  const tiers = definition.tiers.length;
  const counts = new Uint32Array(segments * tiers);
  const order = Uint32Array.from({ length: segments }, (_, i) => i);
  const places = new Set<number>();
  const tops: TopPlace[] = [];
  for (const [index, tier] of definition.tiers.entries()) {
    if (tier.spread === 'top') {
      for (let i = 0; i < tier.count; i += 1) {
        let pack = chance.below(packs);
        while (places.has(pack)) pack = chance.below(packs);
        places.add(pack);
        tops.push({ pack, ticket: chance.below(definition.packSize), tier: index });
      }
      continue;
    }
    let left = tier.count;
    for (let segment = 0; segment < segments; segment += 1) {
      const base = segmentBase(tier.count, segmentAt(definition, segment), packs);
      counts[segment * tiers + index] = base;
      left -= base;
    }
    drawToFront(order, left, chance);
    for (const segment of order.subarray(0, left)) counts[segment * tiers + index] = (counts[segment * tiers + index] ?? 0) + 1;
  }
  return { counts, tops: tops.sort((a, b) => a.pack - b.pack) };
}
