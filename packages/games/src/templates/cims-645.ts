/**
 * Cims 6/45, the platform's own draw game for demonstrations: six of 45 and a bonus number, EUR 1.00 a line.
 *
 * Fund 50 % of stakes. Four hits pay 50.00 and three hits 5.00 off the fund; of the rest 70 % goes to six hits, 10 % to five
 * and the bonus, 15 % to five, 5 % to a reserve that guarantees a jackpot of 250,000.00. Example: 1,000,000.00 of stakes,
 * fund 500,000.00; 1,365 × 50.00 + 22,441 × 5.00 = 180,455.00; rest 319,545.00; the jackpot takes 223,681.50.
 */
import type { GameDefinitionJson } from '../definition/game-definition.ts';
import { carryTo, fixedTier, nextLower, roundDown, sameName, sharedTier, toAccount } from './write-template.ts';

export const cims645: GameDefinitionJson = {
  schema: 1,
  id: 'cims-645',
  version: 1,
  name: sameName('Cims 6/45'),
  currency: 'EUR',
  draws: {
    timeZone: 'Europe/Andorra',
    weekly: [
      { weekday: 3, time: '21:00' },
      { weekday: 6, time: '21:00' },
    ],
    from: '2026-01-07',
    except: ['2026-12-26'],
  },
  sales: { opensDaysBefore: 35, closesMinutesBefore: 30, cancelMinutes: 5 },
  limits: { maxEntries: 10, maxLines: 924, maxDraws: 10, maxStakeCents: '200000' },
  claim: { days: 90, closedDays: 'extend' },
  family: 'matrix',
  unitPriceCents: '100',
  panels: [{ id: 'main', from: 45, choose: 6, maxPicks: 12 }],
  bonuses: [{ id: 'bonus', panel: 'main', count: 1 }],
  wins: [
    { tier: '6', hits: { main: 6 } },
    { tier: '5-bonus', hits: { main: 5, bonus: 1 } },
    { tier: '5', hits: { main: 5, bonus: 0 } },
    { tier: '4', hits: { main: 4 } },
    { tier: '3', hits: { main: 3 } },
  ],
  prizes: {
    fund: { share: '50%', rounding: 'down' },
    accounts: ['reserve'],
    setAsides: [{ account: 'reserve', share: '5%', of: 'rest' }],
    fixed: { shortfallFrom: ['reserve', 'operator'], conversion: 'none' },
    tiers: [
      sharedTier('6', '70%', 'rest', roundDown('1', toAccount('reserve')), carryTo('6'), {
        jackpot: {
          guarantee: { amountCents: '25000000', from: ['reserve', 'operator'] },
          cap: { amountCents: '500000000', excessTo: nextLower(toAccount('reserve')) },
        },
      }),
      sharedTier('5-bonus', '10%', 'rest', roundDown('1', toAccount('reserve')), carryTo('6')),
      sharedTier('5', '15%', 'rest', roundDown('1', toAccount('reserve')), carryTo('6')),
      fixedTier('4', '5000'),
      fixedTier('3', '500'),
    ],
    undividedTo: toAccount('reserve'),
    inversion: { rule: 'merge', fixedTiers: { raiseFrom: ['reserve', 'operator'] } },
  },
};
