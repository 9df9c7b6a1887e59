import { cents, rational } from '@valira/money';
import { expectOk } from '@valira/outcome';
import type { PrizePlanJson } from '@valira/prizes';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parsePoolDefinition } from '../definition/pool-definition.ts';
import type { PoolResultJson } from '../result/result.ts';
import {
  bookOf,
  type Changes,
  closeBook,
  definition,
  definitionJson,
  finished,
  poolOn,
  type Sale,
  straight,
} from '../testing/definitions.ts';
import { payoutOf } from './payout.ts';
import { settle } from './settle.ts';

// Random pools take their time on a busy machine; the count of runs bounds the work.
vi.setConfig({ testTimeout: 60_000 });

type PlanTier = PrizePlanJson['tiers'][number];
type Way = NonNullable<PlanTier['empty']>;
type Rest = PrizePlanJson['undividedTo'];

const ids = ['all', 'three', 'two'] as const;
const accounts = ['reserve', 'booster'] as const;

const rest: fc.Arbitrary<Rest> = fc.oneof(
  fc.constant({ to: 'operator' as const }),
  fc.constantFrom(...accounts).map((account) => ({ to: 'account' as const, account })),
  fc.constantFrom(...ids).map((tier) => ({ to: 'carry' as const, tier })),
);
const wayFrom = (own: string): fc.Arbitrary<Way> =>
  fc.oneof(
    rest,
    rest.map((otherwise) => ({ to: 'next-lower' as const, otherwise })),
    rest.map((otherwise) => ({ to: 'next-higher' as const, otherwise })),
    fc
      .tuple(fc.constantFrom(...ids.filter((id) => id !== own)), fc.constantFrom('1/3', '100%'), rest)
      .map(([tier, share, otherwise]) => ({ to: 'tiers' as const, split: [{ tier, share }], otherwise })),
  );
const prize: fc.Arbitrary<PlanTier['prize']> = fc.oneof(
  fc
    .tuple(fc.constantFrom('20%', '1/3'), fc.constantFrom('stakes' as const, 'fund' as const, 'rest' as const))
    .map(([share, of]) => ({ kind: 'shared' as const, share, of })),
  fc.constantFrom<PlanTier['prize']>(
    { kind: 'fixed', amountCents: '500' },
    { kind: 'fixed', amountCents: '500', perDrawCapCents: '2000' },
    { kind: 'carried' },
  ),
);
const tierOf = (id: string): fc.Arbitrary<PlanTier> =>
  fc
    .record({
      prize,
      empty: wayFrom(id),
      rounding: fc.record({
        stepCents: fc.constantFrom('1', '10', '1000'),
        mode: fc.constantFrom('down' as const, 'nearest' as const, 'up' as const),
        remainderTo: rest,
        excessFrom: fc.constantFrom<string[]>(['operator'], ['reserve', 'operator']),
      }),
      minimum: fc.option(fc.record({ amountCents: fc.constantFrom('1', '1000'), otherwise: wayFrom(id) }), { nil: undefined }),
    })
    .map(({ minimum, ...tier }) => ({ id, ...tier, ...(minimum ? { minimum } : {}) }));

const plan: fc.Arbitrary<PrizePlanJson> = fc
  .record({
    tiers: fc.tuple(...ids.map(tierOf)),
    undividedTo: rest,
    setAside: fc.constantFrom('stakes' as const, 'fund' as const, 'rest' as const),
    inversion: fc.constantFrom<NonNullable<PrizePlanJson['inversion']>>({ rule: 'allowed' }, { rule: 'merge', fixedTiers: 'merge' }),
  })
  .map(({ setAside, ...own }) => ({
    ...own,
    fund: { share: '100%', rounding: 'down' },
    accounts: [...accounts],
    setAsides: [{ account: 'reserve', share: '1%', of: setAside }],
  }));

const rules = (prizePlan: PrizePlanJson, consolations: 'kept' | 'suppressed', flexi: boolean): Changes => ({
  bet: { type: 'pick', legs: 4 },
  price: { method: 'tiered' },
  cascade: [{ step: 'carryover' }],
  carryover: { to: 'next', capCents: null, mandatoryDates: [] },
  voidLegs: { consolations },
  tiers: ids.map((id, i) => ({ id, correct: 4 - i, plus: 'any', count: 'exactly', uniqueOnly: false })),
  prizePlan,
  stake: { flexiMinimumBps: flexi ? 1 : null },
});

const mark = fc.subarray([1, 2, 3], { minLength: 1 });
const sale: fc.Arbitrary<Sale> = fc
  .tuple(fc.tuple(mark, mark, mark, mark), fc.bigInt({ min: 1n, max: 40n }), fc.bigInt({ min: 0n, max: 99n }))
  .map(([legs, units, odd]) => ({
    selections: { form: 'legs', legs },
    stakeCents: 100n * units * legs.reduce((lines, leg) => lines * BigInt(leg.length), 1n) + odd,
  }));
const wholeUnits = ({ selections, stakeCents }: Sale): Sale => ({ selections, stakeCents: stakeCents - (stakeCents % 100n) });
const result: fc.Arbitrary<PoolResultJson> = fc.array(fc.constantFrom(1, 2, 3, null), { minLength: 4, maxLength: 4 }).map((winners) => ({
  ...finished(),
  legs: winners.map((one) => (one === null ? { kind: 'void' } : { kind: 'finish', order: [[one]] })),
}));

describe('a pool over legs with tiers', () => {
  it('has an owner for every cent under any plan that can work, with void legs, and pays its tickets what its accounts say', () => {
    let settledWithVoid = 0;
    fc.assert(
      fc.property(
        plan,
        fc.constantFrom('kept' as const, 'suppressed' as const),
        fc.boolean(),
        fc.array(sale, { maxLength: 6 }),
        result,
        fc.bigInt({ min: 0n, max: 90_000n }),
        (prizePlan, consolations, flexi, sales, official, carried) => {
          const parsed = parsePoolDefinition(definitionJson(rules(prizePlan, consolations, flexi)));
          if (!parsed.ok) return;
          const carriedIn = { all: carried.toString(), two: (carried / 3n).toString() };
          const pool = poolOn(parsed.value, [3, 3, 3, 3], { carriedIn });
          const book = bookOf(pool, flexi ? sales : sales.map(wholeUnits));
          const settlement = expectOk(settle(closeBook(book), official));
          const payouts = [...book.ticketGroups].map(({ ticket, count }) => ({ count, ...payoutOf(pool, settlement, ticket) }));
          const total = (of: 'prizeCents' | 'refundCents') => payouts.reduce((sum, one) => sum + one[of] * one.count, 0n);
          expect([total('prizeCents'), total('refundCents')]).toEqual([settlement.accounts.paid, settlement.accounts.refunds]);
          if (consolations === 'suppressed' && official.legs.some((leg) => leg.kind === 'void')) settledWithVoid += 1;
        },
      ),
      { numRuns: 1_500 },
    );
    expect(settledWithVoid).toBeGreaterThan(100);
  });

  const shared = (id: string, share: string, empty: Way): PlanTier => ({
    id,
    prize: { kind: 'shared', share, of: 'fund' },
    rounding: { stepCents: '1', mode: 'down', remainderTo: { to: 'account', account: 'reserve' } },
    empty,
  });

  it('sends what its top tier leaves on a void leg where the plan says, and keeps what waits in the others', () => {
    const definitionOf = (empty: Way) =>
      definition(
        rules(
          {
            fund: { share: '100%', rounding: 'down' },
            accounts: [...accounts],
            undividedTo: { to: 'operator' },
            tiers: [
              shared('all', '60%', empty),
              shared('three', '30%', { to: 'carry', tier: 'three' }),
              shared('two', '10%', { to: 'operator' }),
            ],
          },
          'suppressed',
          false,
        ),
      );
    const voidLeg: PoolResultJson = { ...finished([[1]], [[1]], [[1]]), legs: [...finished([[1]], [[1]], [[1]]).legs, { kind: 'void' }] };
    const settled = (empty: Way, sales: Sale[]) =>
      expectOk(settle(closeBook(bookOf(poolOn(definitionOf(empty), [3, 3, 3, 3], { carriedIn: { two: '700' } }), sales)), voidLeg))
        .accounts;
    // Net 8.00 for three units: 2.66 each, and 2 cents go to the reserve.
    const winners = [straight([1, 1, 1, 2], 300n), straight([2, 2, 2, 2], 700n)];
    expect(settled({ to: 'carry', tier: 'all' }, winners)).toMatchObject({
      paid: 798n,
      reserves: { reserve: 2n, booster: 0n },
      carriedOut: { all: 0n, three: 0n, two: 700n },
    });
    const losers = [straight([2, 2, 2, 2], 1_000n)];
    expect(settled({ to: 'account', account: 'booster' }, losers)).toMatchObject({ reserves: { reserve: 0n, booster: 800n } });
    expect(settled({ to: 'carry', tier: 'three' }, losers)).toMatchObject({ carriedOut: { all: 0n, three: 800n, two: 700n } });
  });

  it('pays the excess of prizes of parts of a unit that are rounded up from the operator, and never from breakage', () => {
    const { accounts: books } = expectOk(
      settle(
        closeBook(
          bookOf(
            poolOn(
              definition(
                rules(
                  {
                    fund: { share: '100%', rounding: 'down' },
                    undividedTo: { to: 'operator' },
                    tiers: ids.map((id, i) => ({
                      ...shared(id, i === 0 ? '100%' : '0%', { to: 'carry', tier: id }),
                      rounding: { stepCents: '1000', mode: 'nearest', remainderTo: { to: 'operator' } },
                    })),
                  },
                  'kept',
                  true,
                ),
              ),
              [3, 3, 3, 3],
            ),
            // Half a unit wins the net of 13.00: 26.00 for a unit, to the nearest 10.00, pays 15.00.
            [straight([1, 1, 1, 1], 50n), straight([2, 2, 2, 2], 1_575n)],
          ),
        ),
        finished([[1]], [[1]], [[1]], [[1]]),
      ),
    );
    expect(books).toMatchObject({ paid: 1_500n, breakage: 0n, minimumTopUp: 0n, roundingTopUp: 200n });
  });
});

describe('a payout cap', () => {
  const capped = (changes: Changes) => {
    const pool = poolOn(definition({ payoutCapCents: '5000', ...changes }), [4]);
    return expectOk(settle(closeBook(bookOf(pool, [straight([1], 6_000n), straight([2], 4_000n)])), finished([[1]])));
  };
  const minimum = { minimumCents: '110' };

  it('gives way to the least dividend, which what it cut off pays for first', () => {
    // Net 80.00, capped at 50.00 for 60.00 on the winner: 0.83, raised to 1.10 takes 16.00 of the 30.00 above the cap.
    for (const paidBy of ['operator', 'refund'] as const) {
      expect(capped({ dividend: { ...minimum, shortfall: { paidBy } } }).accounts).toMatchObject({
        paid: 6_600n,
        minimumTopUp: 0n,
        takeout: 2_000n,
        breakage: 1_400n,
      });
    }
  });

  it('leaves what is above it to the carryover, up to its own cap', () => {
    const carryover = { to: 'next', capCents: '1000', mandatoryDates: [] };
    const { accounts: books } = capped({ cascade: [{ step: 'carryover' }], carryover });
    expect(books).toMatchObject({ paid: 4_980n, breakage: 20n, carriedOut: { main: 1_000n }, reserves: { 'carryover-excess': 2_000n } });
    expect(books.stakes).toBe(cents(10_000n));
    expect(capped({}).lines[0]?.stakes).toEqual(rational(6_000n));
  });
});
