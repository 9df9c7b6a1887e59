/**
 * UK Lotto, six of 59 with a bonus ball, and its roll-down (games.md): when the jackpot must be won and nobody has six, it goes
 * 3/6/17/74 % (later 3/5/7/85 %) to five and the bonus, five, four and three, on top of the fixed prizes, in whole pounds.
 *
 * Example (November 2019): a jackpot of 12,950,833 → five 6 %/43 + 1,750 = 19,820; four 17 %/3,667 + 140 = 740; three 74 %/88,347 + 30 = 138.
 */
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { carryTo, fixedTier, roundDown, saleRules, sameName, sharedTier, toAccount, unconfirmedSale, weekly } from './write-template.ts';

type RollDown = {
  readonly version: number;
  readonly from: string;
  readonly until?: string;
  readonly shares: readonly [string, string, string, string];
};

const ukLotto = ({ version, from, until, shares }: RollDown): GameDefinitionJson => {
  const [bonus, five, four, three] = shares;
  return {
    schema: 1,
    id: 'uk-lotto',
    version,
    name: sameName('Lotto 6/59'),
    currency: 'GBP',
    draws: { timeZone: 'Europe/London', weekly: weekly('20:00', 3, 6), from, ...(until === undefined ? {} : { until }) },
    ...saleRules,
    claim: { days: 180, closedDays: 'count' },
    unconfirmed: [
      ...unconfirmedSale,
      { path: 'prizes.fund', note: 'share of stakes and of the jackpot' },
      { path: 'prizes.tiers.0.jackpot', note: 'how many draws the jackpot may roll, guarantee' },
      { path: 'prizes.tiers.5', note: 'two hits win a free line, shown here as its price' },
    ],
    family: 'matrix',
    unitPriceCents: '200',
    panels: [{ id: 'main', from: 59, choose: 6, maxPicks: 6 }],
    bonuses: [{ id: 'bonus', panel: 'main', count: 1 }],
    wins: [
      { tier: '6', hits: { main: 6 } },
      { tier: '5-bonus', hits: { main: 5, bonus: 1 } },
      { tier: '5', hits: { main: 5, bonus: 0 } },
      { tier: '4', hits: { main: 4 } },
      { tier: '3', hits: { main: 3 } },
      { tier: '2', hits: { main: 2 } },
    ],
    prizes: {
      fund: { share: '52%', rounding: 'down' },
      accounts: ['reserve'],
      fixed: { shortfallFrom: ['reserve', 'operator'], conversion: 'none' },
      tiers: [
        sharedTier('6', '100%', 'rest', roundDown('1', toAccount('reserve')), carryTo('6'), {
          jackpot: {
            mustBeWon: {
              atCycleDraw: 6,
              rollDown: {
                to: 'tiers',
                split: [
                  { tier: '5-bonus', share: bonus, stepCents: '100' },
                  { tier: '5', share: five, stepCents: '100' },
                  { tier: '4', share: four, stepCents: '100' },
                  { tier: '3', share: three, stepCents: '100' },
                ],
                otherwise: carryTo('6'),
              },
            },
          },
        }),
        fixedTier('5-bonus', '100000000', { rounding: roundDown('1', toAccount('reserve')) }),
        fixedTier('5', '175000', { rounding: roundDown('1', toAccount('reserve')) }),
        fixedTier('4', '14000', { rounding: roundDown('1', toAccount('reserve')) }),
        fixedTier('3', '3000', { rounding: roundDown('1', toAccount('reserve')) }),
        fixedTier('2', '200'),
      ],
      undividedTo: toAccount('reserve'),
    },
  };
};

export const ukLotto2018 = ukLotto({ version: 1, from: '2018-11-21', until: '2020-11-18', shares: ['3%', '6%', '17%', '74%'] });
export const ukLotto2020 = ukLotto({ version: 2, from: '2020-11-21', shares: ['3%', '5%', '7%', '85%'] });
