/**
 * What every bet type must hold, whatever its rules: the suite runs on each sample of `bet-samples.ts`.
 * Conservation, refund completeness, no negative payout, independence of order, and a book that its log rebuilds.
 */
import { expectOk } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PoolBook, type PoolEntry, rebuildBook } from '../book/pool-book.ts';
import { poolFromJson, poolToJson } from '../definition/pool.ts';
import { payoutOf } from '../settle/payout.ts';
import { settle } from '../settle/settle.ts';
import type { Settlement } from '../settle/settlement.ts';
import { parseTicket, type Ticket } from '../ticket/ticket.ts';
import type { BetSample } from './bet-samples.ts';
import type { Sale } from './definitions.ts';

export const ticketsOf = (sample: BetSample, sales: readonly Sale[]): Ticket[] =>
  sales.map(({ selections, stakeCents }) => expectOk(parseTicket(sample.pool, { selections, stakeCents: stakeCents.toString() })));

export const logOf = (tickets: readonly Ticket[]): PoolEntry[] => [
  ...tickets.map((ticket, i): PoolEntry => ({ kind: 'bet', betId: `bet_${i}`, ticket, acceptedAtMs: 0 })),
  { kind: 'closed', stopBetAtMs: 1, source: 'official', by: 'judges' },
];

export const settleLog = (sample: BetSample, log: readonly PoolEntry[], result: unknown): Settlement =>
  expectOk(settle(expectOk(rebuildBook(sample.pool, log)), result));

export function describeConformance(sample: BetSample): void {
  describe(`${sample.name} conforms`, () => {
    it('pays out over its tickets exactly what its accounts say, nothing negative', () => {
      fc.assert(
        fc.property(sample.sales, sample.result, (sales, result) => {
          const tickets = ticketsOf(sample, sales);
          const settlement = settleLog(sample, logOf(tickets), result);
          const { accounts } = settlement;
          let prizes = 0n;
          let refunds = 0n;
          for (const ticket of tickets) {
            const payout = payoutOf(sample.pool, settlement, ticket);
            expect(payout.prizeCents >= 0n && payout.refundCents >= 0n).toBe(true);
            prizes += payout.prizeCents;
            refunds += payout.refundCents;
          }
          expect({ prizes, refunds }).toEqual({ prizes: accounts.paid, refunds: accounts.refunds });
          expect(accounts.stakes).toBe(tickets.reduce((sum, ticket) => sum + ticket.stakeCents, 0n));
          for (const amount of [accounts.takeout, accounts.breakage, accounts.minimumTopUp, ...Object.values(accounts.carriedOut)])
            expect(amount >= 0n).toBe(true);
        }),
        { numRuns: 60 },
      );
    });

    it('gives everything back and takes nothing when every leg is void', () => {
      fc.assert(
        fc.property(sample.sales, (sales) => {
          const tickets = ticketsOf(sample, sales);
          const result = { meeting: sample.pool.meeting, version: 1, legs: sample.pool.legs.map(() => ({ kind: 'void' })) };
          const settlement = settleLog(sample, logOf(tickets), result);
          expect(settlement).toMatchObject({
            outcome: 'refunded',
            accounts: { takeout: 0n, paid: 0n, refunds: settlement.accounts.stakes },
          });
          for (const ticket of tickets) expect(payoutOf(sample.pool, settlement, ticket).refundCents).toBe(ticket.stakeCents);
        }),
        { numRuns: 15 },
      );
    });

    it('settles the same whatever the order of bets', () => {
      fc.assert(
        fc.property(
          sample.sales.chain((sales) => fc.tuple(fc.constant(sales), fc.shuffledSubarray(sales, { minLength: sales.length }))),
          sample.result,
          ([sales, shuffled], result) => {
            expect(settleLog(sample, logOf(ticketsOf(sample, shuffled)), result)).toEqual(
              settleLog(sample, logOf(ticketsOf(sample, sales)), result),
            );
          },
        ),
        { numRuns: 25 },
      );
    });

    it('forgets a cancelled bet, and rebuilds an equal book from its log', () => {
      fc.assert(
        fc.property(sample.sales, sample.sales, sample.result, (kept, cancelled, result) => {
          const tickets = ticketsOf(sample, kept);
          const log = logOf(tickets);
          const gone = ticketsOf(sample, cancelled).flatMap((ticket, i): PoolEntry[] => [
            { kind: 'bet', betId: `gone_${i}`, ticket, acceptedAtMs: 0 },
            { kind: 'cancelled', betId: `gone_${i}`, atMs: 0 },
          ]);
          const book = new PoolBook(sample.pool);
          for (const entry of [...gone, ...log]) expectOk(book.append(entry));
          const grown = expectOk(settle(book, result));
          expect(grown).toEqual(settleLog(sample, log, result));
          expect(grown).toEqual(settleLog(sample, [...gone, ...log], result));
        }),
        { numRuns: 25 },
      );
    });

    it('settles the same after its pool went through JSON', () => {
      const text = JSON.stringify(poolToJson(sample.pool));
      expect(poolFromJson(JSON.parse(text))).toEqual({ ok: true, value: sample.pool });
    });
  });
}
