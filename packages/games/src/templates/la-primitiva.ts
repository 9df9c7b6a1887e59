/**
 * La Primitiva: six of 49, a complementary number from the same drum, a refund digit printed on the ticket, and Joker.
 *
 * 55 % of stakes are the fund. 10 % of stakes pay the refund of the line's price where the digit is drawn; three hits pay 8.00;
 * the rest is split 20/40/6/13/21 over six with the digit, six, five and the complementary number, five, four. Example: stakes
 * 10,000,000.00, fund 5,500,000.00, refunds 1,000,000.00, 170,000 × 8.00 = 1,360,000.00; rest 3,140,000.00; six takes 1,256,000.00.
 */
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { jokerAddOn } from './joker.ts';
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

export const laPrimitiva: GameDefinitionJson = {
  schema: 1,
  id: 'la-primitiva',
  version: 1,
  name: sameName('La Primitiva'),
  currency: 'EUR',
  draws: { timeZone: 'Europe/Madrid', weekly: weekly('21:40', 1, 4, 6), from: '2022-10-31' },
  ...saleRules,
  claim: { days: 90, closedDays: 'extend' },
  unconfirmed: [
    ...unconfirmedSale,
    { path: 'unitPriceCents', note: 'price of a line' },
    { path: 'wins', note: 'whether six with the refund digit is paid the refund as well' },
    { path: 'prizes.tiers.0.empty', note: 'where lower tiers without winner go; jackpot start value and guarantee' },
    { path: 'addOns.0', note: 'prizes of Joker' },
  ],
  family: 'matrix',
  unitPriceCents: '100',
  panels: [{ id: 'main', from: 49, choose: 6, maxPicks: 11 }],
  bonuses: [{ id: 'complementary', name: names.complementary, panel: 'main', count: 1 }],
  drawnDigits: [{ id: 'refund', name: names.refund, size: 10 }],
  wins: [
    { tier: 'special', hits: { main: 6 }, digits: { refund: true } },
    { tier: '1', hits: { main: 6 }, digits: { refund: false } },
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
      sharedTier('special', '20%', 'rest', rounding, carryTo('special')),
      sharedTier('1', '40%', 'rest', rounding, carryTo('1')),
      sharedTier('2', '6%', 'rest', rounding, carryTo('1')),
      sharedTier('3', '13%', 'rest', rounding, carryTo('1')),
      sharedTier('4', '21%', 'rest', rounding, carryTo('1')),
      fixedTier('5', '800'),
      { ...fixedTier('refund', '100'), prize: { kind: 'fixed', amountCents: '100', from: 'refunds' } },
    ],
    undividedTo: toAccount('reserve'),
  },
  addOns: [jokerAddOn],
};
