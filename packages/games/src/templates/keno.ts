/**
 * Keno, the ten-spot game: ten numbers marked of 80, 20 drawn (games.md).
 *
 * On 1.00: ten hits 100,000, nine 5,000, eight 500, seven 50, six 5, five 2, none 3; ten of ten is capped at 500,000 per draw and
 * then shared. It returns 48.77 % of stakes. Example: eight tickets with ten hits share 500,000: 62,500.00 each.
 */
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { fixedTier, saleRules, sameName, toOperator, unconfirmedSale, weekly } from './write-template.ts';

const table: readonly (readonly [hits: number, cents: string])[] = [
  [10, '10000000'],
  [9, '500000'],
  [8, '50000'],
  [7, '5000'],
  [6, '500'],
  [5, '200'],
  [0, '300'],
];

export const keno: GameDefinitionJson = {
  schema: 1,
  id: 'keno',
  version: 1,
  name: sameName('Keno'),
  currency: 'EUR',
  draws: { timeZone: 'Europe/Andorra', weekly: weekly('20:00', 1, 2, 3, 4, 5, 6, 7), from: '2026-01-01' },
  ...saleRules,
  claim: { days: 60, closedDays: 'extend' },
  unconfirmed: [...unconfirmedSale, { path: 'minMarks', note: 'prize tables of fewer marks' }],
  family: 'keno',
  unitPriceCents: '100',
  units: [1, 2, 3, 5, 10],
  spots: 80,
  drawn: 20,
  minMarks: 10,
  maxMarks: 10,
  wins: table.map(([hits]) => ({ tier: `10-${hits}`, marks: 10, hits })),
  prizes: {
    fund: { share: '50%', rounding: 'down' },
    tiers: table.map(([hits, cents]) =>
      hits === 10
        ? { ...fixedTier('10-10', cents), prize: { kind: 'fixed' as const, amountCents: cents, perDrawCapCents: '50000000' } }
        : fixedTier(`10-${hits}`, cents),
    ),
    undividedTo: toOperator,
  },
};
