/**
 * Korean Lotto 6/45 in its three eras, as worked out from every published draw (cases kr_lotto645).
 *
 * Fund 50 % of sales. To draw 400 tier 5 is fixed and the rest is split 60/10/10/20 over tiers 1–4; from draw 401 tiers 5
 * and 4 are fixed and the rest is split 75/12.5/12.5 over tiers 1–3, tier 2 taking the odd won. Prizes are rounded down to
 * 100 won to draw 79 and up to the next won afterwards, at the operator's expense. Tiers 1–3 without winner wait in tier 1.
 */
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { carryTo, fixedTier, roundDown, sameName, sharedTier, type TierJson, toOperator } from './write-template.ts';

const roundUp: TierJson['rounding'] = { stepCents: '1', mode: 'up', remainderTo: toOperator, excessFrom: ['operator'] };
const toJackpot = carryTo('1');

type Era = {
  readonly id: string;
  readonly version: number;
  readonly price: string;
  readonly from: string;
  readonly until?: string;
  readonly tiers: TierJson[];
};

const korean = ({ id, version, price, from, until, tiers }: Era): GameDefinitionJson => ({
  schema: 1,
  id,
  version,
  name: sameName('Lotto 6/45'),
  currency: 'KRW',
  draws: { timeZone: 'Asia/Seoul', weekly: [{ weekday: 6, time: '20:45' }], from, ...(until === undefined ? {} : { until }) },
  sales: { opensDaysBefore: 7, closesMinutesBefore: 45 },
  limits: { maxEntries: 5, maxLines: 100, maxDraws: 1, maxStakeCents: '100000' },
  claim: { days: 365, closedDays: 'extend' },
  unconfirmed: [
    { path: 'draws.weekly', note: 'draw time' },
    { path: 'sales', note: 'sale window' },
    { path: 'limits', note: 'sale limits' },
    { path: 'claim', note: 'claim period' },
  ],
  family: 'matrix',
  unitPriceCents: price,
  panels: [{ id: 'main', from: 45, choose: 6, maxPicks: 6 }],
  bonuses: [{ id: 'bonus', panel: 'main', count: 1 }],
  wins: [
    { tier: '1', hits: { main: 6 } },
    { tier: '2', hits: { main: 5, bonus: 1 } },
    { tier: '3', hits: { main: 5, bonus: 0 } },
    { tier: '4', hits: { main: 4 } },
    { tier: '5', hits: { main: 3 } },
  ],
  prizes: { fund: { share: '50%', rounding: 'down' }, undividedTo: toOperator, tiers },
});

const early = (rounding: TierJson['rounding'], fifth: string): TierJson[] => [
  sharedTier('1', '60%', 'rest', rounding, toJackpot),
  sharedTier('2', '10%', 'rest', rounding, toJackpot),
  sharedTier('3', '10%', 'rest', rounding, toJackpot),
  sharedTier('4', '20%', 'rest', rounding, toJackpot),
  fixedTier('5', fifth),
];

/** Draws 1–79: prizes down to 100 won, tier 5 pays 10,000. */
export const korean645First = korean({
  id: 'kr-645-a1',
  version: 1,
  price: '2000',
  from: '2002-12-07',
  until: '2004-06-05',
  tiers: early(roundDown('100', toOperator), '10000'),
});
/** Draws 80–87: prizes up to the next won, tier 5 still 10,000. */
export const korean645Second = korean({
  id: 'kr-645-a2',
  version: 1,
  price: '2000',
  from: '2004-06-12',
  until: '2004-07-31',
  tiers: early(roundUp, '10000'),
});
/** Draws 88–400: tier 5 pays 5,000. */
export const korean645Third = korean({
  id: 'kr-645-a3',
  version: 1,
  price: '1000',
  from: '2004-08-07',
  until: '2010-07-31',
  tiers: early(roundUp, '5000'),
});
/** Draws from 401. */
export const korean645 = korean({
  id: 'kr-645',
  version: 1,
  price: '1000',
  from: '2010-08-07',
  tiers: [
    sharedTier('1', '75%', 'rest', roundUp, toJackpot),
    { id: '2', prize: { kind: 'remainder' }, rounding: roundUp, empty: toJackpot },
    sharedTier('3', '12.5%', 'rest', roundUp, toJackpot),
    fixedTier('4', '50000'),
    fixedTier('5', '5000'),
  ],
});
