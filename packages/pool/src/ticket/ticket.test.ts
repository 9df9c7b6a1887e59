import { expectOk } from '@valira/outcome';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PoolBook } from '../book/pool-book.ts';
import { moneyPerRunner } from '../book/probables.ts';
import { fourTriples } from '../testing/bet-samples.ts';
import { bookOf, type Changes, definition, poolOn, straight } from '../testing/definitions.ts';
import { packSelections, unpackSelections } from './packed-selections.ts';
import { runnerSet } from './runner-set.ts';
import { parseTicket, quoteTicket, ticketOf } from './ticket.ts';

const on = (changes: Changes, runners: number[] = [8]) =>
  poolOn(definition({ stake: { minimumCents: '100', maximumCents: '1000000', maximumCombinations: 500 }, ...changes }), runners);
const exacta = on({ bet: { type: 'exacta' } });
const code = (pool: Parameters<typeof parseTicket>[0], json: unknown) => {
  const ticket = parseTicket(pool, json);
  return ticket.ok ? 'ok' : `${ticket.code} at ${ticket.path}`;
};

describe('a ticket from outside', () => {
  it('is refused with a stable code and the place in the input', () => {
    const sale = (selections: unknown, stakeCents: unknown = '100') => code(exacta, { selections, stakeCents });
    expect(sale({ form: 'straight', runners: [1, 9] })).toBe('unknown_runner at selections.runners.1');
    expect(sale({ form: 'straight', runners: [1, 65] })).toBe('unknown_runner at selections.runners.1');
    expect(sale({ form: 'straight', runners: [1, -4] })).toBe('unknown_runner at selections.runners.1');
    expect(sale({ form: 'straight', runners: [4, 4] })).toBe('duplicate_runner at selections.runners.1');
    expect(sale({ form: 'straight', runners: [4] })).toBe('wrong_number_of_runners at selections.runners');
    expect(sale({ form: 'box', runners: [4] })).toBe('no_combination at selections');
    expect(sale({ form: 'wheel', places: [[1], [1]] })).toBe('no_combination at selections');
    expect(sale({ form: 'wheel', places: [[1]] })).toBe('wrong_number_of_runners at selections.places');
    expect(sale({ form: 'banker', bankers: [1, 2], partners: [3] })).toBe('wrong_number_of_runners at selections.bankers');
    expect(sale({ form: 'banker', bankers: [1], partners: [1, 2] })).toBe('duplicate_runner at selections.partners');
    expect(sale({ form: 'legs', legs: [[1], [2]] })).toBe('form_not_for_bet at selections.form');
    expect(sale({ form: 'pyramid', runners: [1, 2] })).toBe('ticket_unreadable at selections.form');
    expect(sale({ form: 'straight', runners: [1, 2], bonus: true })).toBe('ticket_unreadable at selections');
    expect(code(exacta, null)).toBe('ticket_unreadable at ');
    expect(code(exacta, { selections: { form: 'straight', runners: [1, 2] }, stakeCents: '100', gift: 1 })).toBe(
      'ticket_unreadable at gift',
    );
  });

  it('has a stake in whole units within the limits', () => {
    const stake = (stakeCents: unknown, runners = [1, 2]) => code(exacta, { selections: { form: 'box', runners }, stakeCents });
    expect(stake('200')).toBe('ok');
    expect(stake('600', [1, 2, 3])).toBe('ok');
    for (const bad of ['-200', '0', '2.00', '1e9', '99999999999999999999', 200, null, undefined, ''])
      expect(stake(bad)).toBe('stake_invalid at stakeCents');
    expect(stake('250')).toBe('stake_not_multiple_of_unit at stakeCents');
    expect(stake('50')).toBe('stake_below_minimum at stakeCents');
    expect(stake('1000200')).toBe('stake_above_maximum at stakeCents');
    const wide = on({ bet: { type: 'exacta' }, stake: { maximumCombinations: 11 } });
    expect(code(wide, { selections: { form: 'box', runners: [1, 2, 3, 4] }, stakeCents: '1200' })).toBe(
      'too_many_combinations at selections',
    );
  });

  it('may spread any stake over its combinations where flexi is allowed, down to a share of the unit', () => {
    const flexi = on({ bet: { type: 'exacta' }, stake: { flexiMinimumBps: 1000 } });
    const box = { form: 'box', runners: [1, 2, 3, 4] };
    expect(code(flexi, { selections: box, stakeCents: '500' })).toBe('ok');
    expect(code(flexi, { selections: box, stakeCents: '119' })).toBe('flexi_below_minimum at stakeCents');
  });

  it('is refused when it names a scratched runner', () => {
    const book = new PoolBook(exacta);
    expectOk(book.append({ kind: 'scratched', leg: 0, runner: 3, atMs: 0, by: 'a', confirmedBy: 'b' }));
    const ticket = parseTicket(exacta, { selections: { form: 'box', runners: [1, 2, 3] }, stakeCents: '600' }, book.scratched);
    expect(ticket).toMatchObject({ code: 'scratched_runner', path: 'selections.runners.2', facts: { runner: 3 } });
    // A ticket that was checked before the scratch and arrives after it is refused by the book.
    const early = expectOk(parseTicket(exacta, { selections: { form: 'box', runners: [1, 2, 3] }, stakeCents: '600' }));
    expect(book.append({ kind: 'bet', betId: 'late', ticket: early, acceptedAtMs: 1 })).toMatchObject({ code: 'scratched_runner' });
  });

  it('quotes combinations and cost before a stake is chosen', () => {
    expect(expectOk(quoteTicket(exacta, { form: 'box', runners: [1, 2, 3, 4] }))).toMatchObject({ combinations: 12, costCents: 1_200n });
  });

  it('comes back from its packed bytes and stake as it was sold', () => {
    const ticket = expectOk(parseTicket(exacta, { selections: { form: 'banker', bankers: [1], partners: [2, 3] }, stakeCents: '400' }));
    expect(ticketOf(exacta, expectOk(unpackSelections(packSelections(ticket.selections))), ticket.stakeCents)).toEqual(ticket);
  });

  it('never throws, whatever arrives', () => {
    fc.assert(
      fc.property(fc.anything(), (json) => {
        expect(parseTicket(exacta, json).ok).toBe(false);
        expect(parseTicket(exacta, { selections: json, stakeCents: '100' }).ok).toBe(false);
      }),
    );
  });
});

describe('tickets over legs', () => {
  const football = on(
    {
      bet: { type: 'sports', legs: 5, outcomes: ['1', 'X', '2'], plus: { name: 'score', outcomes: ['a', 'b'] } },
      scratch: 'loses',
      reducedSystems: [fourTriples],
    },
    [0, 0, 0, 0, 0, 0],
  );
  const all = [1, 2, 3];

  it('multiply the marks of their legs, with one forecast of the score', () => {
    const legs = (plus: number[]) => ({ selections: { form: 'legs', legs: [all, [1, 2], [1], [1], [1], plus] }, stakeCents: '600' });
    expect(expectOk(parseTicket(football, legs([2]))).combinations).toBe(6);
    expect(code(football, legs([1, 2]))).toBe('one_score_only at selections.legs.5');
    expect(code(football, { selections: { form: 'legs', legs: [all] }, stakeCents: '300' })).toBe(
      'wrong_number_of_legs at selections.legs',
    );
  });

  it('play the lines of a reduced table: nine of the 81 lines of four triples', () => {
    const reduced = (legs: number[][], system = 'four-triples') => ({ selections: { form: 'reduced', system, legs }, stakeCents: '900' });
    expect(expectOk(parseTicket(football, reduced([all, all, all, all, [1], [1]]))).combinations).toBe(9);
    expect(code(football, reduced([all, all, all, [1], [1], [1]]))).toBe('system_marks_differ at selections.legs');
    expect(code(football, reduced([all, all, all, all, [1], [1]], 'none'))).toBe('unknown_system at selections.system');
  });

  it('of the four-triple table always hold a line with at least three of the four legs right', () => {
    for (let i = 0; i < 81; i += 1) {
      const right = [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9) % 3, Math.floor(i / 27)];
      const best = Math.max(...fourTriples.lines.map((line) => [...line].filter((mark, leg) => Number(mark) === right[leg]).length));
      expect(best).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('a book', () => {
  it('refuses unknown runners, unknown and repeated bets', () => {
    const book = bookOf(exacta, [straight([1, 2], 100n)]);
    const ticket = expectOk(parseTicket(exacta, { selections: { form: 'straight', runners: [1, 2] }, stakeCents: '100' }));
    expectOk(book.append({ kind: 'bet', betId: 'x', ticket, acceptedAtMs: 0 }));
    expect(book.append({ kind: 'bet', betId: 'x', ticket, acceptedAtMs: 0 })).toMatchObject({ code: 'bet_known' });
    expectOk(book.append({ kind: 'cancelled', betId: 'x', atMs: 0 }));
    expect(book.append({ kind: 'bet', betId: 'x', ticket, acceptedAtMs: 0 })).toMatchObject({ code: 'bet_known' });
    expect(book.append({ kind: 'cancelled', betId: 'x', atMs: 0 })).toMatchObject({ code: 'bet_unknown' });
    expect(book.append({ kind: 'scratched', leg: 0, runner: 9, atMs: 0, by: 'a', confirmedBy: 'b' })).toMatchObject({
      code: 'runner_unknown',
    });
    expect(book.append({ kind: 'refunds-begun', leg: 0, runner: 1, atMs: 0 })).toMatchObject({ code: 'runner_not_scratched' });
    expect(book.scratched).toEqual([runnerSet([])]);
    expect(book.soldCents).toBe(100n);
  });

  it('refuses more money than sums stay exact in, and is not changed by it', () => {
    const book = bookOf(exacta, [straight([1, 2], 100n)]);
    const ticket = expectOk(parseTicket(exacta, { selections: { form: 'straight', runners: [1, 2] }, stakeCents: '100000' }));
    expect(book.append({ kind: 'totals', ticket, count: Number.MAX_SAFE_INTEGER })).toMatchObject({ code: 'stakes_too_large' });
    expect([book.soldCents, book.index.stakeOn([1, 2])]).toEqual([100n, { n: 100n, d: 1n }]);
    expectOk(book.append({ kind: 'totals', ticket, count: 90_071_992_547 }));
    expect(book.index.stakeOn([1, 2]).n).toBe(9_007_199_254_700_100n);
  });

  it('puts starters of a coupled entry back one by one', () => {
    const legs = [{ id: 'race', runners: [{ number: 1, starters: 2 }, ...[2, 3, 4].map((number) => ({ number, starters: 1 }))] }];
    const book = new PoolBook(poolOn(definition({}), [0], { legs }));
    const step = (kind: 'scratched' | 'reinstated') => book.append({ kind, leg: 0, runner: 1, atMs: 0, by: 'a', confirmedBy: 'b' });
    expect(step('reinstated')).toMatchObject({ code: 'runner_not_scratched' });
    expectOk(step('scratched'));
    expect(book.startersOf(0, 1)).toBe(1);
    expectOk(step('scratched'));
    expect([book.startersOf(0, 1), book.scratched]).toEqual([0, [runnerSet([1])]]);
    expectOk(step('reinstated'));
    expect([book.startersOf(0, 1), book.scratched]).toEqual([1, [runnerSet([])]]);
    expectOk(step('reinstated'));
    expect(step('reinstated')).toMatchObject({ code: 'runner_not_scratched' });
  });

  it('takes the refund of a scratch back when the bet is cancelled, by the units that it held', () => {
    const book = bookOf(exacta, [straight([1, 2], 300n)]);
    const box = expectOk(parseTicket(exacta, { selections: { form: 'box', runners: [1, 2, 3] }, stakeCents: '1200' }));
    expectOk(book.append({ kind: 'bet', betId: 'box', ticket: box, acceptedAtMs: 0 }));
    expectOk(book.append({ kind: 'totals', ticket: box, count: 2 }));
    expectOk(book.append({ kind: 'scratched', leg: 0, runner: 3, atMs: 0, by: 'a', confirmedBy: 'b' }));
    // Four of six combinations go back on each of three boxes.
    expect([book.soldCents, book.refundedCents, book.grossCents]).toEqual([3_900n, 2_400n, 1_500n]);
    expectOk(book.append({ kind: 'cancelled', betId: 'box', atMs: 0 }));
    expect([book.soldCents, book.refundedCents, book.grossCents]).toEqual([2_700n, 1_600n, 1_100n]);
    expect(book.append({ kind: 'totals', ticket: box, count: 0 })).toMatchObject({ code: 'ticket_inconsistent' });
    expect(moneyPerRunner(book).find((one) => one.runner === 1)).toMatchObject({ tickets: 3n, stakesCents: 2_700n });
  });
});
