/**
 * EuroMillions, five of 50 and two stars of 12, in the two prize structures since 2016; ranks 2–13 of the second reproduce the
 * published draws (cases eu_euromillions_fdj).
 *
 * Half of the stakes are the prize fund; ranks 1–13 and the reserve share it. A rank without winner adds its share to the next rank
 * with winners below; the jackpot waits, has a cap whose surplus goes to the next rank below, and falls after four draws at
 * the cap. Example (7 February 2020): fund 49,978,352.50; rank 2 takes 2.61 % for 10 winners, 130,443.50 each, rounded down to 0.10.
 */
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { carryTo, names, nextLower, roundDown, sameName, sharedTier, type TierJson, toAccount } from './write-template.ts';

type Structure = {
  readonly version: number;
  readonly from: string;
  readonly until?: string;
  readonly jackpot: { readonly share: string; readonly later: string; readonly fromCycleDraw: number };
  readonly reserve: { readonly share: string; readonly later: string };
  readonly capCents: string;
  readonly shares: readonly string[];
};

/** Main numbers and stars of ranks 1–13. */
const ranks: readonly (readonly [number, number])[] = [
  [5, 2],
  [5, 1],
  [5, 0],
  [4, 2],
  [4, 1],
  [3, 2],
  [4, 0],
  [2, 2],
  [3, 1],
  [3, 0],
  [1, 2],
  [2, 1],
  [2, 0],
];

const rounding = roundDown('10', toAccount('reserve'));

const jackpotTier = ({ jackpot, capCents }: Structure): TierJson => ({
  id: '1',
  prize: { kind: 'shared', share: jackpot.share, of: 'fund', schedule: [{ fromCycleDraw: jackpot.fromCycleDraw, share: jackpot.later }] },
  rounding,
  empty: carryTo('1'),
  jackpot: {
    startValue: { amountCents: '1700000000', from: ['reserve', 'operator'] },
    cap: { amountCents: capCents, excessTo: nextLower(carryTo('1')) },
    mustBeWon: { afterDrawsAtCap: 4, rollDown: nextLower(carryTo('1')) },
  },
});

const euromillions = (structure: Structure): GameDefinitionJson => ({
  schema: 1,
  id: 'euromillions',
  version: structure.version,
  name: sameName('EuroMillions'),
  currency: 'EUR',
  draws: {
    timeZone: 'Europe/Paris',
    weekly: [
      { weekday: 2, time: '21:00' },
      { weekday: 5, time: '21:00' },
    ],
    from: structure.from,
    ...(structure.until === undefined ? {} : { until: structure.until }),
  },
  sales: { opensDaysBefore: 35, closesMinutesBefore: 45 },
  limits: { maxEntries: 10, maxLines: 1000, maxDraws: 10, maxStakeCents: '500000' },
  claim: { days: 60, closedDays: 'extend' },
  unconfirmed: [
    {
      path: 'prizes.tiers.0.prize.schedule',
      note: 'draw of a cycle from which the jackpot takes the smaller share: five or six draws without a winner, sources disagree',
    },
    { path: 'prizes.tiers.0.jackpot.cap', note: 'cap in each period' },
    { path: 'prizes.tiers.0.jackpot.startValue', note: 'start value of a cycle' },
    { path: 'prizes.tiers.1.rounding.remainderTo', note: 'account that takes what rounding leaves' },
    { path: 'unitPriceCents', note: '2.20 in countries that sell a raffle code with each line' },
    { path: 'sales', note: 'sale window' },
    { path: 'limits', note: 'sale limits and systems' },
    { path: 'claim', note: '60 days for draw games in France; other countries differ' },
  ],
  family: 'matrix',
  unitPriceCents: '250',
  panels: [
    { id: 'main', from: 50, choose: 5, maxPicks: 10 },
    { id: 'stars', name: names.stars, from: 12, choose: 2, maxPicks: 12 },
  ],
  wins: ranks.map(([main, stars], index) => ({ tier: String(index + 1), hits: { main, stars } })),
  prizes: {
    fund: { share: '50%', rounding: 'down' },
    accounts: ['reserve'],
    setAsides: [
      {
        account: 'reserve',
        share: structure.reserve.share,
        of: 'fund',
        schedule: [{ fromCycleDraw: structure.jackpot.fromCycleDraw, share: structure.reserve.later }],
      },
    ],
    tiers: [
      jackpotTier(structure),
      ...structure.shares.map((share, index) => sharedTier(String(index + 2), share, 'fund', rounding, nextLower(carryTo('1')))),
    ],
    undividedTo: toAccount('reserve'),
  },
});

/** 27 September 2016 to 31 January 2020. */
export const euromillions2016 = euromillions({
  version: 1,
  from: '2016-09-27',
  until: '2020-01-31',
  jackpot: { share: '43.2%', later: '27%', fromCycleDraw: 7 },
  reserve: { share: '4.8%', later: '21%' },
  capCents: '19000000000',
  shares: ['3.95%', '0.92%', '0.45%', '0.48%', '0.67%', '0.38%', '1.75%', '1.85%', '3.5%', '4.95%', '14.85%', '18.25%'],
});

/** From 4 February 2020. */
export const euromillions2020 = euromillions({
  version: 2,
  from: '2020-02-04',
  jackpot: { share: '50%', later: '42%', fromCycleDraw: 6 },
  reserve: { share: '10%', later: '18%' },
  capCents: '25000000000',
  shares: ['2.61%', '0.61%', '0.19%', '0.35%', '0.37%', '0.26%', '1.30%', '1.45%', '2.70%', '3.27%', '10.30%', '16.59%'],
});
