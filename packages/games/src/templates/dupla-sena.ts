/**
 * Dupla Sena, six of 50, drawn twice on one ticket (cases br_duplasena).
 *
 * Fund 45.3 %/1.045 of sales to draw 1989, 43.35 % to 2745, 43.79 % after, in whole centavos; shares of the fund: first draw quina 10, quadra 8, terno 4;
 * second draw quina 9, quadra 8, terno 4. Example (draw 1510): sales 1,833,786.00, fund 794,933.93…; terno 4 % / 14,762 = 2.15.
 */
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { carryTo, roundDown, sameName, sharedTier, toAccount } from './write-template.ts';

type Version = { readonly from: string; readonly until?: string; readonly fund: string; readonly exemptCents: string };

const rounding = roundDown('1', toAccount('rounding'));

const duplaSena = ({ from, until, fund, exemptCents }: Version, index: number): GameDefinitionJson => {
  const withholding = { aboveCents: exemptCents, share: '30%', account: 'income-tax' };
  const taxed = (id: string, share: string) => sharedTier(id, share, 'fund', rounding, carryTo('1'), { withholding });
  return {
    schema: 1,
    id: 'dupla-sena',
    version: index + 1,
    name: sameName('Dupla Sena'),
    currency: 'BRL',
    draws: {
      timeZone: 'America/Sao_Paulo',
      weekly: [
        { weekday: 2, time: '20:00' },
        { weekday: 4, time: '20:00' },
        { weekday: 6, time: '20:00' },
      ],
      from,
      ...(until === undefined ? {} : { until }),
    },
    sales: { opensDaysBefore: 7, closesMinutesBefore: 60 },
    limits: { maxEntries: 10, maxLines: 10_000, maxDraws: 8, maxStakeCents: '1000000000' },
    claim: { days: 90, closedDays: 'extend' },
    unconfirmed: [
      { path: 'unitPriceCents', note: 'price of a line in each period' },
      { path: 'prizes.tiers.0', note: 'shares of the two senas and of the Easter reserve' },
      { path: 'prizes.tiers.1.empty', note: 'where a lower tier without winner goes' },
      { path: 'draws.weekly', note: 'draw days and time' },
      { path: 'sales', note: 'sale window' },
      { path: 'limits', note: 'sale limits' },
      { path: 'claim', note: 'claim period' },
    ],
    family: 'matrix',
    unitPriceCents: '250',
    panels: [{ id: 'main', from: 50, choose: 6, maxPicks: 15 }],
    rounds: 2,
    wins: [
      { tier: '1', round: 1, hits: { main: 6 } },
      { tier: '2', round: 1, hits: { main: 5 } },
      { tier: '3', round: 1, hits: { main: 4 } },
      { tier: '4', round: 1, hits: { main: 3 } },
      { tier: '5', round: 2, hits: { main: 6 } },
      { tier: '6', round: 2, hits: { main: 5 } },
      { tier: '7', round: 2, hits: { main: 4 } },
      { tier: '8', round: 2, hits: { main: 3 } },
    ],
    prizes: {
      fund: { share: fund, rounding: 'down' },
      accounts: ['income-tax', 'easter', 'rounding'],
      setAsides: [{ account: 'easter', share: '16%', of: 'fund' }],
      tiers: [
        sharedTier('1', '30%', 'fund', rounding, carryTo('1'), { withholding }),
        taxed('2', '10%'),
        taxed('3', '8%'),
        taxed('4', '4%'),
        sharedTier('5', '11%', 'fund', rounding, carryTo('1'), { withholding }),
        taxed('6', '9%'),
        taxed('7', '8%'),
        taxed('8', '4%'),
      ],
      undividedTo: toAccount('rounding'),
    },
  };
};

/** Every version of the rules from draw 1510 on, oldest first. */
export const duplaSenaVersions: readonly GameDefinitionJson[] = (
  [
    { from: '2016-06-28', until: '2019-09-22', fund: '45.3%/1.045', exemptCents: '190398' },
    { from: '2019-09-23', until: '2023-04-30', fund: '43.35%', exemptCents: '190398' },
    { from: '2023-05-01', until: '2024-01-31', fund: '43.35%', exemptCents: '211200' },
    { from: '2024-02-01', until: '2024-11-30', fund: '43.35%', exemptCents: '225920' },
    { from: '2024-12-01', until: '2025-04-30', fund: '43.79%', exemptCents: '225920' },
    { from: '2025-05-01', fund: '43.79%', exemptCents: '242880' },
  ] satisfies readonly Version[]
).map(duplaSena);
