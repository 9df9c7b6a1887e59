import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { clauDor, instantTemplates, tresIguals } from '../templates/instant-templates.ts';
import type { InstantDefinitionJson } from './instant-definition.ts';
import { instantOdds } from './instant-odds.ts';
import { encodeInstantDefinition, inspectInstantDefinition, parseInstantDefinition } from './parse-instant-definition.ts';

const reasons = (json: unknown): string[] => inspectInstantDefinition(json).map(({ path, reason }) => `${path} ${reason}`);
const changed = (change: Partial<InstantDefinitionJson>, of: InstantDefinitionJson = clauDor): unknown => ({ ...of, ...change });
const tier = (id: string, change: object): InstantDefinitionJson['tiers'] =>
  clauDor.tiers.map((entry) => (entry.id === id ? { ...entry, ...change } : entry));

describe('working papers', () => {
  it.each(instantTemplates)('of the template $id can be generated and come back from their own encoding', (json) => {
    const definition = expectOk(parseInstantDefinition(json));
    expect(expectOk(parseInstantDefinition(encodeInstantDefinition(definition)))).toEqual(definition);
  });

  it('return exactly what their counts say: 144,000.00 of 240,000.00, and 1 in 120000/24211 tickets wins', () => {
    const odds = instantOdds(expectOk(parseInstantDefinition(clauDor)));
    expect(odds.prizeFundCents).toBe(14_400_000n);
    expect(odds.returnToPlayer).toEqual({ n: 3n, d: 5n });
    expect(odds.overallOneIn).toEqual({ n: 120_000n, d: 24_211n });
    expect(odds.tiers.find(({ tier: id }) => id === '2')?.oneIn).toEqual({ n: 10n, d: 1n });
  });

  it.each([
    ['a fund one cent away from its prizes', changed({ prizeFundCents: '14400001' }), 'prizeFundCents fund_differs'],
    ['a run that is no whole number of packs', changed({ runSize: 120_001 }), 'runSize run_not_whole_packs'],
    ['the same count in every pack', changed({ tiers: tier('2', { perPack: { min: 6, max: 6 } }) }), 'tiers.8.perPack per_pack_fixed'],
    [
      'more low prizes than packs may hold',
      changed({ tiers: tier('2', { perPack: { min: 2, max: 5 } }) }),
      'tiers.8.perPack per_pack_infeasible',
    ],
    [
      'fewer low prizes than packs must hold',
      changed({ tiers: tier('2', { perPack: { min: 7, max: 9 } }) }),
      'tiers.8.perPack per_pack_infeasible',
    ],
    ['more mid prizes than packs', changed({ tiers: tier('2', { spread: 'mid', perPack: undefined }) }), 'tiers mid_too_many'],
    ['a shop run without guarantee', changed({ guarantee: undefined }), 'guarantee guarantee_missing'],
    ['an online pool with a guarantee', changed({ guarantee: clauDor.guarantee }, tresIguals), 'guarantee guarantee_online'],
    [
      'parts that the style cannot show',
      changed({ play: { style: 'match-three', cells: 6, decoyCents: [] } }),
      'tiers.3.partsCents too_many_parts',
    ],
    [
      'a floor that no mean can keep',
      changed({ guarantee: { segments: 8, floorCents: '4200', ceilingCents: '15000', maxLoserStreak: 14 } }),
      'guarantee.floorCents floor_infeasible',
    ],
    [
      'a streak no pack can keep',
      changed({ guarantee: { segments: 8, floorCents: '3000', ceilingCents: '15000', maxLoserStreak: 2 } }),
      'guarantee.maxLoserStreak streak_infeasible',
    ],
    [
      'a run too large for its segments',
      changed({ guarantee: { segments: 1, floorCents: '3000', ceilingCents: '15000', maxLoserStreak: 14 } }),
      'guarantee.segments segment_too_large',
    ],
  ])('are refused with their place and reason: %s', (_, json, problem) => {
    expect(reasons(json)).toContain(problem);
  });
});
