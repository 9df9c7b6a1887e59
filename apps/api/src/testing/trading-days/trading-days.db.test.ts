/** Trading days in a short form; the long one is `trading-days.long.test.ts`. */
import { describe, expect, it } from 'vitest';
import { verifyLedger } from '../../modules/ledger/index.ts';
import { runTradingDays } from './run-trading-days.ts';
import { whatHappened } from './what-happened.ts';

/** Both nights of a year on which the clocks of Andorra change lie inside: 28 March and 31 October 2027. */
const PLAN = {
  seed: process.env.SIMULATION_SEED ?? 'fifty days',
  stretches: [
    { from: '2027-03-15', days: 25 },
    { from: '2027-10-18', days: 25 },
  ],
  leastTickets: 20,
  mostTickets: 60,
  crashesPerThousand: 10,
};

describe('fifty trading days with processes that die and jobs that run twice', () => {
  it('agree with the independent auditor to the cent at the end of each', async () => {
    const { market, days, tickets, contests, crashes } = await runTradingDays(PLAN);
    try {
      const happened = await whatHappened(market);
      console.log({ days, tickets, contests, crashes, ...happened });
      expect(days).toBe(50);
      expect(tickets).toBeGreaterThan(1_000);
      expect(contests).toBeGreaterThan(60);
      expect(crashes).toBeGreaterThan(50);
      expect(Object.entries(happened).filter(([, times]) => times === 0)).toEqual([]);
      expect(await verifyLedger(market.world.db)).toEqual([]);
    } finally {
      await market.end();
    }
  }, 900_000);
});
