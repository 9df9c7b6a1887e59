/**
 * El Gordo de la Primitiva: five of 54 and a key number 0–9, weekly.
 *
 * 22 % of stakes go to five with the key; two hits pay 3.00; the key alone refunds the price; the rest is split over the ranks
 * between. Example: stakes 3,000,000.00, first rank 660,000.00 and what was carried in.
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
  unconfirmedSale,
  weekly,
} from './write-template.ts';

const rounding = roundDown('1', toAccount('reserve'));
const toFirst = carryTo('1');

export const elGordo: GameDefinitionJson = {
  schema: 1,
  id: 'el-gordo',
  version: 1,
  name: sameName('El Gordo'),
  currency: 'EUR',
  draws: { timeZone: 'Europe/Madrid', weekly: weekly('13:00', 7), from: '2020-01-05' },
  ...saleRules,
  claim: { days: 90, closedDays: 'extend' },
  unconfirmed: [
    ...unconfirmedSale,
    { path: 'unitPriceCents', note: 'price of a line' },
    { path: 'prizes', note: 'whole prize table beyond the 55 % fund' },
  ],
  family: 'matrix',
  unitPriceCents: '150',
  panels: [
    { id: 'main', from: 54, choose: 5, maxPicks: 11 },
    { id: 'key', name: names.key, from: 10, first: 0, choose: 1, maxPicks: 1 },
  ],
  wins: [
    { tier: '1', hits: { main: 5, key: 1 } },
    { tier: '2', hits: { main: 5, key: 0 } },
    { tier: '3', hits: { main: 4, key: 1 } },
    { tier: '4', hits: { main: 4, key: 0 } },
    { tier: '5', hits: { main: 3, key: 1 } },
    { tier: '6', hits: { main: 3, key: 0 } },
    { tier: '7', hits: { main: 2, key: 1 } },
    { tier: '8', hits: { main: 2, key: 0 } },
    { tier: 'refund', group: 'refund', hits: { key: 1 } },
  ],
  prizes: {
    fund: { share: '55%', rounding: 'down' },
    accounts: ['refunds', 'reserve'],
    setAsides: [{ account: 'refunds', share: '10%', of: 'stakes' }],
    fixed: { shortfallFrom: ['reserve', 'operator'], conversion: 'none' },
    tiers: [
      sharedTier('1', '22%', 'stakes', rounding, toFirst),
      sharedTier('2', '33%', 'rest', rounding, toFirst),
      sharedTier('3', '6%', 'rest', rounding, toFirst),
      sharedTier('4', '7%', 'rest', rounding, toFirst),
      sharedTier('5', '8%', 'rest', rounding, toFirst),
      sharedTier('6', '26%', 'rest', rounding, toFirst),
      sharedTier('7', '20%', 'rest', rounding, toFirst),
      fixedTier('8', '300'),
      { ...fixedTier('refund', '150'), prize: { kind: 'fixed', amountCents: '150', from: 'refunds' } },
    ],
    undividedTo: toAccount('reserve'),
  },
};
