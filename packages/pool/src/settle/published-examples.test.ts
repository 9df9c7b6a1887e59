/** Worked examples from published rules and results, and derived ones (D), each with its numbers. */
import { cents, divide, rational, toDecimal, ZERO } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { probableTable } from '../book/probables.ts';
import { settleNet } from '../merge/net-pricing.ts';
import { bookOf, closeBook, definition, dividends, finished, outcomes, poolOn, settled, straight } from '../testing/definitions.ts';
import { parseTicket } from '../ticket/ticket.ts';
import { payoutOf } from './payout.ts';
import { settle } from './settle.ts';

const places = (paid: number) => [{ declared: 5, paid }];
const units = (count: number) => BigInt(count) * 100n;

describe('win', () => {
  it('W1: 194,230 less 1,317 refunded at 18 %, 23,872 on the winner: exact 6.6265357, pays 6.60, breakage 633.46', () => {
    const pool = poolOn(definition({ takeoutBps: 1800, dividend: { breakStepCents: '10' } }), [8]);
    const book = bookOf(pool, [straight([1], units(23_872)), straight([2], units(169_041)), straight([3], units(1_317))]);
    expectOk(book.append({ kind: 'scratched', leg: 0, runner: 3, atMs: 1, by: 'a', confirmedBy: 'b' }));
    const settlement = expectOk(settle(closeBook(book), finished([[1], [2]])));
    const exact = settlement.lines[0]?.exact;
    expect(exact && toDecimal(rational(exact.n, exact.d), 7)).toBe('6.6265357');
    expect(dividends(settlement)).toEqual({ '1': 660n });
    expect(settlement.accounts).toMatchObject({
      stakes: 19_423_000n,
      refunds: 131_700n,
      takeout: 3_472_434n,
      breakage: 63_346n,
      paid: 15_755_520n,
    });
  });

  it('W2: 1,028 at 14.25 %, 110 on the winner: net 881.51, 8.01 to the nearest cent', () => {
    const pool = poolOn(definition({ takeoutBps: 1425, dividend: { rounding: 'nearest' } }), [8]);
    const settlement = settled(
      pool,
      [60, 140, 24, 110, 220, 94, 300, 80].map((stake, i) => straight([i + 1], units(stake))),
      finished([[4], [1]]),
    );
    expect(settlement.accounts.stakes - settlement.accounts.takeout).toBe(88_151n);
    expect(dividends(settlement)).toEqual({ '4': 801n });
  });

  it('W3: 50/30/20/15/150 at 10 %: 4.77, 7.95, 11.925, 15.90, 1.59', () => {
    const pool = poolOn(definition({ takeoutBps: 1000, dividend: { perCents: '1000' }, stake: { unitCents: '1000' } }), [5]);
    const book = bookOf(
      pool,
      [50, 30, 20, 15, 150].map((stake, i) => straight([i + 1], units(stake) * 10n)),
    );
    expect(probableTable(book).map((row) => row.least)).toEqual([4_770n, 7_950n, 11_925n, 15_900n, 1_590n]);
  });

  it('W13: 70,000 units at 168 would pay over the cap of 10,000,000: 142.85', () => {
    const pool = poolOn(definition({ takeoutBps: 0, payoutCapCents: '1000000000' }), [8]);
    const settlement = settled(pool, [straight([1], units(70_000)), straight([2], units(11_690_000))], finished([[1], [2]]));
    expect(dividends(settlement)).toEqual({ '1': 14_285n });
    expect(settlement.accounts.paid).toBeLessThanOrEqual(1_000_000_000n);
  });

  it('D3: a dead heat of 20,000 and 10,000 over 80,000: profit split 2.25 and 3.50, equal share 2.00 and 4.00', () => {
    const sales = [straight([1], units(20_000)), straight([2], units(10_000)), straight([3], units(70_000))];
    for (const [deadHeat, expected] of [
      ['profit-split', { '1': 225n, '2': 350n }],
      ['equal-share', { '1': 200n, '2': 400n }],
    ] as const) {
      const pool = poolOn(definition({ price: { deadHeat } }), [8]);
      expect(dividends(settled(pool, sales, finished([[1, 2], [3]])))).toEqual(expected);
    }
  });
});

describe('place, show and wide', () => {
  it('W4: the Japanese formula with 25, 5 and 10 placed, 60 losing, R 0.8: 1.44 → 1.4, 4.0, 2.4', () => {
    const pool = poolOn(
      definition({ bet: { type: 'place', places: places(3) }, price: { method: 'jra' }, dividend: { breakStepCents: '10' } }),
      [8],
    );
    const settlement = settled(
      pool,
      [25, 5, 10, 60].map((stake, i) => straight([i + 1], units(stake))),
      finished([[1], [2], [3], [4]]),
    );
    const first = settlement.lines[0]?.exact;
    expect(first && toDecimal(rational(first.n, first.d), 2)).toBe('1.44');
    expect(dividends(settlement)).toEqual({ '1': 140n, '2': 400n, '3': 240n });
  });

  it('W5: wide of ¥16,917,300 at 75 %: 1,730, 550 and 910 for 100', () => {
    const wide = definition({
      currency: 'JPY',
      bet: { type: 'swinger', ofFirst: 3 },
      price: { method: 'jra' },
      takeoutBps: 2500,
      dividend: { breakStepCents: '10', minimumCents: '100' },
    });
    const losing = 16_917_300n - 232_900n - 796_000n - 458_000n;
    const sales = [straight([1, 2], 232_900n), straight([1, 3], 796_000n), straight([2, 3], 458_000n), straight([4, 5], losing)];
    expect(dividends(settled(poolOn(wide, [8]), sales, finished([[1], [2], [3]])))).toEqual({ '1-2': 1_730n, '1-3': 550n, '2-3': 910n });
  });

  it('W6: ¥1,771,789,700 on one of three placed with 304,461,700 losing: 84.58 becomes the floor of 100', () => {
    const floor = definition({
      currency: 'JPY',
      bet: { type: 'place', places: places(3) },
      price: { method: 'jra' },
      dividend: { breakStepCents: '10', minimumCents: '100' },
    });
    const settlement = settled(
      poolOn(floor, [8]),
      [straight([1], 1_771_789_700n), straight([2], 1_000_000n), straight([3], 1_000_000n), straight([4], 304_461_700n)],
      finished([[1], [2], [3], [4]]),
    );
    const exact = settlement.lines[0]?.exact;
    expect(exact && toDecimal(rational(exact.n * 100n, exact.d), 2)).toBe('84.58');
    expect(settlement.lines[0]?.dividendCents).toBe(100n);
  });

  it('W9: one third of the pool is 2,000,000 and 2,000 bets of 50 are on it: 200 for 10', () => {
    const pool = poolOn(
      definition({
        currency: 'HKD',
        bet: { type: 'place', places: places(3) },
        price: { method: 'equal-share' },
        takeoutBps: 0,
        dividend: { perCents: '1000' },
        stake: { unitCents: '1000' },
      }),
      [8],
    );
    const sales = [
      ...Array.from({ length: 2_000 }, () => straight([1], 5_000n)),
      straight([2], units(300_000)),
      straight([3], units(5_600_000)),
    ];
    expect(settled(pool, sales, finished([[1], [2], [3]])).lines[0]?.dividendCents).toBe(20_000n);
  });

  it('W10: profit split of a net pool of 80 over 10, 8 and 2: 3.0, 3.5, 11.0', () => {
    const pool = poolOn(definition({ bet: { type: 'place', places: places(3) }, price: { method: 'profit-split' } }), [8]);
    const sales = [10, 8, 2, 80].map((stake, i) => straight([i + 1], units(stake)));
    expect(dividends(settled(pool, sales, finished([[1], [2], [3], [4]])))).toEqual({ '1': 300n, '2': 350n, '3': 1_100n });
  });

  it('D2: 100,000 at 20 % with 60,000 and 5,000 placed: standard 1.125 and 2.50, net 1.0333 and 3.60', () => {
    const sales = [60_000, 5_000, 35_000].map((stake, i) => straight([i + 1], units(stake)));
    for (const [method, expected] of [
      ['profit-split', { '1': 11_250n, '2': 25_000n }],
      ['net', { '1': 10_333n, '2': 36_000n }],
    ] as const) {
      const rules = definition({
        bet: { type: 'place', places: places(2) },
        price: { method },
        dividend: { perCents: '10000' },
        stake: { unitCents: '10000' },
      });
      expect(dividends(settled(poolOn(rules, [8]), sales, finished([[1], [2], [3]])))).toEqual(expected);
    }
  });

  it('D4: a minus show pool at a minimum of 1.05 pays 99,750 and lacks 19,750', () => {
    const rules = definition({
      bet: { type: 'show', places: places(3) },
      price: { method: 'profit-split' },
      dividend: { breakStepCents: '5', minimumCents: '105' },
    });
    const sales = [90_000, 3_000, 2_000, 5_000].map((stake, i) => straight([i + 1], units(stake)));
    const settlement = settled(poolOn(rules, [8]), sales, finished([[1], [2], [3], [4]]));
    expect(dividends(settlement)).toEqual({ '1': 105n, '2': 105n, '3': 105n });
    expect(settlement.accounts).toMatchObject({ paid: 9_975_000n, minimumTopUp: 1_975_000n, takeout: 2_000_000n, breakage: 0n });
  });
});

describe('several sources', () => {
  it('D1: 100,000/20,000 at 17 % and 50,000/5,000 at 20 %: 4.90 and 4.70, positions of 16,116.50, breakage 1,116.50 and 383.50', () => {
    const dividend = { perCents: cents(100n), breakStepCents: cents(10n), minimumCents: ZERO };
    const source = (sourceId: string, takeoutBps: number, gross: number, winning: number) => ({
      sourceId,
      takeoutBps,
      grossCents: cents(units(gross)),
      addedCents: ZERO,
      rate: rational(1n),
      winning: [rational(units(winning))],
      dividend,
    });
    const [first, second] = expectOk(settleNet([source('one', 1700, 100_000, 20_000), source('two', 2000, 50_000, 5_000)], 'profit-split'));
    expect(first).toMatchObject({ dividends: [490n], paidCents: 9_800_000n, positionCents: 1_611_650n, breakageCents: 111_650n });
    expect(second).toMatchObject({ dividends: [470n], paidCents: 2_350_000n, positionCents: -1_611_650n, breakageCents: 38_350n });
  });
});

describe('pools over legs', () => {
  it('W11: 50,000 units with 36.45 left after six legs: 1,371.74', () => {
    const rules = definition({ bet: { type: 'placepot', legs: 6, places: places(2) }, takeoutBps: 0, stake: { flexiMinimumBps: 1 } });
    const pool = poolOn(rules, [8, 8, 8, 8, 8, 8]);
    const sales = [straight([1, 1, 1, 1, 1, 1], 3_645n), straight([5, 1, 1, 1, 1, 1], 4_996_355n)];
    const order = [[1], [2], [3]];
    expect(divide(50_000n * 3n ** 6n * 100n, 10n ** 6n, 'down')).toBe(3_645n);
    expect(dividends(settled(pool, sales, finished(order, order, order, order, order, order)))).toEqual({ main: 137_174n });
  });

  it('void legs: 216 lines of 3 doubles and 3 triples with one of each void are worth 36 lines: 1,000 a line pays 6,000', () => {
    const rules = definition({ bet: { type: 'sports', legs: 6, outcomes: ['1', 'X', '2'], plus: null }, takeoutBps: 0 });
    const pool = poolOn(rules, [0, 0, 0, 0, 0, 0]);
    const system = {
      selections: {
        form: 'legs' as const,
        legs: [
          [1, 2],
          [1, 2],
          [1, 2],
          [1, 2, 3],
          [1, 2, 3],
          [1, 2, 3],
        ],
      },
      stakeCents: 21_600n,
    };
    // The pool is sized so that a line pays 1,000.00: six winning lines of 1.00 share 6,000.00.
    const settlement = settled(pool, [system, straight([3, 3, 3, 3, 3, 3], 578_400n)], outcomes([1], [1], 'void', [1], [1], 'void'));
    expect(dividends(settlement)).toEqual({ main: 100_000n });
    const ticket = expectOk(parseTicket(pool, { selections: system.selections, stakeCents: '21600' }));
    expect(payoutOf(pool, settlement, ticket).prizeCents).toBe(600_000n);
  });
});
