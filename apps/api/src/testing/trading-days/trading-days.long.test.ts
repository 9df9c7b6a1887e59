/** The long form: a thousand trading days one after the other, over every clock change between. */
import { describe, expect, it } from 'vitest';
import { verifyLedger } from '../../modules/ledger/index.ts';
import { runTradingDays } from './run-trading-days.ts';
import { whatHappened } from './what-happened.ts';

const DAYS = Number(process.env.SIMULATION_DAYS ?? 1_000);
const PLAN = {
  seed: process.env.SIMULATION_SEED ?? 'a thousand days',
  stretches: [{ from: '2027-01-02', days: DAYS }],
  leastTickets: 20,
  mostTickets: 200,
  crashesPerThousand: 3,
};
const FOUR_HOURS = 4 * 3_600_000;

describe(`${DAYS} trading days with processes that die and jobs that run twice`, () => {
  it(
    'agree with the independent auditor to the cent at the end of each',
    async () => {
      const { market, days, tickets, contests, crashes } = await runTradingDays(PLAN, (date, told) => {
        if (date.endsWith('-01') || date.endsWith('-15')) console.log(`${date}: ${told}`);
      });
      try {
        console.log({ days, tickets, contests, crashes, ...(await whatHappened(market)) });
        expect(days).toBe(DAYS);
        expect(tickets).toBeGreaterThan(20 * DAYS);
        expect(await verifyLedger(market.world.db)).toEqual([]);
      } finally {
        await market.end();
      }
    },
    FOUR_HOURS,
  );
});
