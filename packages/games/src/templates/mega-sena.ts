/**
 * Mega-Sena, six of 60, as worked out from every published draw (cases br_megasena).
 *
 * Prize fund 46 %/1.045 of sales, later 45.3 %/1.045, 43.35 % and 43.79 %; shares of the fund: sena 35, quina 19, quadra 19, pool
 * for draws ending in 0 or 5 22, year-end pool 5; from draw 2896 sena 40, quina 13, quadra 15, 0/5 pool 22, year-end 10. Sena and the
 * pools are carried net of 30 % income tax (35 % × 70 % = 24.5 %); quina and quadra are taxed prize by prize above the exempt
 * amount. Example (draw 1077): sales 41,658,547.00; quina 19 % / 300 = 11,613.90 less 30 % = 8,129.73.
 */
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { carryTo, roundDown, sameName, sharedTier, toAccount } from './write-template.ts';

type Version = {
  readonly from: string;
  readonly until?: string;
  readonly fund: string;
  /** Which rounding of the fund reproduces most published prizes; the operator does not state it. */
  readonly fundRounding: 'exact' | 'down';
  readonly shares: {
    readonly sena: string;
    readonly quina: string;
    readonly quadra: string;
    readonly five: string;
    readonly yearEnd: string;
    readonly tax: string;
  };
  readonly exemptCents: string;
};

const earlyShares = { sena: '24.5%', quina: '19%', quadra: '19%', five: '15.4%', yearEnd: '3.5%', tax: '18.6%' };
const lateShares = { sena: '28%', quina: '13%', quadra: '15%', five: '15.4%', yearEnd: '7%', tax: '21.6%' };

const megaSena = ({ from, until, fund, fundRounding, shares, exemptCents }: Version, index: number): GameDefinitionJson => ({
  schema: 1,
  id: 'mega-sena',
  version: index + 1,
  name: sameName('Mega-Sena'),
  currency: 'BRL',
  draws: {
    timeZone: 'America/Sao_Paulo',
    weekly: [
      { weekday: 3, time: '20:00' },
      { weekday: 6, time: '20:00' },
    ],
    from,
    ...(until === undefined ? {} : { until }),
  },
  sales: { opensDaysBefore: 7, closesMinutesBefore: 60 },
  limits: { maxEntries: 10, maxLines: 100_000, maxDraws: 8, maxStakeCents: '10000000000' },
  claim: { days: 90, closedDays: 'extend' },
  occasions: [{ name: 'five-draw', everyDraws: 5, offset: 0 }],
  unconfirmed: [
    { path: 'unitPriceCents', note: 'price of a line in each period' },
    { path: 'draws.weekly', note: 'draw days and time; the year-end draw has its own split' },
    { path: 'sales', note: 'sale window' },
    { path: 'limits', note: 'sale limits' },
    { path: 'claim', note: 'claim period' },
    { path: 'prizes.tiers.1.empty', note: 'where a quina or quadra without winner goes' },
  ],
  family: 'matrix',
  unitPriceCents: '500',
  panels: [{ id: 'main', from: 60, choose: 6, maxPicks: 15 }],
  wins: [
    { tier: 'sena', hits: { main: 6 } },
    { tier: 'quina', hits: { main: 5 } },
    { tier: 'quadra', hits: { main: 4 } },
  ],
  prizes: {
    fund: { share: fund, rounding: fundRounding },
    accounts: ['five-pool', 'year-end-pool', 'income-tax', 'rounding'],
    setAsides: [
      { account: 'five-pool', share: shares.five, of: 'fund' },
      { account: 'year-end-pool', share: shares.yearEnd, of: 'fund' },
      { account: 'income-tax', share: shares.tax, of: 'fund' },
    ],
    pours: [{ account: 'five-pool', tier: 'sena', occasion: 'five-draw' }],
    tiers: [
      sharedTier('sena', shares.sena, 'fund', roundDown('1', toAccount('rounding')), carryTo('sena')),
      sharedTier('quina', shares.quina, 'fund', roundDown('1', toAccount('rounding')), carryTo('sena'), {
        withholding: { aboveCents: exemptCents, share: '30%', account: 'income-tax' },
      }),
      sharedTier('quadra', shares.quadra, 'fund', roundDown('1', toAccount('rounding')), carryTo('sena'), {
        withholding: { aboveCents: exemptCents, share: '30%', account: 'income-tax' },
      }),
    ],
    undividedTo: toAccount('rounding'),
  },
});

const fundA = '46%/1.045';
const fundB = '45.3%/1.045';
const fundC = '43.35%';
const fundD = '43.79%';

/** Every version of the rules from draw 1077 on, oldest first; a draw is settled under the last version before it. */
export const megaSenaVersions: readonly GameDefinitionJson[] = (
  [
    { from: '2009-05-27', until: '2016-01-05', fund: fundA, fundRounding: 'exact', shares: earlyShares, exemptCents: '190398' },
    { from: '2016-01-06', until: '2019-09-23', fund: fundB, fundRounding: 'exact', shares: earlyShares, exemptCents: '190398' },
    { from: '2019-09-24', until: '2023-04-30', fund: fundC, fundRounding: 'down', shares: earlyShares, exemptCents: '190398' },
    { from: '2023-05-01', until: '2024-01-31', fund: fundC, fundRounding: 'down', shares: earlyShares, exemptCents: '211200' },
    { from: '2024-02-01', until: '2024-11-30', fund: fundC, fundRounding: 'down', shares: earlyShares, exemptCents: '225920' },
    { from: '2024-12-01', until: '2025-04-30', fund: fundD, fundRounding: 'down', shares: earlyShares, exemptCents: '225920' },
    { from: '2025-05-01', until: '2025-08-01', fund: fundD, fundRounding: 'down', shares: earlyShares, exemptCents: '242880' },
    { from: '2025-08-02', fund: fundD, fundRounding: 'down', shares: lateShares, exemptCents: '242880' },
  ] satisfies readonly Version[]
).map(megaSena);
