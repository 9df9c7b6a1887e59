/** What went wrong in pools elsewhere, as cases that this engine must get right. */
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { guestStop, PoolBook } from '../book/pool-book.ts';
import { openPool } from '../definition/pool.ts';
import { definitionInForce } from '../definition/pool-definition.ts';
import { withTakeout } from '../definition/takeout-schedule.ts';
import { confirmResult, type PoolResultJson, resultSchema } from '../result/result.ts';
import {
  bookOf,
  closeBook,
  definition,
  dividends,
  finished,
  numbered,
  poolOn,
  type Sale,
  sell,
  settled,
  straight,
} from '../testing/definitions.ts';
import { parseTicket } from '../ticket/ticket.ts';
import { comparePrices } from './compare-prices.ts';
import { correctResult, type PaidTicket } from './correct-result.ts';
import { settle } from './settle.ts';

const euros = (amount: number) => BigInt(Math.round(amount * 100));

describe('dead heat: two lawful formulas (R01)', () => {
  const sales = [straight([1], euros(320_000)), straight([2], euros(80_000)), straight([3], euros(600_000))];

  it('splits the net pool into 1.28 and 5.15, breakage 3,400, where the definition says equal share', () => {
    const settlement = settled(
      poolOn(definition({ takeoutBps: 1750, price: { deadHeat: 'equal-share' } }), [8]),
      sales,
      finished([[1, 2]]),
    );
    expect(dividends(settlement)).toEqual({ '1': 128n, '2': 515n });
    expect(settlement.accounts).toMatchObject({ paid: euros(821_600), breakage: euros(3_400) });
  });

  it('splits the profit into 1.66 and 3.65, breakage 1,800, where the definition says profit split', () => {
    const settlement = settled(poolOn(definition({ takeoutBps: 1750 }), [8]), sales, finished([[1, 2]]));
    expect(dividends(settlement)).toEqual({ '1': 166n, '2': 365n });
    expect(settlement.accounts).toMatchObject({ paid: euros(823_200), breakage: euros(1_800) });
  });
});

describe('a new rounding rule is data with a date (R02)', () => {
  const versions = [
    definition({ takeoutBps: 1750, dividend: { breakStepCents: '10' } }),
    definition({ takeoutBps: 1750, version: 2, effectiveFrom: '2026-07-01T00:00:00Z' }),
  ];
  const sales = [straight([1], euros(48_800)), straight([2], euros(51_200))];
  const settledAt = (instant: string) => {
    const inForce = definitionInForce(versions, instant);
    if (!inForce) throw new Error('no version');
    return settled(poolOn(inForce, [8]), sales, finished([[1], [2]]));
  };

  it('pays 1.60 with breakage 4,420.00 the day before', () => {
    const settlement = settledAt('2026-06-30T23:59:59Z');
    expect(dividends(settlement)).toEqual({ '1': 160n });
    expect(settlement.accounts.breakage).toBe(euros(4_420));
  });

  it('pays 1.69 with breakage 28.00 from the day on', () => {
    const settlement = settledAt('2026-07-01T00:00:00Z');
    expect(dividends(settlement)).toEqual({ '1': 169n });
    expect(settlement.accounts.breakage).toBe(euros(28));
  });

  it('keeps the version of a pool that opened before the change', () => {
    const book = bookOf(poolOn(definition({ dividend: { breakStepCents: '10' } }), [8]), sales);
    expect(book.pool.definition.dividend.breakStepCents).toBe(10n);
    expect(definitionInForce(versions, '2025-12-31T00:00:00Z')).toBeNull();
  });
});

describe('takeout of another meeting (R03)', () => {
  const schedule = [
    { meeting: 'A', bet: 'win' as const, effectiveFrom: '2026-01-01T00:00:00Z', takeoutBps: 1600 },
    { meeting: 'B', bet: 'win' as const, effectiveFrom: '2026-01-01T00:00:00Z', takeoutBps: 1750 },
  ];
  const at = '2026-11-30T12:00:00Z';
  const frozen = expectOk(withTakeout(definition({}), schedule, { meeting: 'A', at }));
  const pool = poolOn(frozen, [8], { meeting: 'A' });
  const book = () => closeBook(bookOf(pool, [straight([1], euros(20_000)), straight([2], euros(80_000))]));

  it('pays 4.20 from the takeout of its own meeting and prints the rate', () => {
    const settlement = expectOk(settle(book(), { ...finished([[1], [2]]), meeting: 'A' }));
    expect(dividends(settlement)).toEqual({ '1': 420n });
    expect(settlement).toMatchObject({ meeting: 'A', takeoutBps: 1600 });
  });

  it('refuses a result that names another meeting', () => {
    expect(settle(book(), { ...finished([[1], [2]]), meeting: 'B' })).toMatchObject({ ok: false, code: 'result_of_another_meeting' });
  });

  it('refuses to open a bet type without a takeout for the meeting and instant', () => {
    expect(withTakeout(definition({}), schedule, { meeting: 'C', at })).toMatchObject({ code: 'takeout_missing' });
    expect(withTakeout(definition({}), schedule, { meeting: 'A', at: '2025-12-31T00:00:00Z' })).toMatchObject({ code: 'takeout_missing' });
  });

  it('names the line where a guest price differs from the host price', () => {
    const host = expectOk(settle(book(), { ...finished([[1], [2]]), meeting: 'A' }));
    expect(comparePrices(host, [{ line: '1', dividendCents: 420n }]).ok).toBe(true);
    expect(comparePrices(host, [{ line: '1', dividendCents: 412n }])).toMatchObject({
      code: 'guest_price_differs',
      facts: { line: '1', hostCents: 420n, guestCents: 412n },
    });
    expect(comparePrices(host, [])).toMatchObject({ code: 'guest_price_missing' });
  });
});

describe('a partner keeps selling after the off (R04)', () => {
  const offMs = 1_000_000;
  const pool = poolOn(definition({}), [8]);
  const sales = [straight([1], euros(2_000)), straight([2], euros(8_000))];

  it('lets a partner close itself at the scheduled off when the link is gone', () => {
    expect(guestStop({ scheduledOffMs: offMs, hostStopMs: null, linkLostAtMs: offMs - 60_000 })).toMatchObject({
      stopBetAtMs: offMs,
      source: 'link-lost',
    });
    expect(guestStop({ scheduledOffMs: offMs, hostStopMs: offMs - 10_000, linkLostAtMs: null }).stopBetAtMs).toBe(offMs - 10_000);
    // A stop that came before the link went holds.
    expect(guestStop({ scheduledOffMs: offMs, hostStopMs: offMs - 10_000, linkLostAtMs: offMs - 5_000 })).toMatchObject({
      stopBetAtMs: offMs - 10_000,
      source: 'official',
    });
  });

  it('takes a bet of T + 8 min out, reports it, and pays 4.00, not 3.36', () => {
    const book = bookOf(pool, sales);
    sell(book, [straight([1], euros(500))], offMs + 8 * 60_000);
    closeBook(book, offMs);
    const settlement = expectOk(settle(book, finished([[1], [2]])));
    expect(dividends(settlement)).toEqual({ '1': 400n });
    expect(settlement.late).toEqual([{ betId: expect.any(String), acceptedAtMs: offMs + 480_000, stakeCents: euros(500) }]);
    expect(settlement.accounts.stakes).toBe(euros(10_000));
  });

  it('keeps a bet accepted in the very millisecond of the stop, and none later', () => {
    const book = bookOf(pool, []);
    sell(book, [straight([1], 100n)], offMs);
    sell(book, [straight([1], 200n)], offMs + 1);
    closeBook(book, offMs);
    expect([book.soldCents, book.late.map((bet) => bet.stakeCents)]).toEqual([100n, [200n]]);
  });

  it('refuses sales and cancellations after the stop', () => {
    const book = bookOf(pool, []);
    const ticket = expectOk(parseTicket(pool, { selections: { form: 'straight', runners: [1] }, stakeCents: '100' }));
    expectOk(book.append({ kind: 'bet', betId: 'bet_a', ticket, acceptedAtMs: 1 }));
    closeBook(book, offMs);
    expect(book.append({ kind: 'bet', betId: 'bet_b', ticket, acceptedAtMs: offMs + 1 })).toMatchObject({ code: 'pool_closed' });
    expect(book.append({ kind: 'cancelled', betId: 'bet_a', atMs: offMs + 1_000 })).toMatchObject({ code: 'pool_closed' });
  });

  it('refunds the pool when late bets cannot be told apart', () => {
    const book = bookOf(pool, sales);
    sell(book, [straight([1], euros(500))], null);
    expectOk(book.append({ kind: 'closed', stopBetAtMs: offMs, source: 'link-lost', by: 'guest' }));
    expect(expectOk(settle(book, finished([[1]])))).toMatchObject({
      outcome: 'refunded',
      refundReason: 'late_bets_inseparable',
      accounts: { refunds: euros(10_500), takeout: 0n },
    });
  });
});

describe('runner withdrawn by mistake (R05)', () => {
  const scratch = { kind: 'scratched', leg: 0, runner: 7, atMs: 1, by: 'steward', confirmedBy: 'supervisor' } as const;
  const sold = () =>
    bookOf(poolOn(definition({}), [8]), [straight([7], euros(20_000)), straight([4], euros(6_000)), straight([2], euros(24_000))]);

  it('refunds 20,000 once and pays 4.00 on no. 4 of a pool of 30,000', () => {
    const book = sold();
    expectOk(book.append(scratch));
    expect(book.append(scratch)).toMatchObject({ code: 'runner_already_scratched' });
    closeBook(book);
    const result = { ...finished([[4], [2]]), legs: [{ kind: 'finish', order: [[4], [2]], sportingOrder: [[7], [4], [2]] }] };
    const settlement = expectOk(settle(book, result));
    expect(dividends(settlement)).toEqual({ '4': 400n });
    expect(settlement.accounts).toMatchObject({ refunds: euros(20_000), takeout: euros(6_000), paid: euros(24_000) });
  });

  it('refuses a betting order that names the withdrawn runner', () => {
    const book = sold();
    expectOk(book.append(scratch));
    expect(settle(closeBook(book), finished([[7], [4], [2]]))).toMatchObject({ code: 'runner_did_not_start', facts: { runner: 7 } });
  });

  it('reinstates only before refunds have begun, and asks for a second person', () => {
    const book = sold();
    expect(book.append({ ...scratch, confirmedBy: 'steward' })).toMatchObject({ code: 'second_person_missing' });
    expectOk(book.append(scratch));
    expectOk(book.append({ ...scratch, kind: 'reinstated' }));
    expect(book.grossCents).toBe(euros(50_000));
    expectOk(book.append(scratch));
    expectOk(book.append({ kind: 'refunds-begun', leg: 0, runner: 7, atMs: 2 }));
    expect(book.append({ ...scratch, kind: 'reinstated' })).toMatchObject({ code: 'refunds_begun' });
  });
});

describe('result mis-keyed, paid, then repriced (R06)', () => {
  const pool = poolOn(definition({ bet: { type: 'superfecta' } }), [10]);
  const wrong = [3, 8, 9, 10];
  const right = [3, 9, 8, 10];
  const lost: Sale[] = [straight([1, 2, 3, 4], euros(1_000))];
  const book = () => closeBook(bookOf(pool, [...Array.from({ length: 6 }, () => straight(wrong, 100n)), straight(right, 200n), ...lost]));
  const official = (order: number[], version: number) => ({ ...finished(order.map((runner) => [runner])), version });
  const before = expectOk(settle(book(), official(wrong, 1)));
  const after = expectOk(settle(book(), official(right, 2)));
  const ticket = (runners: number[], stakeCents: string) =>
    expectOk(parseTicket(pool, { selections: { form: 'straight', runners }, stakeCents }));
  const paid: PaidTicket[] = [
    ...['a1', 'a2', 'a3'].map((ticketId) => ({ ticketId, ticket: ticket(wrong, '100'), state: 'account' as const })),
    { ticketId: 'c1', ticket: ticket(wrong, '100'), state: 'cash' },
    ...['u1', 'u2'].map((ticketId) => ({ ticketId, ticket: ticket(wrong, '100'), state: 'unclaimed' as const })),
    { ticketId: 'w1', ticket: ticket(right, '200'), state: 'account' },
  ];
  const correction = expectOk(correctResult(pool, before, after, paid));
  // 1,008.00 less 20 % is 806.40: 134.40 to each of six, then all to the one ticket of 2.00.
  const each = euros(134.4);

  it('needs two entries by different persons that agree', () => {
    const entry = (enteredBy: string, order: number[]) => ({ enteredBy, result: resultSchema.parse(official(order, 1)) });
    expect(confirmResult(entry('a', wrong), entry('b', right))).toMatchObject({ code: 'results_differ', path: 'legs.0' });
    expect(confirmResult(entry('a', right), entry('a', right))).toMatchObject({ code: 'same_person_twice' });
    expect(confirmResult(entry('a', right), entry('b', right)).ok).toBe(true);
  });

  it('reverses account prizes, withdraws claims, pays new winners in full', () => {
    const of = (ticketId: string) =>
      correction.postings
        .filter((posting) => posting.ticketId === ticketId)
        .map(({ to, amountCents, reason }) => [to, amountCents, reason]);
    for (const id of ['a1', 'a2', 'a3']) expect(of(id)).toEqual([['player', -each, 'reversed']]);
    for (const id of ['u1', 'u2']) expect(of(id)).toEqual([['claims', -each, 'claim-withdrawn']]);
    expect(of('w1')).toEqual([['player', euros(806.4), 'paid-again']]);
  });

  it('books cash already handed out to the operator and not to the pool', () => {
    expect(correction.postings.filter((posting) => posting.ticketId === 'c1')).toEqual([
      { ticketId: 'c1', to: 'operator-loss', amountCents: each, reason: 'cash-kept' },
    ]);
    expect(correction.operatorLossCents).toBe(each);
  });

  it('keeps both versions and an exact difference between them', () => {
    expect(correction).toMatchObject({ from: 1, to: 2 });
    expect(before.accounts.paid + correction.difference.paid).toBe(after.accounts.paid);
    expect(before.accounts.breakage + correction.difference.breakage).toBe(after.accounts.breakage);
    expect(after.accounts.stakes).toBe(after.accounts.paid + after.accounts.breakage + after.accounts.takeout);
    expect(correctResult(pool, after, before, paid)).toMatchObject({ code: 'result_not_newer' });
  });
});

describe('a leg of a pool over legs is void (R07)', () => {
  const five = Array.from({ length: 5 }, () => 8);
  const won: PoolResultJson['legs'][number] = { kind: 'finish', order: [[1], [2]] };
  const result = (...legs: ('won' | 'void')[]): PoolResultJson => ({
    ...finished(),
    legs: legs.map((leg) => (leg === 'won' ? won : { kind: 'void' })),
  });
  const tier = (id: string, share: string) => ({
    id,
    prize: { kind: 'shared' as const, share, of: 'rest' as const },
    rounding: { stepCents: '1', mode: 'down' as const, remainderTo: { to: 'operator' as const } },
    empty: { to: 'carry' as const, tier: id },
  });
  const pickFive = definition({
    bet: { type: 'pick', legs: 5 },
    price: { method: 'tiered' },
    takeoutBps: 2000,
    voidLegs: { consolations: 'suppressed' },
    carryover: { to: 'pick-5', capCents: null, mandatoryDates: [] },
    tiers: [
      { id: 'all', correct: 5, plus: 'any', count: 'exactly', uniqueOnly: false },
      { id: 'consolation', correct: 4, plus: 'any', count: 'exactly', uniqueOnly: false },
    ],
    prizePlan: {
      fund: { share: '100%', rounding: 'down' },
      tiers: [tier('all', '75%'), tier('consolation', '25%')],
      undividedTo: { to: 'operator' },
    },
  });

  it('pays a net pool of 10,000 to the two tickets with the other four right, 5,000 each, and nothing to nine with three', () => {
    const pool = poolOn(pickFive, five);
    const three = Array.from({ length: 9 }, () => straight([1, 3, 1, 1, 5], 100n));
    const sales = [straight([1, 3, 1, 1, 1], 100n), straight([1, 4, 1, 1, 1], 100n), ...three, straight([8, 8, 8, 8, 8], euros(12_489))];
    const settlement = settled(pool, sales, result('won', 'void', 'won', 'won', 'won'));
    expect(dividends(settlement)).toEqual({ all: euros(5_000) });
    expect(settlement.accounts).toMatchObject({ paid: euros(10_000), takeout: euros(2_500) });
  });

  it('pays the consolation when no leg is void', () => {
    const settlement = settled(
      poolOn(pickFive, five),
      [straight([1, 1, 1, 1, 1], 100n), straight([1, 1, 1, 1, 5], 100n), straight([8, 8, 8, 8, 8], euros(98))],
      result('won', 'won', 'won', 'won', 'won'),
    );
    expect(dividends(settlement)).toEqual({ all: euros(60), consolation: euros(20) });
  });

  it('gives the win pool of the void race back without takeout', () => {
    expect(settled(poolOn(definition({}), [8]), [straight([1], 500n), straight([2], 700n)], result('void'))).toMatchObject({
      outcome: 'refunded',
      refundReason: 'void',
      accounts: { refunds: 1_200n, takeout: 0n },
    });
  });

  it('pays a double that ends in the void leg to the holders of the first winner, and refunds one that starts in it', () => {
    const pool = poolOn(definition({ bet: { type: 'double' }, voidLegs: { first: 'refund', later: 'all-win' } }), [8, 8]);
    const sales = [straight([1, 3], euros(10)), straight([1, 5], euros(10)), straight([2, 3], euros(80))];
    const second = settled(pool, sales, result('won', 'void'));
    expect(second.lines.map((line) => [line.id, line.dividendCents])).toEqual([['1-*', 400n]]);
    expect(settled(pool, sales, result('void', 'won'))).toMatchObject({ outcome: 'refunded', refundReason: 'void_legs' });
  });
});

describe('nobody backed the winner (R08)', () => {
  const lost = [straight([2], euros(1_000))];

  it('refunds 1,000 in full without takeout, or carries the net pool over to a named series', () => {
    expect(settled(poolOn(definition({}), [8]), lost, finished([[1], [2]]))).toMatchObject({
      outcome: 'refunded',
      refundReason: 'no_winner',
      accounts: { refunds: euros(1_000), takeout: 0n },
    });
    const carries = definition({ cascade: [{ step: 'carryover' }], carryover: { to: 'win-series', capCents: null, mandatoryDates: [] } });
    expect(settled(poolOn(carries, [8]), lost, finished([[1], [2]]))).toMatchObject({
      outcome: 'carried',
      accounts: { takeout: euros(200), carriedOut: { main: euros(800) }, refunds: 0n },
    });
  });

  it('prices a net pool of zero by the minimum, or at zero where there is none', () => {
    const taken = { takeoutBps: 10_000 };
    const sales = [straight([1], euros(100))];
    expect(dividends(settled(poolOn(definition(taken), [8]), sales, finished([[1]])))).toEqual({ '1': 0n });
    const minimum = definition({ ...taken, dividend: { minimumCents: '100' } });
    expect(settled(poolOn(minimum, [8]), sales, finished([[1]])).accounts).toMatchObject({ paid: euros(100), minimumTopUp: euros(100) });
  });

  it('refuses a negative total', () => {
    const pool = poolOn(definition({}), [8]);
    expect(parseTicket(pool, { selections: { form: 'straight', runners: [1] }, stakeCents: '-100000' })).toMatchObject({
      code: 'stake_invalid',
    });
    const card = {
      poolId: 'p',
      meeting: 'm',
      businessDate: '2026-11-30',
      event: null,
      legs: [{ id: 'l', runners: numbered(8) }],
      carriedIn: { main: '-1000' },
    };
    expect(openPool(definition({}), card)).toMatchObject({ code: 'card_unreadable', path: 'carriedIn.main' });
  });

  it('gives one lone winning bet at least its stake where the minimum is 1.00', () => {
    const minimum = definition({ dividend: { minimumCents: '100' } });
    expect(dividends(settled(poolOn(minimum, [8]), [straight([1], euros(50))], finished([[1]])))).toEqual({ '1': 100n });
    expect(new PoolBook(poolOn(minimum, [8])).grossCents).toBe(0n);
  });
});
