/** Laws that hold for random pools: what one bet more, a scratch or a probable may and may not change. */
import { expectOk } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { PoolBook, rebuildBook } from '../book/pool-book.ts';
import { probable, probableMatrix, probableTable, willPays } from '../book/probables.ts';
import { shapeOf } from '../definition/bet-type.ts';
import type { Pool } from '../definition/pool.ts';
import { betSamples, finishOf, fourTriples } from '../testing/bet-samples.ts';
import { logOf, settleLog, ticketsOf } from '../testing/conformance.ts';
import { bookOf, closeBook, definition, dividends, finished, outcomes, poolOn, type Sale, straight } from '../testing/definitions.ts';
import { runnerSet } from '../ticket/runner-set.ts';
import type { Ticket } from '../ticket/ticket.ts';
import { holdingsOf } from './holdings.ts';
import { payoutOf } from './payout.ts';
import { projectSettlement, settle } from './settle.ts';
import type { Settlement } from './settlement.ts';

// Random pools take their time on a busy machine; the count of runs bounds the work.
vi.setConfig({ testTimeout: 60_000 });

const byName = (name: string) => {
  const sample = betSamples.find((one) => one.name === name);
  if (!sample) throw new Error(`no sample ${name}`);
  return sample;
};

describe('a minimum dividend', () => {
  it('holds for every price that is paid, unless the stakes go back', () => {
    for (const sample of betSamples.filter((one) => one.pool.definition.dividend.minimumCents > 0n)) {
      fc.assert(
        fc.property(sample.sales, sample.result, (sales, result) => {
          const settlement = settleLog(sample, logOf(ticketsOf(sample, sales)), result);
          for (const line of settlement.lines) expect(line.dividendCents >= sample.pool.definition.dividend.minimumCents).toBe(true);
          if (sample.pool.definition.dividend.shortfall.paidBy === 'refund') expect(settlement.accounts.minimumTopUp).toBe(0n);
        }),
        { numRuns: 60 },
      );
    }
  });

  it('takes takeout down to its floor before the operator pays', () => {
    const sample = byName('win, minimum from takeout');
    fc.assert(
      fc.property(sample.sales, sample.result, (sales, result) => {
        const { accounts, outcome } = settleLog(sample, logOf(ticketsOf(sample, sales)), result);
        if (outcome !== 'paid') return;
        const floor = (accounts.stakes * 500n) / 10_000n;
        expect(accounts.takeout >= floor).toBe(true);
        if (accounts.minimumTopUp > 0n) expect(accounts.takeout).toBe(floor);
      }),
    );
  });
});

describe('a losing bet more', () => {
  for (const sample of betSamples) {
    it(`never lowers a dividend: ${sample.name}`, () => {
      let compared = 0;
      fc.assert(
        fc.property(sample.sales, sample.sales, sample.result, (sales, more, result) => {
          const tickets = ticketsOf(sample, sales);
          const before = settleLog(sample, logOf(tickets), result);
          if (before.outcome !== 'paid') return;
          // Alone in the pool a winning ticket is paid, or goes back because the pool cannot hold the minimum.
          const wins = (ticket: Ticket) => {
            const alone = settleLog(sample, logOf([ticket]), result);
            return alone.paidBy === 'result' || alone.refundReason === 'minus_pool';
          };
          const losing = ticketsOf(sample, more).filter(
            (ticket) => !wins(ticket) && payoutOf(sample.pool, before, ticket).held.length === 0,
          );
          const after = settleLog(sample, logOf([...tickets, ...losing]), result);
          // A bet may lose against the prices paid and hold a better combination that nobody had before.
          if (losing.some((ticket) => payoutOf(sample.pool, after, ticket).held.length > 0)) return;
          const now = dividends(after);
          for (const line of before.lines) expect((now[line.id] ?? 0n) >= line.dividendCents).toBe(true);
          compared += 1;
        }),
        { numRuns: 120 },
      );
      expect(compared).toBeGreaterThan(0);
    });
  }
});

describe('a scratch before the close', () => {
  const runners = [1, 2, 3, 4, 5, 6];
  const singles = betSamples.filter(({ pool }) => shapeOf(pool.definition.bet).kind !== 'legs' && pool.definition.bet.type !== 'free');

  /** What is left of a sale of unit stakes without the runner; null when nothing is. */
  function without(runner: number, sale: Sale, pool: Pool): Sale | null {
    const { selections } = sale;
    const book = new PoolBook(pool);
    expectOk(book.append({ kind: 'scratched', leg: 0, runner, atMs: 0, by: 'a', confirmedBy: 'b' }));
    const [ticket] = ticketsOf({ name: '', pool, sales: fc.constant([]), result: fc.constant({ meeting: '', version: 1, legs: [] }) }, [
      sale,
    ]);
    if (!ticket) return null;
    const left = ticket.combinations - book.refundedCombinations(ticket);
    if (left === 0) return null;
    const drop = (from: readonly number[]) => from.filter((one) => one !== runner);
    const stakeCents = (sale.stakeCents * BigInt(left)) / BigInt(ticket.combinations);
    switch (selections.form) {
      case 'box':
        return { selections: { form: 'box', runners: drop(selections.runners) }, stakeCents };
      case 'banker':
        return { selections: { ...selections, partners: drop(selections.partners) }, stakeCents };
      case 'wheel':
        return { selections: { form: 'wheel', places: selections.places.map(drop) }, stakeCents };
      default:
        return sale;
    }
  }

  for (const sample of singles) {
    it(`then settling equals never having sold those combinations: ${sample.name}`, () => {
      const { pool } = sample;
      fc.assert(
        fc.property(sample.sales, fc.constantFrom(...runners), finishOf(runners, 5), (sales, runner, order) => {
          const priced = sales.map((sale) => {
            const [ticket] = ticketsOf(sample, [sale]);
            return { ...sale, stakeCents: BigInt(ticket?.combinations ?? 1) * 100n };
          });
          const result = finished(order.map((group) => group.filter((one) => one !== runner)).filter((group) => group.length > 0));
          const scratch = { kind: 'scratched', leg: 0, runner, atMs: 0, by: 'a', confirmedBy: 'b' } as const;
          const whole = bookOf(pool, priced);
          expectOk(whole.append(scratch));
          const rest = bookOf(
            pool,
            priced.map((sale) => without(runner, sale, pool)).filter((sale) => sale !== null),
          );
          expectOk(rest.append(scratch));
          const settled = [whole, rest].map((book) => expectOk(settle(closeBook(book), result)));
          const [a, b] = settled as [Settlement, Settlement];
          const same = ({ lines, accounts, outcome, paidBy }: Settlement) => ({
            lines: lines.map(({ id, stakes, dividendCents }) => ({ id, stakes, dividendCents })),
            outcome: accounts.stakes - accounts.refunds === 0n ? 'nothing left' : outcome,
            paidBy,
            paid: accounts.paid,
            takeout: accounts.takeout,
            breakage: accounts.breakage,
            carriedOut: accounts.carriedOut,
          });
          expect(same(a)).toEqual(same(b));
        }),
        { numRuns: 40 },
      );
    });
  }
});

describe('probables', () => {
  it('of the last second before the close are the dividends, when that combination wins alone', () => {
    for (const name of ['win', 'win, jra', 'quinella', 'exacta', 'trio', 'trifecta', 'first-4', 'superfecta']) {
      const sample = byName(name);
      fc.assert(
        fc.property(sample.sales, fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 }), (sales, order) => {
          const book = bookOf(sample.pool, sales);
          const shape = shapeOf(sample.pool.definition.bet);
          const combination = order.slice(0, shape.kind === 'legs' ? 0 : shape.pick);
          const shown = probable(book, combination);
          const settlement = expectOk(settle(closeBook(book), finished(order.map((runner) => [runner]))));
          if (shown === null) expect(settlement.paidBy).not.toBe('result');
          else expect(settlement.lines.map((line) => line.dividendCents)).toEqual([shown.most]);
        }),
        { numRuns: 40 },
      );
    }
  });

  it('of tiered pools are what a unit on the combination then gets, when lower tiers have winners too', () => {
    for (const name of ['tierce', 'pick', 'sports']) {
      const sample = byName(name);
      const legs = shapeOf(sample.pool.definition.bet).kind === 'legs';
      const combination = sample.pool.legs.map(() => 1);
      fc.assert(
        fc.property(sample.sales, (sales) => {
          const asked = legs ? combination : [1, 2, 3];
          const result = legs
            ? {
                ...finished(),
                legs: asked.map((one) => (name === 'sports' ? { kind: 'outcome', winners: [one] } : { kind: 'finish', order: [[one]] })),
              }
            : finished([[1], [2], [3]]);
          const book = bookOf(sample.pool, sales);
          const shown = probable(book, asked);
          if (shown === null) return;
          const settlement = expectOk(projectSettlement(book, result));
          const [ticket] = ticketsOf(sample, [{ ...straight(asked, 10_000_000n) }]);
          const payout = ticket && payoutOf(sample.pool, settlement, ticket);
          expect(payout && payout.prizeCents / 100_000n).toBe(shown.most);
        }),
        { numRuns: 60 },
      );
    }
  });

  it('of places, shows and wides are ranges that the dividends fall into, and both ends can happen', () => {
    for (const name of ['place', 'show, net', 'swinger']) {
      const sample = byName(name);
      fc.assert(
        fc.property(sample.sales, fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 }), (sales, order) => {
          const book = bookOf(sample.pool, sales);
          const table = new Map(probableTable(book).map((row) => [row.combination.join('-'), row]));
          const settlement = expectOk(settle(closeBook(book), finished(order.map((runner) => [runner]))));
          if (settlement.paidBy !== 'result') return;
          for (const line of settlement.lines) {
            const shown = table.get(line.id);
            expect(shown && shown.least <= line.dividendCents && line.dividendCents <= shown.most).toBe(true);
          }
        }),
        { numRuns: 60 },
      );
    }
  });

  it('read the same stakes from the index as a pass over all tickets', () => {
    for (const sample of betSamples) {
      const { bet } = sample.pool.definition;
      const shape = shapeOf(bet);
      if (bet.type === 'sports') continue;
      const runners = (leg: number) => fc.constantFrom(...(sample.pool.legs[leg]?.runners.map((runner) => runner.number) ?? [1]));
      const combination =
        shape.kind === 'legs'
          ? fc.tuple(...Array.from({ length: shape.legs }, (_, i) => runners(i)))
          : fc.shuffledSubarray(sample.pool.legs[0]?.runners.map((runner) => runner.number) ?? [], {
              minLength: shape.pick,
              maxLength: shape.pick,
            });
      fc.assert(
        fc.property(sample.sales, combination, (sales, chosen) => {
          const asked = shape.kind === 'unordered' ? chosen.toSorted((a, b) => a - b) : chosen;
          const book = bookOf(sample.pool, sales);
          const one = straight(asked, 1n).selections;
          const [ticket] = ticketsOf(sample, [{ selections: one, stakeCents: 1_000_000n }]);
          const sets = ticket?.selections.form === 'legs' ? ticket.selections.legs : [];
          const wins =
            shape.kind === 'legs'
              ? ({ kind: 'legs', winners: sets, plusLeg: -1, plus: 'any', least: shape.legs, most: shape.legs } as const)
              : shape.kind === 'ordered'
                ? ({ kind: 'ordered', named: runnerSet([1, 2, 3, 4, 5, 6, 7, 8]), patterns: [asked] } as const)
                : ({
                    kind: 'unordered',
                    named: runnerSet([1, 2, 3, 4, 5, 6, 7, 8]),
                    pick: shape.pick,
                    patterns: [runnerSet(asked)],
                  } as const);
          expect(book.index.stakeOn(asked)).toEqual(holdingsOf(book, [{ id: '', tier: '', parts: 1n, wins }]).stakes[0]);
        }),
        { numRuns: 30 },
      );
    }
  });

  it('of a matrix are those of its combinations, each once', () => {
    for (const [name, fixed] of [
      ['trifecta', [3]],
      ['trio', [3]],
      ['superfecta', [3, 1]],
      ['treble', [2]],
      ['exacta', [4]],
    ] as const) {
      const sample = byName(name);
      fc.assert(
        fc.property(sample.sales, (sales) => {
          const book = bookOf(sample.pool, sales);
          const matrix = probableMatrix(book, fixed);
          for (const row of matrix) expect(probable(book, row.combination)).toEqual(row);
          const keys = matrix.map((row) => row.combination.join());
          expect(new Set(keys).size).toBe(keys.length);
          const numbers = [1, 2, 3, 4, 5, 6];
          const all = numbers.flatMap((a) => (name === 'exacta' ? [[...fixed, a]] : numbers.map((b) => [...fixed, a, b])));
          const legs = name === 'treble';
          const known = all.filter(
            (one) => (legs ? one.every((mark) => mark <= 5) : new Set(one).size === one.length) && probable(book, one) !== null,
          );
          expect(new Set(known.map((one) => (name === 'trio' ? one.toSorted((x, y) => x - y) : one).join()))).toEqual(new Set(keys));
        }),
        { numRuns: 15 },
      );
    }
    expect(() => probableMatrix(bookOf(byName('superfecta').pool, []), [1])).toThrow(RangeError);
  });

  it('will-pays of a treble are what its last leg then pays', () => {
    const pool = poolOn(definition({ bet: { type: 'treble' } }), [5, 5, 5]);
    const sales = [
      straight([1, 2, 3], 1_000n),
      straight([1, 2, 4], 500n),
      { selections: { form: 'legs' as const, legs: [[1], [1, 2], [3]] }, stakeCents: 800n },
      straight([5, 5, 5], 9_000n),
    ];
    const book = bookOf(pool, sales);
    const shown = Object.fromEntries(willPays(book, [[1], [2]]).map((row) => [row.combination.join(), row.most]));
    for (const last of ['3', '4']) {
      const settlement = expectOk(projectSettlement(book, finished([[1]], [[2]], [[Number(last)]])));
      expect(settlement.lines[0]?.dividendCents).toBe(shown[last]);
    }
    expect(Object.keys(shown)).toEqual(['3', '4']);
  });
});

describe('scratches over legs', () => {
  const legs = [4, 4] as const;
  const scratch = { kind: 'scratched', leg: 1, runner: 2, atMs: 1, by: 'a', confirmedBy: 'b' } as const;
  const settledWith = (
    rule: 'substitute-favourite' | 'all-win' | 'loses' | 'refund' | 'consolation',
    sales: Sale[],
    favourites: number[] = [],
  ) => {
    const book = bookOf(poolOn(definition({ bet: { type: 'double' }, scratch: rule }), legs), sales);
    expectOk(book.append(scratch));
    const result = finished([[1]], [[3]]);
    return expectOk(settle(closeBook(book), { ...result, legs: result.legs.map((leg, i) => (i === 1 ? { ...leg, favourites } : leg)) }));
  };
  const sales = [straight([1, 2], 4_000n), straight([1, 3], 1_000n), straight([2, 2], 5_000n)];

  it('give the favourite to the scratched selections where the rule says so', () => {
    expect(dividends(settledWith('substitute-favourite', sales, [2, 3, 1]))).toEqual({ '1-3': 160n });
    expect(dividends(settledWith('substitute-favourite', sales, [4, 3, 1]))).toEqual({ '1-3': 800n });
  });

  it('need a favourite that starts where one is to take their place', () => {
    expect(() => settledWith('substitute-favourite', sales, [2])).toThrow('favourite_missing at legs.1.favourites');
    expect(() => settledWith('substitute-favourite', sales, [60, 2])).toThrow('favourite_unknown at legs.1.favourites');
  });

  it('let them win, lose, or go back', () => {
    expect(dividends(settledWith('all-win', sales))).toEqual({ main: 160n });
    expect(dividends(settledWith('loses', sales))).toEqual({ '1-3': 800n });
    const refunded = settledWith('refund', sales);
    expect(refunded.accounts).toMatchObject({ refunds: 9_000n, takeout: 200n, paid: 800n });
  });

  it('pay a consolation from net over all stakes on the first winner, and the rest to the double', () => {
    // Net 80.00; 50.00 on the first winner → 1.60 to 40.00 of stakes = 64.00; 16.00 are left for 10.00.
    const settlement = settledWith('consolation', sales);
    expect(dividends(settlement)).toEqual({ '1-3': 160n, consolation: 160n });
    expect(settlement.accounts.paid).toBe(8_000n);
  });

  it('take the refunded lines of a reduced system out of every tier', () => {
    // Nine lines of four triples; outcome 3 of leg 1 is off, so three lines go back. The result 1-1-3-2 is one mark away from the
    // refunded line 3-1-3-2 only; of the six lines left three have two right and share 4.80.
    const rules = definition({
      bet: { type: 'sports', legs: 4, outcomes: ['1', 'X', '2'], plus: null },
      cascade: [{ step: 'most-correct' }, { step: 'refund' }],
      reducedSystems: [fourTriples],
    });
    const all = [1, 2, 3];
    const ticket: Sale = { selections: { form: 'reduced', system: 'four-triples', legs: [all, all, all, all] }, stakeCents: 900n };
    const book = bookOf(poolOn(rules, [0, 0, 0, 0]), [ticket]);
    expectOk(book.append({ kind: 'scratched', leg: 0, runner: 3, atMs: 1, by: 'a', confirmedBy: 'b' }));
    const settlement = expectOk(settle(closeBook(book), outcomes([1], [1], [3], [2])));
    expect(settlement.accounts).toMatchObject({ refunds: 300n, takeout: 120n, paid: 480n });
    expect(dividends(settlement)).toEqual({ main: 160n });
  });

  it('give the whole fund to the consolation when nobody has the double', () => {
    expect(dividends(settledWith('consolation', [straight([1, 2], 4_000n), straight([2, 2], 6_000n)]))).toEqual({ consolation: 200n });
  });
});

describe('a dead heat for the last paid place', () => {
  const placed = (placeShares: 'alike' | 'by-place', order: number[][]) => {
    const rules = definition({
      bet: { type: 'place', places: [{ declared: 5, paid: 2 }] },
      price: { method: 'profit-split', placeShares },
    });
    const sales = [straight([1], 1_000n), straight([2], 1_000n), straight([3], 1_000n), straight([4], 7_000n)];
    return dividends(expectOk(settle(closeBook(bookOf(poolOn(rules, [8]), sales)), finished(order))));
  };

  it('gives the winner half of the profit and the level runners a quarter each, where parts go by place', () => {
    // Net 80.00 less 30.00 placed: profit 50.00.
    expect(placed('by-place', [[1], [2, 3]])).toEqual({ '1': 350n, '2': 225n, '3': 225n });
    expect(placed('by-place', [[1, 2, 3], [4]])).toEqual({ '1': 266n, '2': 266n, '3': 266n });
  });

  it('gives two places to three level runners: the winner a third of the profit, each of them two ninths', () => {
    const rules = definition({
      bet: { type: 'place', places: [{ declared: 5, paid: 3 }] },
      price: { method: 'profit-split', placeShares: 'by-place' },
    });
    const sales = [1, 2, 3, 4].map((runner) => straight([runner], 1_000n));
    const book = closeBook(bookOf(poolOn(rules, [8]), [...sales, straight([5], 8_500n)]));
    // Net 100.00 less 40.00 placed: profit 60.00.
    expect(dividends(expectOk(settle(book, finished([[1], [2, 3, 4]]))))).toEqual({ '1': 300n, '2': 233n, '3': 233n, '4': 233n });
  });

  it('gives all three the same where they are alike', () => {
    expect(placed('alike', [[1], [2, 3]])).toEqual({ '1': 266n, '2': 266n, '3': 266n });
  });
});

describe('a coupled entry', () => {
  const card = {
    legs: [{ id: 'race', runners: [{ number: 1, starters: 2 }, ...[2, 3, 4, 5].map((number) => ({ number, starters: 1 }))] }],
  };

  it('that is first and second counts once in an exacta: the next finisher moves up', () => {
    const pool = poolOn(definition({ bet: { type: 'exacta' } }), [], card);
    const book = closeBook(bookOf(pool, [straight([1, 3], 1_000n), straight([1, 2], 9_000n)]));
    expect(dividends(expectOk(settle(book, finished([[1], [1], [3]]))))).toEqual({ '1-3': 800n });
  });

  it('that takes both places has the place pool alone where places hold', () => {
    const rules = definition({
      bet: { type: 'place', places: [{ declared: 5, paid: 2 }] },
      price: { method: 'profit-split', coupledFinish: 'holds' },
    });
    const pool = poolOn(rules, [], card);
    const book = closeBook(bookOf(pool, [straight([1], 2_000n), straight([3], 8_000n)]));
    expect(dividends(expectOk(settle(book, finished([[1], [1], [3]]))))).toEqual({ '1': 400n });
  });

  it('is out only when its last starter is', () => {
    const book = bookOf(poolOn(definition({}), [], card), [straight([1], 2_000n), straight([3], 8_000n)]);
    const scratch = { kind: 'scratched', leg: 0, runner: 1, atMs: 1, by: 'a', confirmedBy: 'b' } as const;
    expectOk(book.append(scratch));
    expect(book.refundedCents).toBe(0n);
    expectOk(book.append(scratch));
    expect(book.refundedCents).toBe(2_000n);
  });

  it('finishes no more often than it has starters', () => {
    const book = closeBook(bookOf(poolOn(definition({}), [], card), []));
    expect(settle(book, finished([[1], [1], [3]])).ok).toBe(true);
    expect(settle(book, finished([[1], [1], [1]]))).toMatchObject({ code: 'finished_twice' });
    expect(settle(book, finished([[2], [2]]))).toMatchObject({ code: 'finished_twice' });
    // Of two starters one was withdrawn.
    expectOk(book.append({ kind: 'scratched', leg: 0, runner: 1, atMs: 1, by: 'a', confirmedBy: 'b' }));
    expect(settle(book, finished([[1], [3]])).ok).toBe(true);
    expect(settle(book, finished([[1], [1], [3]]))).toMatchObject({ code: 'finished_twice' });
    expect(settle(book, finished([[9]]))).toMatchObject({ code: 'runner_did_not_start' });
    expect(rebuildBook(book.pool, []).ok).toBe(true);
  });
});

describe('jackpots', () => {
  const tier = (id: string) => ({
    id,
    prize: { kind: 'shared' as const, share: '50%', of: 'fund' as const },
    rounding: { stepCents: '1', mode: 'down' as const, remainderTo: { to: 'operator' as const } },
    empty: { to: 'carry' as const, tier: id },
  });
  const rules = (mandatoryDates: string[], capCents: string | null) =>
    definition({
      bet: { type: 'pick', legs: 3 },
      price: { method: 'tiered' },
      cascade: [{ step: 'carryover' }],
      carryover: { to: 'pick-3', capCents, mandatoryDates },
      tiers: [
        { id: 'jackpot', correct: 3, plus: 'any', count: 'exactly', uniqueOnly: true },
        { id: 'all', correct: 3, plus: 'any', count: 'exactly', uniqueOnly: false },
      ],
      prizePlan: { fund: { share: '100%', rounding: 'down' }, tiers: [tier('jackpot'), tier('all')], undividedTo: { to: 'operator' } },
    });
  const order = [[1], [2], [3]];
  const settledOn = (definitionUsed: ReturnType<typeof rules>, winners: number) => {
    const pool = poolOn(definitionUsed, [3, 3, 3], { carriedIn: { jackpot: '100000' } });
    const sales = [
      ...Array.from({ length: winners }, () => straight([1, 1, 1], 100n)),
      straight([3, 3, 3], 10_000n - BigInt(winners) * 100n),
    ];
    return expectOk(settle(closeBook(bookOf(pool, sales)), finished(order, order, order)));
  };

  it('go to a single winning unit, carry on with two, and are shared on a mandatory date', () => {
    // Net 80.00: half to the jackpot, half to all. Carried in 1,000.00.
    expect(dividends(settledOn(rules([], null), 1))).toEqual({ jackpot: 104_000n, all: 4_000n });
    const two = settledOn(rules([], null), 2);
    expect(dividends(two)).toEqual({ all: 2_000n });
    expect(two.accounts.carriedOut).toMatchObject({ jackpot: 104_000n });
    expect(dividends(settledOn(rules(['2026-11-30'], null), 2))).toEqual({ jackpot: 52_000n, all: 2_000n });
  });

  it('of an untiered pool are paid to the most legs right on a mandatory date, and wait before it', () => {
    const untiered = (mandatoryDates: string[]) =>
      definition({
        bet: { type: 'pick', legs: 3 },
        cascade: [{ step: 'carryover' }],
        carryover: { to: 'pick-3', capCents: null, mandatoryDates },
      });
    const pay = (dates: string[]) => {
      const pool = poolOn(untiered(dates), [3, 3, 3], { carriedIn: { main: '100000' } });
      const book = bookOf(pool, [straight([1, 1, 2], 1_000n), straight([3, 3, 3], 9_000n)]);
      return expectOk(settle(closeBook(book), finished(order, order, order)));
    };
    expect(pay([])).toMatchObject({ outcome: 'carried', accounts: { carriedOut: { main: 108_000n } } });
    expect(dividends(pay(['2026-11-30']))).toEqual({ main: 10_800n });
  });

  it('stop at their cap; what is above it is kept apart', () => {
    const { accounts } = settledOn(rules([], '102000'), 2);
    expect(accounts.carriedOut).toMatchObject({ jackpot: 102_000n });
    expect(accounts.reserves).toEqual({ 'carryover-excess': 2_000n });
  });
});
