/** The visible side of a run of 200,000 tickets, sound or with a leak. */
import { expectOk } from '@valira/outcome';
import { hmacSha256, sha256 } from '../../randomness/testing/node-hashes.ts';
import { runChance } from '../chance.ts';
import { type InstantDefinition, prizeOfTier } from '../definition/instant-definition.ts';
import { encodeInstantDefinition, parseInstantDefinition } from '../definition/parse-instant-definition.ts';
import { placeSegment } from '../place/place-segment.ts';
import { planRun } from '../place/run-plan.ts';
import { faceLayout } from '../play/face-layout.ts';
import { faceWriter } from '../play/face-writer.ts';
import { segmentAt, segmentCount } from '../run/pack-layout.ts';
import { sampleInstants } from './sample-instants.ts';
import type { VisibleTicket } from './visible-classifier.ts';

const tickets = 200_000;
/** About one in 16,000 sound generators scores higher. */
export const scoreLimit = 4;

/** The sample at 200,000 tickets in packs of 50: counts grow with the run, limits of a pack stay. */
export function enlarged(style: string): InstantDefinition {
  const small = expectOk(parseInstantDefinition(sampleInstants[style]));
  const factor = tickets / small.runSize;
  const tiers = small.tiers.map((tier) => ({ ...tier, count: Math.round(tier.count * factor) }));
  const prizeFundCents = tiers.reduce((sum, tier) => sum + prizeOfTier(tier) * BigInt(tier.count), 0n);
  const json = encodeInstantDefinition(small);
  return expectOk(
    parseInstantDefinition({
      ...json,
      runSize: tickets,
      packSize: 50,
      prizeFundCents: String(prizeFundCents),
      tiers: json.tiers.map((tier, i) => ({
        ...tier,
        count: tiers[i]?.count ?? 0,
        ...(tier.perPack ? { perPack: { min: 0, max: tier.perPack.max + 1 } } : {}),
      })),
      ...(json.guarantee ? { guarantee: { segments: 8, floorCents: '1000', ceilingCents: '40000', maxLoserStreak: 16 } } : {}),
    }),
  );
}

export type Leak = (open: Uint8Array, wins: boolean, index: number) => void;

/** The visible side of a whole run; a leak may change it as a careless generator would. */
export function visibleRun(definition: InstantDefinition, seedText: string, leak: Leak = () => {}): VisibleTicket[] {
  const seed = sha256(Buffer.from(seedText));
  const plan = planRun(definition, runChance(hmacSha256, seed, 'plan', 0));
  const { length, visible } = faceLayout(definition.play);
  const run: VisibleTicket[] = [];
  for (let segment = 0; segment < segmentCount(definition); segment += 1) {
    const prizes = placeSegment(definition, plan, segment, runChance(hmacSha256, seed, 'place', segment));
    const chance = runChance(hmacSha256, seed, 'face', segment);
    const write = faceWriter(definition);
    const { firstTicket } = segmentAt(definition, segment);
    prizes.forEach((tier, i) => {
      const face = new Uint8Array(length);
      write(tier, chance, face, 0);
      const open = face.slice(0, visible);
      const index = firstTicket + i;
      leak(open, tier > 0, index);
      run.push({ open, pack: 1 + Math.floor(index / definition.packSize), ticket: index % definition.packSize, wins: tier > 0 });
    });
  }
  return run;
}
