/** The prize of every ticket of one segment: tier counted from 1, or 0. Memory: two bytes a ticket and the contents of its packs. */

import { type Chance, drawToFront } from '../chance.ts';
import type { InstantDefinition } from '../definition/instant-definition.ts';
import { type Segment, segmentAt } from '../run/pack-layout.ts';
import { fillPacks } from './pack-contents.ts';
import type { RunPlan } from './run-plan.ts';
import { winnerPlaces } from './winner-places.ts';

function shuffleSegment(definition: InstantDefinition, plan: RunPlan, segment: Segment, chance: Chance): Uint16Array {
  const prizes = new Uint16Array(segment.tickets);
  const width = definition.tiers.length;
  let at = 0;
  for (let tier = 0; tier < width; tier += 1) {
    const count = plan.counts[segment.index * width + tier] ?? 0;
    prizes.fill(tier + 1, at, at + count);
    at += count;
  }
  drawToFront(prizes, prizes.length, chance);
  return prizes;
}

/** From the generator of purpose `place` of this segment. */
export function placeSegment(definition: InstantDefinition, plan: RunPlan, index: number, chance: Chance): Uint16Array {
  const segment = segmentAt(definition, index);
  const { guarantee, packSize, tiers } = definition;
  if (!guarantee) return shuffleSegment(definition, plan, segment, chance);
  const { low, mid } = fillPacks(definition, plan, segment, chance);
  const placesOf = winnerPlaces(packSize, guarantee.maxLoserStreak);
  const tops = new Map(
    plan.tops.filter(({ pack }) => pack >= segment.firstPack && pack < segment.firstPack + segment.packs).map((top) => [top.pack, top]),
  );
  const prizes = new Uint16Array(segment.tickets);
  const won = new Uint16Array(packSize);
  for (let pack = 0; pack < segment.packs; pack += 1) {
    let count = 0;
    for (let tier = 0; tier < tiers.length; tier += 1) {
      for (let i = low[pack * tiers.length + tier] ?? 0; i > 0; i -= 1) won[count++] = tier + 1;
    }
    if ((mid[pack] ?? 0) > 0) won[count++] = mid[pack] ?? 0;
    const ordered = won.subarray(0, count);
    drawToFront(ordered, count, chance);
    const top = tops.get(segment.firstPack + pack);
    const marks = placesOf(count + (top ? 1 : 0), top?.ticket ?? null, chance);
    let next = 0;
    for (let ticket = 0; ticket < packSize; ticket += 1) {
      if (marks[ticket] === 0) continue;
      prizes[pack * packSize + ticket] = top?.ticket === ticket ? top.tier + 1 : (ordered[next++] ?? 0);
    }
  }
  return prizes;
}
