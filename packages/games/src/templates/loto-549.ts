/**
 * A French-style Loto: five of 49 and a lucky number of ten, fixed prizes below a rolling jackpot, and a code per ticket of which
 * ten are drawn.
 *
 * Example: 4,000,000 lines at 2.00; five without the lucky number pays 100,000.00 whatever the sales; ten codes pay 20,000.00.
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

export const loto549: GameDefinitionJson = {
  schema: 1,
  id: 'loto-549',
  version: 1,
  name: sameName('Loto 5/49'),
  currency: 'EUR',
  draws: { timeZone: 'Europe/Paris', weekly: weekly('20:20', 1, 3, 6), from: '2019-11-04' },
  ...saleRules,
  claim: { days: 60, closedDays: 'extend' },
  unconfirmed: [
    ...unconfirmedSale,
    { path: 'unitPriceCents', note: 'how the price of 2.20 divides between grid and code' },
    { path: 'prizes', note: 'whole prize table' },
    { path: 'addOns.0', note: 'price and form of the code' },
  ],
  family: 'matrix',
  unitPriceCents: '200',
  panels: [
    { id: 'main', from: 49, choose: 5, maxPicks: 9 },
    { id: 'lucky', name: names.lucky, from: 10, choose: 1, maxPicks: 10 },
  ],
  wins: [
    { tier: '1', hits: { main: 5, lucky: 1 } },
    { tier: '2', hits: { main: 5, lucky: 0 } },
    { tier: '3', hits: { main: 4, lucky: 1 } },
    { tier: '4', hits: { main: 4, lucky: 0 } },
    { tier: '5', hits: { main: 3, lucky: 1 } },
    { tier: '6', hits: { main: 3, lucky: 0 } },
    { tier: '7', hits: { main: 2, lucky: 1 } },
    { tier: '8', hits: { main: 2, lucky: 0 } },
    { tier: '9', hits: { main: [0, 1], lucky: 1 } },
  ],
  prizes: {
    fund: { share: '53%', rounding: 'down' },
    accounts: ['reserve'],
    fixed: { shortfallFrom: ['reserve', 'operator'], conversion: 'none' },
    tiers: [
      sharedTier('1', '10%', 'stakes', roundDown('1', toAccount('reserve')), carryTo('1'), {
        jackpot: { startValue: { amountCents: '200000000', from: ['reserve', 'operator'] } },
      }),
      fixedTier('2', '10000000'),
      fixedTier('3', '100000'),
      fixedTier('4', '50000'),
      fixedTier('5', '5000'),
      fixedTier('6', '2000'),
      fixedTier('7', '1000'),
      fixedTier('8', '500'),
      fixedTier('9', '220'),
    ],
    undividedTo: toAccount('reserve'),
  },
  addOns: [
    {
      id: 'code',
      name: { ca: 'Codi', es: 'Código', fr: 'Code', en: 'Code' },
      required: true,
      per: 'ticket',
      family: 'raffle',
      unitPriceCents: '20',
      pattern: [
        { symbols: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', length: 1 },
        { symbols: '0123456789', length: 8 },
      ],
      wins: [{ tier: 'code', codes: 10 }],
      prizes: { fund: { share: '50%', rounding: 'down' }, tiers: [fixedTier('code', '2000000')], undividedTo: toOperator },
    },
  ],
};
