import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { seededBytes } from '../../randomness/testing/node-hashes.ts';
import { chanceFrom } from '../chance.ts';
import { prizeOfTier } from '../definition/instant-definition.ts';
import { parseInstantDefinition } from '../definition/parse-instant-definition.ts';
import { sampleInstants } from '../testing/sample-instants.ts';
import { faceLayout } from './face-layout.ts';
import { faceWriter } from './face-writer.ts';
import { readFace } from './read-face.ts';

describe.each(Object.entries(sampleInstants))('faces of the sample %s', (name, json) => {
  const definition = expectOk(parseInstantDefinition(json));
  const { length, visible } = faceLayout(definition.play);

  it('show exactly the prize of every tier, its parts in any order, and nothing on a loser', () => {
    const write = faceWriter(definition);
    const chance = chanceFrom(seededBytes(`faces ${name}`));
    for (let tier = 0; tier <= definition.tiers.length; tier += 1) {
      const own = definition.tiers[tier - 1];
      for (let i = 0; i < (tier === 0 ? 3_000 : 400); i += 1) {
        const face = new Uint8Array(length);
        write(tier, chance, face, 0);
        const read = readFace(definition, face);
        expect(read.prizeCents).toBe(own ? prizeOfTier(own) : 0n);
        if (own) expect([...read.partsCents].map(String).sort()).toEqual(own.partsCents.map(String).sort());
        expect(read.multiplier).toBe(own?.multiplier ?? 1);
      }
    }
  });

  it('have the same open part for every prize when chance is the same', () => {
    const openOf = (tier: number): string => {
      const chance = chanceFrom(seededBytes(`open ${name}`));
      const face = new Uint8Array(length);
      faceWriter(definition)(tier, chance, face, 0);
      return face.subarray(0, visible).join();
    };
    for (let tier = 1; tier <= definition.tiers.length; tier += 1) expect(openOf(tier)).toBe(openOf(0));
  });
});
