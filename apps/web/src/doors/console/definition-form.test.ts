import { gameDefinition, gameTemplates } from '@valira/games';
import { defaultDefinition, poolDefinitionSchema } from '@valira/pool';
import { describeForm, formStateOf, readForm } from '@valira/ui/form';
import { describe, expect, test } from 'vitest';

describe('the form drawn from a definition’s schema', () => {
  const games = describeForm(gameDefinition);
  const pools = describeForm(poolDefinitionSchema);

  test.each(gameTemplates.map((template) => [template.id, template] as const))(
    'shows the game %s and reads back the same game',
    (_, template) => {
      const reading = readForm(games, formStateOf(games, template));
      expect(reading.ok ? [] : reading.complaints).toEqual([]);
      expect(gameDefinition.parse(reading.ok ? reading.value : null)).toEqual(gameDefinition.parse(template));
    },
  );

  const bets = [
    'win',
    'place',
    'quinella',
    'swinger',
    'trio',
    'exacta',
    'trifecta',
    'superfecta',
    'quinte',
    'double',
    'pick',
    'placepot',
    'sports',
  ] as const;

  test.each(bets)('shows a pool of the bet %s and reads back the same pool', (type) => {
    const template = defaultDefinition(type, { id: `bet-${type}`, effectiveFrom: '2026-01-01T00:00:00Z' });
    const reading = readForm(pools, formStateOf(pools, template));
    expect(reading.ok ? [] : reading.complaints).toEqual([]);
    expect(poolDefinitionSchema.parse(reading.ok ? reading.value : null)).toEqual(poolDefinitionSchema.parse(template));
  });
});
