/**
 * Low and mid prizes of each pack of a segment: within the minimum and maximum of every tier, one mid prize at most, floor and
 * ceiling kept, enough winners for the loser streak, and counts exact over the segment.
 *
 * First chance hands out what lies above the minimum; then packs outside the limits exchange single prizes with packs chosen by
 * chance, each exchange only when it brings the two nearer to their limits. All packs are treated alike, so none is favoured.
 *
 * Example: a pack with 24.00 under a floor of 30.00 gives one prize of 2.00 for one of 10.00 of a pack that has 61.00.
 */

import { type Chance, drawToFront } from '../chance.ts';
import type { InstantDefinition } from '../definition/instant-definition.ts';
import { prizeOfTier } from '../definition/instant-definition.ts';
import type { Segment } from '../run/pack-layout.ts';
import type { RunPlan } from './run-plan.ts';

export type PackContents = {
  /** `low[pack × tiers + tier]` prizes of low tiers. */
  readonly low: Uint8Array;
  /** The mid tier of each pack counted from 1, or 0. */
  readonly mid: Uint16Array;
};

const draws = 20;
const triesPerPack = 5_000;

/** Throws when the limits cannot be met in twenty draws of bounded exchange: papers whose limits leave no room. */
export function fillPacks(definition: InstantDefinition, plan: RunPlan, segment: Segment, chance: Chance): PackContents {
  for (let draw = 0; draw < draws; draw += 1) {
    const contents = drawPacks(definition, plan, segment, chance);
    if (contents) return contents;
  }
  throw new Error(`segment ${segment.index}: no arrangement within the limits of the papers was found`);
}

function drawPacks(definition: InstantDefinition, plan: RunPlan, segment: Segment, chance: Chance): PackContents | null {
  const { tiers, guarantee, packSize } = definition;
  if (!guarantee) throw new Error('a printed run has a guarantee');
  const { packs } = segment;
  const width = tiers.length;
  const low = new Uint8Array(packs * width);
  const mid = new Uint16Array(packs);
  const midOrder = Uint32Array.from({ length: packs }, (_, i) => i);
  let midTaken = 0;
  const midCount = tiers.reduce(
    (sum, { spread }, index) => (spread === 'mid' ? sum + (plan.counts[segment.index * width + index] ?? 0) : sum),
    0,
  );
  drawToFront(midOrder, midCount, chance);
  // Sums of a pack stay far below 2^53 cents.
  const worth = tiers.map((tier) => Number(prizeOfTier(tier)));
  const payout = new Float64Array(packs);
  const winners = new Uint16Array(packs);
  const lowTiers: { readonly index: number; readonly min: number; readonly max: number }[] = [];
  for (const [index, tier] of tiers.entries()) {
    const count = plan.counts[segment.index * width + index] ?? 0;
    if (tier.spread === 'mid') {
      for (let i = 0; i < count; i += 1, midTaken += 1) mid[midOrder[midTaken] ?? 0] = index + 1;
    } else if (tier.perPack) {
      const { min, max } = tier.perPack;
      lowTiers.push({ index, min, max });
      const slots = Uint32Array.from({ length: packs * (max - min) }, (_, i) => i % packs);
      const extra = count - packs * min;
      drawToFront(slots, extra, chance);
      for (let pack = 0; pack < packs; pack += 1) low[pack * width + index] = min;
      for (const pack of slots.subarray(0, extra)) low[pack * width + index] = (low[pack * width + index] ?? 0) + 1;
    }
  }
  for (let pack = 0; pack < packs; pack += 1) {
    const own = mid[pack] ?? 0;
    payout[pack] = own > 0 ? (worth[own - 1] ?? 0) : 0;
    winners[pack] = own > 0 ? 1 : 0;
    for (const { index } of lowTiers) {
      const count = low[pack * width + index] ?? 0;
      payout[pack] = (payout[pack] ?? 0) + count * (worth[index] ?? 0);
      winners[pack] = (winners[pack] ?? 0) + count;
    }
  }
  const floor = Number(guarantee.floorCents);
  const ceiling = Number(guarantee.ceilingCents);
  const fewest = Math.ceil(packSize / (guarantee.maxLoserStreak + 1));
  const dearest = Math.max(...worth);
  /** How far a pack with this payout and so many winners is outside its limits. */
  const outside = (paid: number, won: number): number => Math.max(0, floor - paid, paid - ceiling) + Math.max(0, fewest - won) * dearest;
  const choices = lowTiers.length + 1;
  const exchange = (pack: number): boolean => {
    for (let attempt = 0; attempt < triesPerPack; attempt += 1) {
      const now = outside(payout[pack] ?? 0, winners[pack] ?? 0);
      if (now === 0) return true;
      const other = chance.below(packs);
      const give = lowTiers[chance.below(choices)];
      const get = lowTiers[chance.below(choices)];
      if (other === pack || give === get) continue;
      const count = (at: number, tier: { readonly index: number }): number => low[at * width + tier.index] ?? 0;
      if (give && (count(pack, give) <= give.min || count(other, give) >= give.max)) continue;
      if (get && (count(other, get) <= get.min || count(pack, get) >= get.max)) continue;
      const gain = (get ? (worth[get.index] ?? 0) : 0) - (give ? (worth[give.index] ?? 0) : 0);
      const more = (get ? 1 : 0) - (give ? 1 : 0);
      const before = now + outside(payout[other] ?? 0, winners[other] ?? 0);
      const after =
        outside((payout[pack] ?? 0) + gain, (winners[pack] ?? 0) + more) +
        outside((payout[other] ?? 0) - gain, (winners[other] ?? 0) - more);
      if (after >= before) continue;
      const move = (tier: { readonly index: number } | undefined, from: number, to: number): void => {
        if (!tier) return;
        low[from * width + tier.index] = count(from, tier) - 1;
        low[to * width + tier.index] = count(to, tier) + 1;
      };
      move(give, pack, other);
      move(get, other, pack);
      payout[pack] = (payout[pack] ?? 0) + gain;
      payout[other] = (payout[other] ?? 0) - gain;
      winners[pack] = (winners[pack] ?? 0) + more;
      winners[other] = (winners[other] ?? 0) - more;
    }
    return outside(payout[pack] ?? 0, winners[pack] ?? 0) === 0;
  };
  // An exchange never pushes a pack out of its limits unless it brings the other nearer by more; a second round settles those.
  for (let round = 0; round < 4; round += 1) {
    let sound = true;
    for (let pack = 0; pack < packs; pack += 1) {
      if (outside(payout[pack] ?? 0, winners[pack] ?? 0) > 0) sound = exchange(pack) && sound;
    }
    if (sound && payout.every((paid, pack) => outside(paid, winners[pack] ?? 0) === 0)) return { low, mid };
  }
  return null;
}
