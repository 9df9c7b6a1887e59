/**
 * Two Catalan games: Lotto 6/49 with a complementary number and a refund digit, and Trio, three digits in order or in any order.
 *
 * Example, Trio: 427 in order pays 500.00 on 1.00; 427 in any order (six orders) pays 80.00, 422 (three orders) 160.00. Three equal
 * digits have one order only and are not sold in any order.
 */
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import {
  carryTo,
  fixedTier,
  names,
  roundDown,
  saleRules,
  sameName,
  sharedTier,
  toAccount,
  toOperator,
  unconfirmedSale,
  weekly,
} from './write-template.ts';

const rounding = roundDown('1', toAccount('reserve'));

export const catalan649: GameDefinitionJson = {
  schema: 1,
  id: 'lotto-649',
  version: 1,
  name: sameName('Lotto 6/49'),
  currency: 'EUR',
  draws: { timeZone: 'Europe/Madrid', weekly: weekly('21:30', 3, 6), from: '2020-01-01' },
  ...saleRules,
  claim: { days: 90, closedDays: 'extend' },
  unconfirmed: [
    ...unconfirmedSale.slice(0, 3),
    { path: 'unitPriceCents', note: 'price of a line' },
    { path: 'prizes', note: 'whole prize table' },
  ],
  family: 'matrix',
  unitPriceCents: '100',
  panels: [{ id: 'main', from: 49, choose: 6, maxPicks: 11 }],
  bonuses: [{ id: 'complementary', name: names.complementary, panel: 'main', count: 1 }],
  drawnDigits: [{ id: 'refund', name: names.refund, size: 10 }],
  wins: [
    { tier: '1', hits: { main: 6 } },
    { tier: '2', hits: { main: 5, complementary: 1 } },
    { tier: '3', hits: { main: 5, complementary: 0 } },
    { tier: '4', hits: { main: 4 } },
    { tier: '5', hits: { main: 3 } },
    { tier: 'refund', group: 'refund', digits: { refund: true } },
  ],
  prizes: {
    fund: { share: '55%', rounding: 'down' },
    accounts: ['refunds', 'reserve'],
    setAsides: [{ account: 'refunds', share: '10%', of: 'stakes' }],
    fixed: { shortfallFrom: ['reserve', 'operator'], conversion: 'none' },
    tiers: [
      sharedTier('1', '55%', 'rest', rounding, carryTo('1'), {
        jackpot: { guarantee: { amountCents: '50000000', from: ['reserve', 'operator'] } },
      }),
      sharedTier('2', '10%', 'rest', rounding, carryTo('1')),
      sharedTier('3', '15%', 'rest', rounding, carryTo('1')),
      sharedTier('4', '20%', 'rest', rounding, carryTo('1')),
      fixedTier('5', '600'),
      { ...fixedTier('refund', '100'), prize: { kind: 'fixed', amountCents: '100', from: 'refunds' } },
    ],
    undividedTo: toAccount('reserve'),
  },
};

export const catalanTrio: GameDefinitionJson = {
  schema: 1,
  id: 'trio',
  version: 1,
  name: sameName('Trio'),
  currency: 'EUR',
  draws: {
    timeZone: 'Europe/Madrid',
    weekly: [...weekly('14:00', 1, 2, 3, 4, 5, 6, 7), ...weekly('21:30', 1, 2, 3, 4, 5, 6, 7)],
    from: '2020-01-01',
  },
  ...saleRules,
  claim: { days: 90, closedDays: 'extend' },
  unconfirmed: [
    ...unconfirmedSale.slice(0, 3),
    { path: 'unitPriceCents', note: 'stakes offered' },
    { path: 'prizes', note: 'whole prize table' },
  ],
  family: 'digits',
  unitPriceCents: '100',
  units: [1, 2, 3, 5],
  positions: 3,
  repeats: 'allowed',
  chosenBy: 'player',
  bets: [
    { id: 'exact', name: { ca: 'Ordre exacte', es: 'Orden exacto', fr: 'Ordre exact', en: 'Exact order' } },
    { id: 'any-order', name: { ca: 'Qualsevol ordre', es: 'Cualquier orden', fr: "N'importe quel ordre", en: 'Any order' } },
  ],
  wins: [
    { tier: 'exact', bet: 'exact', match: { kind: 'exact' } },
    { tier: 'three-orders', bet: 'any-order', match: { kind: 'any-order', orders: 3 } },
    { tier: 'six-orders', bet: 'any-order', match: { kind: 'any-order', orders: 6 } },
  ],
  prizes: {
    fund: { share: '50%', rounding: 'down' },
    tiers: [fixedTier('exact', '50000'), fixedTier('three-orders', '16000'), fixedTier('six-orders', '8000')],
    undividedTo: toOperator,
  },
};
