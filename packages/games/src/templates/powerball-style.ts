/**
 * A Powerball-style game: five of 69 and one of 26, a rolling jackpot, and set prizes that become shared when their part of the fund
 * and its reserve cannot pay them, the highest first (games.md).
 *
 * Half of the stakes are the fund, of which 68 % are for the jackpot; what is left pays the set prizes and what it does not need
 * fills their reserve. Example: 1,000,000 lines at 2.00 leave 320,000.00 for set prizes; one line of five right alone owes 1,000,000.00.
 * With 120,000.00 in the reserve and 179,503.00 owed to the smaller prizes, it is paid 260,497.00.
 */
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { carryTo, fixedTier, roundDown, saleRules, sharedTier, toAccount, unconfirmedSale, weekly } from './write-template.ts';

const setPrizes: readonly (readonly [tier: string, main: number, power: number, cents: string])[] = [
  ['2', 5, 0, '100000000'],
  ['3', 4, 1, '5000000'],
  ['4', 4, 0, '10000'],
  ['5', 3, 1, '10000'],
  ['6', 3, 0, '700'],
  ['7', 2, 1, '700'],
  ['8', 1, 1, '400'],
  ['9', 0, 1, '400'],
];

const rounding = roundDown('1', toAccount('set-prize-reserve'));

export const powerballStyle: GameDefinitionJson = {
  schema: 1,
  id: 'power-569',
  version: 1,
  name: { ca: 'Power 5/69', es: 'Power 5/69', fr: 'Power 5/69', en: 'Power 5/69' },
  currency: 'USD',
  draws: { timeZone: 'America/New_York', weekly: weekly('22:59', 1, 3, 6), from: '2026-01-03' },
  ...saleRules,
  claim: { days: 180, closedDays: 'extend' },
  unconfirmed: [...unconfirmedSale, { path: 'prizes', note: 'set prizes, their share of the fund, start value of the jackpot' }],
  family: 'matrix',
  unitPriceCents: '200',
  panels: [
    { id: 'main', from: 69, choose: 5, maxPicks: 5 },
    {
      id: 'power',
      name: { ca: 'números power', es: 'números power', fr: 'numéros power', en: 'power numbers' },
      from: 26,
      choose: 1,
      maxPicks: 1,
    },
  ],
  wins: [{ tier: '1', hits: { main: 5, power: 1 } }, ...setPrizes.map(([tier, main, power]) => ({ tier, hits: { main, power } }))],
  prizes: {
    fund: { share: '50%', rounding: 'down' },
    accounts: ['set-prize-reserve'],
    fixed: { shortfallFrom: ['set-prize-reserve'], conversion: 'highest-first' },
    tiers: [
      sharedTier('1', '68%', 'fund', rounding, carryTo('1'), {
        jackpot: { startValue: { amountCents: '2000000000', from: ['operator'] } },
      }),
      ...setPrizes.map(([tier, , , cents]) => fixedTier(tier, cents, { rounding })),
    ],
    undividedTo: toAccount('set-prize-reserve'),
  },
};
