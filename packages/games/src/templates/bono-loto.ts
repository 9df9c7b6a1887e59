/**
 * BonoLoto: six of 49, complementary number and refund digit at half the price of La Primitiva, drawn almost daily.
 *
 * Same engine and own table: three hits pay 4.00, the refund is the price of the line, the rest is split over six, five and the
 * complementary number, five, four. Example: stakes 2,000,000.00, fund 1,100,000.00, of which 200,000.00 are for refunds.
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

export const bonoLoto: GameDefinitionJson = {
  schema: 1,
  id: 'bono-loto',
  version: 1,
  name: sameName('BonoLoto'),
  currency: 'EUR',
  draws: { timeZone: 'Europe/Madrid', weekly: weekly('21:30', 1, 2, 3, 4, 5, 6), from: '2020-01-02' },
  ...saleRules,
  claim: { days: 90, closedDays: 'extend' },
  unconfirmed: [
    ...unconfirmedSale,
    { path: 'unitPriceCents', note: 'price of a line' },
    { path: 'prizes', note: 'whole prize table beyond the 55 % fund' },
  ],
  family: 'matrix',
  unitPriceCents: '50',
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
      sharedTier('1', '45%', 'rest', rounding, carryTo('1')),
      sharedTier('2', '24%', 'rest', rounding, carryTo('1')),
      sharedTier('3', '12%', 'rest', rounding, carryTo('1')),
      sharedTier('4', '19%', 'rest', rounding, carryTo('1')),
      fixedTier('5', '400'),
      { ...fixedTier('refund', '50'), prize: { kind: 'fixed', amountCents: '50', from: 'refunds' } },
    ],
    undividedTo: toAccount('reserve'),
  },
};
