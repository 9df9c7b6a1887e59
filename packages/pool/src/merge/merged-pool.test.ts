import { cents, parseDecimal, rational, sum } from '@valira/money';
import { expectOk } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { payoutOf } from '../settle/payout.ts';
import { settle } from '../settle/settle.ts';
import {
  bookOf,
  type Changes,
  closeBook,
  definition,
  dividends,
  finished,
  poolOn,
  type Sale,
  sell,
  straight,
} from '../testing/definitions.ts';
import { settleJoint } from './joint-pool.ts';
import { MergedPool, positionsOf } from './merged-pool.ts';
import { settleNet } from './net-pricing.ts';
import { GuestTotals, writeTotals } from './totals-file.ts';

// Random pools take their time on a busy machine; the count of runs bounds the work.
vi.setConfig({ testTimeout: 60_000 });

const units = (amount: number) => BigInt(amount) * 100n;
const net: Changes = { price: { method: 'net' }, dividend: { breakStepCents: '10' } };
const hostPool = poolOn(definition({ ...net, takeoutBps: 1700 }), [8]);
const guestPool = poolOn(definition({ ...net, takeoutBps: 2000 }), [8]);
const one = rational(1n);
const hostSales = [straight([1], units(20_000)), straight([2], units(80_000))];
const guestSales = [straight([1], units(5_000)), straight([2], units(45_000))];

describe('a merged pool', () => {
  it('pays 4.90 and 4.70, settles 16,116.50 between its sources and leaves each its breakage (D1)', () => {
    const pool = new MergedPool('host', closeBook(bookOf(hostPool, hostSales)));
    expectOk(pool.join({ sourceId: 'guest', book: closeBook(bookOf(guestPool, guestSales)), rate: one }));
    const settled = expectOk(pool.settle(finished([[1], [2]])));
    expect(settled.get('host')).toMatchObject({
      outcome: 'paid',
      accounts: { paid: units(98_000), position: 1_611_650n, breakage: 111_650n },
    });
    expect(settled.get('guest')).toMatchObject({ accounts: { paid: units(23_500), position: -1_611_650n, breakage: 38_350n } });
    expect(sum(positionsOf(settled).values())).toBe(0n);
  });

  it('is priced without a guest that was taken out before the off, and keeps it afterwards', () => {
    const host = bookOf(hostPool, hostSales);
    const pool = new MergedPool('host', host);
    expectOk(pool.join({ sourceId: 'guest', book: bookOf(guestPool, guestSales), rate: one }));
    const both = expectOk(pool.project(finished([[1]])));
    expect([...both].map(([, settlement]) => dividends(settlement))).toEqual([{ '1': 490n }, { '1': 470n }]);
    expectOk(pool.exclude('guest'));
    const alone = expectOk(pool.project(finished([[1]])));
    expect(dividends(alone.get('host') ?? expectOk(settle(host, null)))).toEqual({ '1': 410n });
    expect(alone.has('guest')).toBe(false);
    closeBook(host);
    expect(pool.exclude('guest')).toMatchObject({ code: 'after_the_off' });
    expect(pool.exclude('host')).toMatchObject({ code: 'host_stays' });
  });

  it('is priced on the latest totals of a guest, taken from its file', () => {
    const totals = new GuestTotals(guestPool, 'guest');
    const pool = new MergedPool('host', bookOf(hostPool, hostSales));
    expectOk(pool.join({ sourceId: 'guest', book: totals.book, rate: one }));
    expect([...expectOk(pool.project(finished([[1]])))].map(([, settlement]) => dividends(settlement))).toEqual([{ '1': 410n }, {}]);
    expectOk(totals.take(writeTotals(bookOf(guestPool, guestSales), { sourceId: 'guest', sequence: 1 })));
    expectOk(pool.update('guest', totals.book));
    expect([...expectOk(pool.project(finished([[1]])))].map(([, settlement]) => dividends(settlement))).toEqual([
      { '1': 490n },
      { '1': 470n },
    ]);
    expect(pool.update('stranger', totals.book)).toMatchObject({ code: 'source_unknown' });
    expect(pool.update('guest', bookOf(hostPool, []))).toMatchObject({ code: 'bet_type_differs' });
  });

  it('pays a guest in its own currency the price that its takeout gives', () => {
    // 10 crowns for a euro: the guest's 500,000 kr are the 50,000 of D1, and its dividend is the same ratio.
    const crowns = poolOn(definition({ ...net, takeoutBps: 2000, currency: 'SEK' }), [8]);
    const pool = new MergedPool('host', closeBook(bookOf(hostPool, hostSales)));
    const sales = [straight([1], units(50_000)), straight([2], units(450_000))];
    expectOk(pool.join({ sourceId: 'guest', book: closeBook(bookOf(crowns, sales)), rate: parseDecimal('0.1') }));
    const settled = expectOk(pool.settle(finished([[1], [2]])));
    expect([...settled].map(([, settlement]) => dividends(settlement))).toEqual([{ '1': 490n }, { '1': 470n }]);
    expect(settled.get('guest')?.accounts).toMatchObject({ position: -16_116_500n, breakage: 383_500n });
  });

  it('refunds or carries all sources together when nobody holds the result', () => {
    const merged = (changes: Changes) => {
      const pool = new MergedPool('host', closeBook(bookOf(poolOn(definition({ ...net, ...changes, takeoutBps: 1700 }), [8]), hostSales)));
      expectOk(pool.join({ sourceId: 'guest', book: closeBook(bookOf(guestPool, guestSales)), rate: one }));
      return expectOk(pool.settle(finished([[5], [2]])));
    };
    for (const settlement of merged({}).values())
      expect(settlement).toMatchObject({ outcome: 'refunded', accounts: { takeout: 0n, position: 0n } });
    const carried = merged({ cascade: [{ step: 'carryover' }], carryover: { to: 'next', capCents: null, mandatoryDates: [] } });
    expect(carried.get('guest')?.accounts).toMatchObject({ takeout: units(10_000), position: -units(40_000), carriedOut: {} });
    expect(carried.get('host')?.accounts).toMatchObject({ position: units(40_000), carriedOut: { main: units(123_000) } });
    const capCents = units(100_000).toString();
    const capped = merged({ cascade: [{ step: 'carryover' }], carryover: { to: 'next', capCents, mandatoryDates: [] } });
    expect(capped.get('host')?.accounts).toMatchObject({
      carriedOut: { main: units(100_000) },
      reserves: { 'carryover-excess': units(23_000) },
    });
  });

  it('adds what was carried in and what the host guarantees to the joint fund', () => {
    const carryover = { to: 'next', capCents: null, mandatoryDates: [] };
    const rules = definition({
      ...net,
      takeoutBps: 1700,
      carryover,
      guarantee: { fundCents: units(130_000).toString(), carryoverCounts: false },
    });
    const pool = new MergedPool('host', closeBook(bookOf(poolOn(rules, [8], { carriedIn: { main: units(6_000).toString() } }), hostSales)));
    expectOk(pool.join({ sourceId: 'guest', book: closeBook(bookOf(guestPool, guestSales)), rate: one }));
    const settled = expectOk(pool.settle(finished([[1], [2]])));
    // Nets 123,000 lack 7,000 of the guarantee; with 6,000 carried in the fund is 136,000 over 20,600: base 6.601…
    expect(settled.get('host')?.accounts).toMatchObject({ carriedIn: units(6_000), guaranteeTopUp: units(7_000) });
    expect([...settled].map(([, settlement]) => dividends(settlement))).toEqual([{ '1': 540n }, { '1': 520n }]);
    expect(sum(positionsOf(settled).values())).toBe(0n);
  });

  it('refuses sources that do not fit', () => {
    const pool = new MergedPool('host', bookOf(hostPool, hostSales));
    const book = bookOf(guestPool, guestSales);
    expect(pool.join({ sourceId: 'host', book, rate: one })).toMatchObject({ code: 'source_known' });
    expect(pool.join({ sourceId: 'g', book: bookOf(poolOn(definition({}), [8]), []), rate: one })).toMatchObject({
      code: 'method_not_net',
    });
    expect(
      pool.join({ sourceId: 'g', book: bookOf(poolOn(definition({ ...net, bet: { type: 'exacta' } }), [8]), []), rate: one }),
    ).toMatchObject({ code: 'bet_type_differs' });
    for (const rate of [rational(0n), rational(-1n)])
      expect(pool.join({ sourceId: 'g', book, rate })).toMatchObject({ code: 'rate_invalid' });
    const larger = poolOn(definition({ ...net, takeoutBps: 2000 }), [9]);
    expect(pool.join({ sourceId: 'g', book: bookOf(larger, []), rate: one })).toMatchObject({
      code: 'card_differs',
      path: 'legs.0.runners',
    });
    expectOk(pool.join({ sourceId: 'g', book, rate: one }));
    expect(pool.settle(finished([[1]]))).toMatchObject({ code: 'pool_not_closed' });
    expectOk(book.append({ kind: 'scratched', leg: 0, runner: 8, atMs: 0, by: 'a', confirmedBy: 'b' }));
    expect(pool.project(finished([[1]]))).toMatchObject({ code: 'scratches_differ' });
  });

  it('balances for every source, with positions that sum to zero', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 9n });
    const source = fc.record({
      takeoutBps: fc.integer({ min: 0, max: 9_999 }),
      added: amount,
      first: amount,
      second: amount,
      losing: amount,
    });
    fc.assert(
      fc.property(
        fc.array(source, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('profit-split' as const, 'equal-share' as const, 'single-price' as const),
        (all, split) => {
          const settled = settleNet(
            all.map(({ takeoutBps, added, first, second, losing }, i) => ({
              sourceId: `s${i}`,
              takeoutBps,
              grossCents: cents(first + second + losing),
              addedCents: cents(added),
              rate: one,
              winning: [rational(first), rational(second)],
              dividend: { perCents: cents(100n), breakStepCents: cents(5n), minimumCents: cents(0n) },
            })),
            split,
          );
          const winning = all.reduce((total, { first, second }) => total + first + second, 0n);
          expect(settled.ok).toBe(winning > 0n);
          if (!settled.ok) return;
          expect(settled.value.reduce((total, { positionHostCents }) => total + positionHostCents, 0n)).toBe(0n);
          for (const { breakageCents, minimumTopUp } of settled.value)
            expect([breakageCents >= 0n, minimumTopUp <= 1n]).toEqual([true, true]);
        },
      ),
    );
  });
});

describe('files of pool totals', () => {
  const file = (sales: Sale[], sequence: number, sourceId = 'guest') => writeTotals(bookOf(guestPool, sales), { sourceId, sequence });
  const taken = (sales: Sale[]) => new GuestTotals(guestPool, 'guest').take(file(sales, 1));

  it('are read once: the same sequence again changes nothing, an older one is stale', () => {
    const totals = new GuestTotals(guestPool, 'guest');
    expect(expectOk(totals.take(file(guestSales, 5)))).toEqual({ applied: true, grossCents: units(50_000) });
    expect(expectOk(totals.take(file(guestSales, 5)))).toEqual({ applied: false, grossCents: units(50_000) });
    expect(totals.take(file([straight([1], 100n)], 5))).toMatchObject({ code: 'sequence_content_differs' });
    expect(expectOk(totals.take(file([...guestSales, straight([3], units(1))], 7))).applied).toBe(true);
    expect(totals.take(file(guestSales, 5))).toMatchObject({ code: 'sequence_stale' });
    expect([totals.sequence, totals.book.soldCents]).toEqual([7, units(50_001)]);
  });

  it('carry a pool over exactly: the copy settles as the original, system bets included', () => {
    const pool = poolOn(definition({ bet: { type: 'trifecta' }, stake: { flexiMinimumBps: 1 } }), [8]);
    const sales: Sale[] = [
      { selections: { form: 'box', runners: [1, 2, 3, 4] }, stakeCents: 1_000n },
      { selections: { form: 'banker', bankers: [1], partners: [2, 3] }, stakeCents: 700n },
      { selections: { form: 'wheel', places: [[1], [2, 3], [4, 5]] }, stakeCents: 400n },
      straight([1, 2, 3], 300n),
      straight([1, 2, 3], 300n),
    ];
    const totals = new GuestTotals(pool, 'guest');
    const original = bookOf(pool, sales);
    expectOk(totals.take(writeTotals(original, { sourceId: 'guest', sequence: 1 })));
    const result = finished([[1], [2], [3]]);
    expect(expectOk(settle(closeBook(totals.book), result))).toEqual(expectOk(settle(closeBook(original), result)));
  });

  it('carry any number of units on one combination, and refuse stakes that are no whole units or too large', () => {
    const large = taken([straight([1], units(2_000_000_000))]);
    expect(expectOk(large)).toMatchObject({ grossCents: units(2_000_000_000) });
    const text = file([straight([1], 100n)], 1);
    const changed = (entry: string, gross: string) =>
      new GuestTotals(guestPool, 'guest').take(
        text.replace('"stakeCents":"100","count":1', entry).replace('"grossCents":"100"', `"grossCents":"${gross}"`),
      );
    expect(changed('"stakeCents":"150","count":1', '150')).toMatchObject({
      code: 'stake_not_multiple_of_unit',
      path: 'entries.0.stakeCents',
    });
    expect(changed('"stakeCents":"900000000000000","count":900', '810000000000000000')).toMatchObject({
      code: 'stakes_too_large',
      path: 'entries.0',
    });
  });

  it('are refused when damaged, of another pool or source, in another currency, or after the final one', () => {
    const totals = new GuestTotals(guestPool, 'guest');
    const text = file(guestSales, 1);
    expect(totals.take(text.slice(1))).toMatchObject({ code: 'totals_unreadable' });
    expect(totals.take(text.replace('pool_test', 'pool_other'))).toMatchObject({ code: 'totals_of_another_pool' });
    expect(totals.take(file(guestSales, 1, 'stranger'))).toMatchObject({ code: 'totals_of_another_pool' });
    expect(totals.take(text.replace('"EUR"', '"SEK"'))).toMatchObject({ code: 'currency_differs' });
    expect(totals.take(text.replace('"grossCents":"5000000"', '"grossCents":"5000001"'))).toMatchObject({ code: 'gross_differs' });
    expect(totals.take(text.replace('"runners":[1]', '"runners":[9]'))).toMatchObject({
      code: 'unknown_runner',
      path: 'entries.0.selections.runners.0',
    });
    const closed = closeBook(bookOf(guestPool, guestSales));
    expectOk(totals.take(writeTotals(closed, { sourceId: 'guest', sequence: 2 })));
    expect(totals.take(file(guestSales, 3))).toMatchObject({ code: 'totals_after_final' });
  });
});

describe('two bet types in one net pool', () => {
  const any = poolOn(definition({ bet: { type: 'first-4' } }), [8]);
  const exact = poolOn(definition({ bet: { type: 'superfecta' } }), [8]);
  const joint = (anySales: Sale[], exactSales: Sale[]) => {
    const books = [closeBook(bookOf(any, anySales)), closeBook(bookOf(exact, exactSales))] as const;
    const [first, second] = books;
    return expectOk(
      settleJoint(
        [
          { book: first, weight: 1n },
          { book: second, weight: 24n },
        ],
        finished([[1], [2], [3], [4]]),
      ),
    );
  };

  it('pay the exact order 24 times the any-order dividend from their joint fund', () => {
    // Nets 8,000 and 2,000; 100 and 2.50 winning.
    const sold = joint(
      [straight([4, 3, 2, 1], units(100)), straight([5, 6, 7, 8], units(9_900))],
      [
        { selections: { form: 'straight', runners: [1, 2, 3, 4] }, stakeCents: 200n },
        { selections: { form: 'straight', runners: [5, 6, 7, 8] }, stakeCents: units(2_498) },
      ],
    );
    const [anyOrder, order] = sold;
    // 10,000 / (100 + 24·2) = 67.5675…
    expect(anyOrder && dividends(anyOrder)).toEqual({ '1-2-3-4': 6_756n });
    expect(order && dividends(order)).toEqual({ '1-2-3-4': 162_162n });
    expect(sold.reduce((total, one) => total + one.accounts.position, 0n)).toBe(0n);
  });

  it('give all to the one that has winners, and follow their own cascades when none has', () => {
    const [anyOrder, order] = joint([straight([1, 2, 3, 4], units(100))], [straight([5, 6, 7, 8], units(100))]);
    expect(anyOrder && dividends(anyOrder)).toEqual({ '1-2-3-4': 160n });
    expect(order?.accounts).toMatchObject({ paid: 0n, position: -units(80) });
    const none = joint([straight([1, 2, 3, 5], units(100))], [straight([5, 6, 7, 8], units(100))]);
    expect(none.map((one) => one.outcome)).toEqual(['refunded', 'refunded']);
  });

  it('pay no less than the least dividend: the operator or the takeout adds to it, or all is refunded', () => {
    const sales = [straight([1, 2, 3, 4], units(100))];
    const withMinimum = (shortfall: NonNullable<Changes['dividend']>['shortfall']) => {
      const rules = definition({ bet: { type: 'first-4' }, dividend: { minimumCents: '110', ...(shortfall ? { shortfall } : {}) } });
      const other = closeBook(bookOf(exact, [straight([5, 6, 7, 8], units(10))]));
      return expectOk(
        settleJoint(
          [
            { book: closeBook(bookOf(poolOn(rules, [8]), sales)), weight: 1n },
            { book: other, weight: 24n },
          ],
          finished([[1], [2], [3], [4]]),
        ),
      );
    };
    // Nets of 80 and 8 for 100 on the winners: 0.88, raised to 1.10 lacks 22.00.
    expect(withMinimum({ paidBy: 'operator' })[0]?.accounts).toMatchObject({
      paid: units(110),
      minimumTopUp: units(22),
      takeout: units(20),
    });
    const fromTakeout = withMinimum({ paidBy: 'takeout', floorBps: 500, beyondFloor: 'operator' });
    expect(fromTakeout[0]?.accounts).toMatchObject({ paid: units(110), minimumTopUp: units(7), takeout: units(5) });
    for (const { outcome, refundReason, accounts } of withMinimum({ paidBy: 'refund' }))
      expect({ outcome, refundReason, position: accounts.position }).toEqual({
        outcome: 'refunded',
        refundReason: 'minus_pool',
        position: 0n,
      });
  });

  it('refuse weights and rules that have no place in a joint fund', () => {
    const code = (changes: Changes, weight = 1n) => {
      const pool = poolOn(definition({ bet: { type: 'first-4' }, ...changes }), [8]);
      const refused = settleJoint([{ book: closeBook(bookOf(pool, [])), weight }], finished([[1], [2], [3], [4]]));
      return refused.ok ? 'ok' : `${refused.code} at ${refused.path}`;
    };
    expect(code({})).toBe('ok');
    expect(code({}, 0n)).toBe('weight_invalid at 0.weight');
    expect(code({ price: { method: 'equal-share' } })).toBe('rule_not_for_joint_pool at 0.price.method');
    expect(code({ guarantee: { fundCents: '1', carryoverCounts: false } })).toBe('rule_not_for_joint_pool at 0.guarantee');
    expect(code({ payoutCapCents: '1' })).toBe('rule_not_for_joint_pool at 0.payoutCapCents');
    expect(code({ dividend: { rounding: 'nearest' } })).toBe('rule_not_for_joint_pool at 0.dividend.rounding');
  });

  it('pay their tickets what the settlement says', () => {
    const book = bookOf(any, [straight([1, 2, 3, 4], units(1))]);
    sell(book, [straight([5, 6, 7, 8], units(9))]);
    const [settlement] = expectOk(settleJoint([{ book: closeBook(book), weight: 1n }], finished([[1], [2], [3], [4]])));
    const [group] = book.ticketGroups;
    expect(settlement && group && payoutOf(any, settlement, group.ticket).prizeCents).toBe(800n);
  });
});
