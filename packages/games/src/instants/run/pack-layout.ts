/**
 * How a run is cut: packs of equal size, numbered on from the first pack of the run, and segments of whole packs.
 *
 * Example: 120,000 tickets in packs of 60 are 2,000 packs; 8 segments have 250 packs, 15,000 tickets each.
 */
import type { InstantDefinition } from '../definition/instant-definition.ts';

export type Segment = {
  readonly index: number;
  /** Packs of the run counted from 0. */
  readonly firstPack: number;
  readonly packs: number;
  /** Index of the segment's first ticket in the run. */
  readonly firstTicket: number;
  readonly tickets: number;
};

/** Tickets of a segment at most: what a generator holds at once. */
export const largestSegment = 100_000;

export const packCount = ({ runSize, packSize }: Pick<InstantDefinition, 'runSize' | 'packSize'>): number => Math.floor(runSize / packSize);

export function segmentCount(definition: Pick<InstantDefinition, 'runSize' | 'packSize' | 'guarantee'>): number {
  if (definition.guarantee) return definition.guarantee.segments;
  // An electronic pool has no guarantee; its segments are a matter of memory alone.
  const packsEach = Math.max(1, Math.floor(largestSegment / 2 / definition.packSize));
  return Math.ceil(packCount(definition) / packsEach);
}

/** Segment `index`; the first ones have one pack more where packs do not divide evenly. */
export function segmentAt(definition: Pick<InstantDefinition, 'runSize' | 'packSize' | 'guarantee'>, index: number): Segment {
  const segments = segmentCount(definition);
  if (!Number.isInteger(index) || index < 0 || index >= segments) throw new RangeError(`no segment ${index} of ${segments}`);
  const packs = packCount(definition);
  const each = Math.floor(packs / segments);
  const longer = packs % segments;
  const firstPack = index * each + Math.min(index, longer);
  const own = each + (index < longer ? 1 : 0);
  return { index, firstPack, packs: own, firstTicket: firstPack * definition.packSize, tickets: own * definition.packSize };
}
