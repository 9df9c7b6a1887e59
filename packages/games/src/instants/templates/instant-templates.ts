/**
 * Instant games to start from: a printed key-number game and a crossword for shops, and a match-three pool for online sale.
 *
 * Example, Clau d'or: 120,000 tickets at EUR 2.00 return 144,000.00, 60 %; a pack of 60 costs 120.00 and holds 41.50 in low prizes on
 * average, never less than 30.00 in low and mid prizes and never more than 150.00.
 */
import type { InstantDefinitionJson } from '../definition/instant-definition.ts';
import { motsEncreuats } from './mots-encreuats.ts';

const same = (name: string) => ({ ca: name, es: name, fr: name, en: name });

export const clauDor: InstantDefinitionJson = {
  schema: 1,
  family: 'instant',
  id: 'clau-dor',
  version: 1,
  name: same("Clau d'or"),
  currency: 'EUR',
  game: 417,
  channel: 'retail',
  priceCents: '200',
  runSize: 120_000,
  packSize: 60,
  prizeFundCents: '14400000',
  play: { style: 'key-number', from: 40, winningNumbers: 3, yourNumbers: 10, decoyCents: ['2500', '50000'] },
  scenes: 6,
  tiers: [
    { id: '10000', count: 1, partsCents: ['1000000'], spread: 'top' },
    { id: '1000', count: 10, partsCents: ['100000'], spread: 'top' },
    { id: '100', count: 100, partsCents: ['10000'], spread: 'mid' },
    { id: '50', count: 300, partsCents: ['2000', '2000', '1000'], spread: 'mid' },
    { id: '20', count: 800, partsCents: ['2000'], spread: 'mid' },
    { id: '10', count: 2_000, partsCents: ['500', '500'], spread: 'low', perPack: { min: 0, max: 3 } },
    { id: '5', count: 3_000, partsCents: ['500'], spread: 'low', perPack: { min: 0, max: 3 } },
    { id: '4', count: 6_000, partsCents: ['400'], spread: 'low', perPack: { min: 1, max: 5 } },
    { id: '2', count: 12_000, partsCents: ['200'], spread: 'low', perPack: { min: 4, max: 8 } },
  ],
  guarantee: { segments: 8, floorCents: '3000', ceilingCents: '15000', maxLoserStreak: 14 },
  settlement: { lowPrizesPercent: 80, daysAfterActivation: 30, nextPackActivated: true },
  endOfGame: { topPrizesGone: 'end-sales', saleDays: 365 },
  claim: { days: 90, closedDays: 'extend' },
};

export const tresIguals: InstantDefinitionJson = {
  schema: 1,
  family: 'instant',
  id: 'tres-iguals',
  version: 1,
  name: { ca: 'Tres iguals', es: 'Tres iguales', fr: 'Trois pareils', en: 'Three alike' },
  currency: 'EUR',
  game: 901,
  channel: 'online',
  priceCents: '100',
  runSize: 60_000,
  packSize: 100,
  prizeFundCents: '3200000',
  play: { style: 'match-three', cells: 9 },
  scenes: 4,
  tiers: [
    { id: '5000', count: 1, partsCents: ['500000'] },
    { id: '500', count: 6, partsCents: ['50000'] },
    { id: '50', count: 60, partsCents: ['5000'] },
    { id: '10', count: 300, partsCents: ['1000'] },
    { id: '5', count: 1_200, partsCents: ['500'] },
    { id: '2', count: 3_000, partsCents: ['200'] },
    { id: '1', count: 6_000, partsCents: ['100'] },
  ],
  endOfGame: { topPrizesGone: 'end-sales' },
  claim: { days: 90, closedDays: 'extend' },
};

export const instantTemplates: readonly InstantDefinitionJson[] = [clauDor, motsEncreuats, tresIguals];
