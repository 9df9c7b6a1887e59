/**
 * All 4,683 orders of finish of six runners with all dead heats, for every bet on one race, and all sets of winners for bets
 * over two races: the engine against a slow settlement with its own code.
 */
import { expectOk } from '@valira/outcome';
import { describe, expect, it } from 'vitest';
import { PoolBook } from '../book/pool-book.ts';
import type { PoolDefinitionJson } from '../definition/pool-definition.ts';
import { type Changes, closeBook, definition, finished, poolOn } from '../testing/definitions.ts';
import {
  combinationsOf,
  type Expanded,
  expand,
  type OracleBet,
  type OracleSplit,
  type OracleTicket,
  pricesOf,
  stakesByCombination,
  ticketPrize,
  tieBreaks,
  weakOrders,
  winners,
} from '../testing/oracle.ts';
import type { SelectionsJson } from '../ticket/selections.ts';
import { parseTicket } from '../ticket/ticket.ts';
import { payoutOf } from './payout.ts';
import { settle } from './settle.ts';

const runners = [1, 2, 3, 4, 5, 6];
const orders = weakOrders(runners);
const unbroken = new Map(orders.map((order) => [order, tieBreaks(order)]));

const firstPlaces = (pick: number, order: readonly number[]) => order.slice(0, pick);
const within = (combination: readonly number[], first: readonly number[]) => combination.every((runner) => first.includes(runner));
const inOrder = (combination: readonly number[], order: readonly number[]) => combination.every((runner, i) => order[i] === runner);

const setBet = (pick: number, ofFirst = pick): OracleBet => ({
  shape: 'set',
  pick,
  wins: (combination, order) => within(combination, firstPlaces(ofFirst, order)),
});
const orderedBet = (pick: number): OracleBet => ({ shape: 'ordered', pick, wins: inOrder });

/** Straight, box, banker and wheel tickets that leave many combinations uncovered; stakes that do not divide. */
function ticketsFor(bet: OracleBet): OracleTicket[] {
  const { pick } = bet;
  const take = (from: number, count: number) => Array.from({ length: count }, (_, i) => ((from - 1 + i) % 6) + 1);
  const tickets: OracleTicket[] = [
    { selections: { form: 'straight', runners: take(1, pick) }, stakeCents: 1_000n },
    { selections: { form: 'straight', runners: take(2, pick).reverse() }, stakeCents: 2_300n },
    { selections: { form: 'straight', runners: take(4, pick) }, stakeCents: 100n },
    { selections: { form: 'box', runners: take(1, Math.min(pick + 1, 5)) }, stakeCents: 777n },
  ];
  if (pick > 1) {
    tickets.push({ selections: { form: 'banker', bankers: [2], partners: take(3, pick) }, stakeCents: 501n });
    tickets.push({ selections: { form: 'wheel', places: Array.from({ length: pick }, (_, i) => [i + 1, i + 2]) }, stakeCents: 900n });
  }
  return tickets;
}

type Case = {
  readonly name: string;
  readonly bet: OracleBet;
  readonly changes: Changes;
  readonly split: OracleSplit;
  /** Winning sets of combinations, best first; the last resort is a refund. */
  readonly fallbacks: readonly ((combination: readonly number[], order: readonly number[]) => boolean)[];
  /** A partial match pays one price to all. */
  readonly fallbackSplit?: OracleSplit;
  readonly minimum?: bigint;
};

const rightAt = (places: readonly number[]) => (combination: readonly number[], order: readonly number[]) =>
  places.every((place) => combination[place - 1] === order[place - 1]);
const shares = (count: number, ofFirst: number) => (combination: readonly number[], order: readonly number[]) =>
  combination.filter((runner) => firstPlaces(ofFirst, order).includes(runner)).length >= count;
const place = (paid: number) => [{ declared: 6, paid }];
const refund = { step: 'refund' } as const;

const cases: Case[] = [
  { name: 'win, profit split', bet: setBet(1), changes: {}, split: 'profit', fallbacks: [] },
  {
    name: 'win, next finisher',
    bet: setBet(1),
    changes: { cascade: [{ step: 'next-finisher' }, refund] },
    split: 'profit',
    fallbacks: [2, 3, 4, 5, 6].map(
      (at) =>
        ([runner]: readonly number[], order: readonly number[]) =>
          order[at - 1] === runner,
    ),
    fallbackSplit: 'profit',
  },
  {
    name: 'win, equal share with a minimum',
    bet: setBet(1),
    changes: { price: { deadHeat: 'equal-share' }, dividend: { minimumCents: '110' } },
    split: 'equal',
    fallbacks: [],
    minimum: 110n,
  },
  {
    name: 'place',
    bet: setBet(1, 2),
    changes: { bet: { type: 'place', places: place(2) }, price: { method: 'profit-split' } },
    split: 'profit',
    fallbacks: [],
  },
  {
    name: 'place, France',
    bet: setBet(1, 3),
    changes: { bet: { type: 'place', places: place(3) }, price: { method: 'france' }, dividend: { minimumCents: '110' } },
    split: 'profit',
    fallbacks: [],
    minimum: 110n,
  },
  {
    name: 'show, Japan',
    bet: setBet(1, 3),
    changes: { bet: { type: 'show', places: place(3) }, price: { method: 'jra' } },
    split: 'jra',
    fallbacks: [],
  },
  {
    name: 'quinella',
    bet: setBet(2),
    changes: { bet: { type: 'quinella' }, cascade: [{ step: 'contains', count: 1, ofFirst: 2 }, refund] },
    split: 'profit',
    fallbacks: [shares(1, 2)],
  },
  {
    name: 'swinger',
    bet: setBet(2, 3),
    changes: { bet: { type: 'swinger', ofFirst: 3 }, price: { method: 'equal-share' } },
    split: 'equal',
    fallbacks: [],
  },
  {
    name: 'trio',
    bet: setBet(3),
    changes: { bet: { type: 'trio' }, price: { deadHeat: 'single-price' }, cascade: [{ step: 'contains', count: 2, ofFirst: 3 }, refund] },
    split: 'one-price',
    fallbacks: [shares(2, 3)],
  },
  { name: 'first-4', bet: setBet(4), changes: { bet: { type: 'first-4' } }, split: 'profit', fallbacks: [] },
  {
    name: 'exacta',
    bet: orderedBet(2),
    changes: { bet: { type: 'exacta' }, cascade: [{ step: 'places-right', places: [1] }, refund] },
    split: 'profit',
    fallbacks: [rightAt([1])],
  },
  {
    name: 'trifecta',
    bet: orderedBet(3),
    changes: {
      bet: { type: 'trifecta' },
      cascade: [{ step: 'places-right', places: [1, 2] }, { step: 'places-right', places: [1] }, refund],
    },
    split: 'profit',
    fallbacks: [rightAt([1, 2]), rightAt([1])],
  },
  {
    name: 'superfecta',
    bet: orderedBet(4),
    changes: { bet: { type: 'superfecta' }, price: { deadHeat: 'equal-share' } },
    split: 'equal',
    fallbacks: [],
  },
];

type Sold = { readonly book: PoolBook; readonly expanded: readonly Expanded[]; readonly tickets: readonly ReturnType<typeof parsed>[] };

function parsed(book: PoolBook, { selections, stakeCents }: { selections: SelectionsJson; stakeCents: bigint }) {
  return expectOk(parseTicket(book.pool, { selections, stakeCents: stakeCents.toString() }));
}

function sellAll(changes: Changes, bet: OracleBet, oracleTickets: readonly OracleTicket[]): Sold {
  const book = new PoolBook(poolOn(definition({ takeoutBps: 1837, stake: { flexiMinimumBps: 1 }, ...changes }), [6]));
  const tickets = oracleTickets.map((ticket) => parsed(book, ticket));
  tickets.forEach((ticket, i) => {
    expectOk(book.append({ kind: 'bet', betId: `b${i}`, ticket, acceptedAtMs: 0 }));
  });
  const expanded = oracleTickets.map((ticket) => ({ ticket, combinations: expand(bet, runners, ticket).map((one) => one.join('-')) }));
  return { book: closeBook(book), expanded, tickets };
}

describe('every order of finish of six runners with every dead heat', () => {
  it('has 4,683 of them', () => {
    expect(orders.length).toBe(4_683);
  });

  for (const { name, bet, changes, split, fallbacks, fallbackSplit = 'one-price', minimum = 0n } of cases) {
    it(`${name}: pays each ticket what the slow settlement pays, and balances to the cent`, () => {
      const { book, expanded, tickets } = sellAll(changes, bet, ticketsFor(bet));
      expanded.forEach((one, i) => {
        expect(one.combinations.length).toBe(tickets[i]?.combinations);
      });
      const stakes = stakesByCombination(expanded);
      const all = combinationsOf(bet, runners);
      const gross = expanded.reduce((sum, one) => sum + one.ticket.stakeCents, 0n);
      const takeout = (gross * 1837n) / 10_000n;
      for (const order of orders) {
        const broken = unbroken.get(order) ?? [];
        let prices = new Map<string, bigint>();
        for (const wins of [bet.wins, ...fallbacks]) {
          const winning = winners({ ...bet, wins }, all, broken);
          const rule = wins === bet.wins ? split : fallbackSplit;
          prices = pricesOf(winning, stakes, gross - takeout, rule, minimum, { gross, back: [8_163n, 10_000n] });
          if (prices.size > 0) break;
        }
        const settlement = expectOk(settle(book, finished(order)));
        const due = expanded.map((one) => (prices.size === 0 ? one.ticket.stakeCents : ticketPrize(one, prices)));
        const got = tickets.map((ticket) => {
          const payout = payoutOf(book.pool, settlement, ticket);
          return payout.prizeCents + payout.refundCents;
        });
        if (got.join() !== due.join()) expect({ order, got }).toEqual({ order, got: due });
        const { accounts } = settlement;
        const paid = due.reduce((sum, amount) => sum + amount, 0n);
        const out = accounts.paid + accounts.refunds;
        if (out !== paid || gross + accounts.minimumTopUp !== out + accounts.takeout + accounts.breakage || accounts.breakage < 0n) {
          expect({ order, accounts }).toEqual({ order, paid });
        }
      }
    }, 60_000);
  }
});

const tier = (id: string, share: string) => ({
  id,
  prize: { kind: 'shared' as const, share, of: 'rest' as const },
  rounding: { stepCents: '1', mode: 'down' as const, remainderTo: { to: 'operator' as const } },
  empty: { to: 'operator' as const },
});

describe('order and disorder bets, every order of finish of six runners with every dead heat', () => {
  const of = (count: number, ofFirst: number) => (combination: readonly number[], order: readonly number[]) =>
    combination.filter((runner) => firstPlaces(ofFirst, order).includes(runner)).length >= count;
  const anyOrder = (combination: readonly number[], order: readonly number[]) =>
    within(combination, firstPlaces(combination.length, order));
  const types = [
    { type: 'tierce', pick: 3, ranks: ['order', 'any-order'], tests: [inOrder, anyOrder], sharesOf: [40n, 60n] },
    { type: 'quarte', pick: 4, ranks: ['order', 'any-order', 'bonus'], tests: [inOrder, anyOrder, of(3, 3)], sharesOf: [30n, 50n, 20n] },
    {
      type: 'quinte',
      pick: 5,
      ranks: ['order', 'any-order', 'bonus-4', 'bonus-4-of-5', 'bonus-3'],
      tests: [inOrder, anyOrder, of(4, 4), of(4, 5), of(3, 3)],
      sharesOf: [30n, 30n, 15n, 15n, 10n],
    },
  ] as const;
  const matches = {
    order: { kind: 'order' },
    'any-order': { kind: 'any-order' },
    bonus: { kind: 'of-first', count: 3, ofFirst: 3 },
    'bonus-4': { kind: 'of-first', count: 4, ofFirst: 4 },
    'bonus-4-of-5': { kind: 'of-first', count: 4, ofFirst: 5 },
    'bonus-3': { kind: 'of-first', count: 3, ofFirst: 3 },
  } as const;

  for (const { type, pick, ranks, tests, sharesOf } of types) {
    it(`${type}: pays each ticket its best ranks, with the order at least twice the disorder`, () => {
      const bet = orderedBet(pick);
      const changes: Changes = {
        bet: { type, orderRatio: 2, ranks: ranks.map((id) => ({ id, match: matches[id] })) } as PoolDefinitionJson['bet'],
        price: { method: 'tiered' },
        prizePlan: {
          fund: { share: '100%', rounding: 'down' },
          tiers: ranks.map((id, i) => tier(id, `${sharesOf[i]}%`)),
          undividedTo: { to: 'operator' },
        },
      };
      const { book, expanded, tickets } = sellAll(changes, bet, ticketsFor(bet));
      const stakes = stakesByCombination(expanded);
      const played = combinationsOf(bet, runners).filter((combination) => stakes.has(combination.join('-')));
      const gross = expanded.reduce((sum, one) => sum + one.ticket.stakeCents, 0n);
      const fund = gross - (gross * 1837n) / 10_000n;
      // The rank of every played combination in an order without ties; the best over all breakings of the ties counts.
      const none = ranks.length;
      const known = new Map<string, number[]>();
      const rankIn = (order: readonly number[]): number[] => {
        const key = order.join();
        let found = known.get(key);
        if (!found) {
          found = played.map((combination) => {
            const rank = tests.findIndex((test) => test(combination, order));
            return rank < 0 ? none : rank;
          });
          known.set(key, found);
        }
        return found;
      };
      for (const order of orders) {
        const broken = unbroken.get(order) ?? [];
        const byRank: string[][] = ranks.map(() => []);
        played.forEach((combination, i) => {
          const rank = broken.reduce<number>((best, one) => Math.min(best, rankIn(one)[i] ?? none), none);
          byRank[rank]?.push(combination.join('-'));
        });
        const pools = sharesOf.map((share) => (fund * share) / 100n);
        const prices = byRank.map((winning, i) => {
          const first = [...pricesOf(winning, stakes, pools[i] ?? 0n, 'one-price', 0n, null).values()][0];
          return first ?? null;
        });
        const [first, second] = prices;
        if (first !== null && second !== null && first !== undefined && second !== undefined && first < 2n * second) {
          const on = (winning: readonly string[]) =>
            winning.reduce(
              ([a, b], one) => {
                const [c, d] = stakes.get(one) ?? [0n, 1n];
                return [a * d + c * b, b * d] as const;
              },
              [0n, 1n] as readonly [bigint, bigint],
            );
          const [a, b] = on(byRank[0] ?? []);
          const [c, d] = on(byRank[1] ?? []);
          const joint = (((pools[0] ?? 0n) + (pools[1] ?? 0n)) * 100n * b * d) / (2n * a * d + c * b);
          prices[0] = 2n * joint;
          prices[1] = joint;
        }
        const all = new Map(byRank.flatMap((winning, i) => winning.map((one) => [one, prices[i] ?? 0n] as const)));
        const settlement = expectOk(settle(book, finished(order)));
        const due = expanded.map((one) => (all.size === 0 ? one.ticket.stakeCents : ticketPrize(one, all)));
        const got = tickets.map((ticket) => {
          const payout = payoutOf(book.pool, settlement, ticket);
          return payout.prizeCents + payout.refundCents;
        });
        if (got.join() !== due.join()) expect({ order, got }).toEqual({ order, got: due });
        const { accounts } = settlement;
        if (accounts.paid + accounts.refunds !== due.reduce((sum, amount) => sum + amount, 0n) || accounts.breakage < 0n)
          expect({ order, accounts }).toEqual({});
      }
    }, 120_000);
  }
});

describe('two races of six runners, every set of winners of both', () => {
  const sets = Array.from({ length: 63 }, (_, i) => runners.filter((_, bit) => (i + 1) & (1 << bit)));
  const tickets: { legs: [number[], number[]]; stakeCents: bigint }[] = [
    { legs: [[1], [1]], stakeCents: 1_000n },
    {
      legs: [
        [2, 3],
        [4, 5, 6],
      ],
      stakeCents: 1_001n,
    },
    { legs: [[1, 2], [2]], stakeCents: 333n },
    { legs: [[5], [1, 2, 3]], stakeCents: 50n },
  ];

  it('double: pays each ticket what the slow settlement pays, and balances to the cent', () => {
    const book = new PoolBook(poolOn(definition({ takeoutBps: 1837, bet: { type: 'double' }, stake: { flexiMinimumBps: 1 } }), [6, 6]));
    const sold = tickets.map(({ legs, stakeCents }) => parsed(book, { selections: { form: 'legs', legs }, stakeCents }));
    sold.forEach((ticket, i) => {
      expectOk(book.append({ kind: 'bet', betId: `b${i}`, ticket, acceptedAtMs: 0 }));
    });
    closeBook(book);
    const expanded = tickets.map(({ legs, stakeCents }) => ({
      ticket: { selections: { form: 'legs' as const, legs }, stakeCents },
      combinations: legs[0].flatMap((a) => legs[1].map((b) => `${a}-${b}`)),
    }));
    const stakes = stakesByCombination(expanded);
    const gross = tickets.reduce((sum, ticket) => sum + ticket.stakeCents, 0n);
    const fund = gross - (gross * 1837n) / 10_000n;
    for (const first of sets) {
      for (const second of sets) {
        const prices = pricesOf(
          first.flatMap((a) => second.map((b) => `${a}-${b}`)),
          stakes,
          fund,
          'profit',
          0n,
          null,
        );
        const settlement = expectOk(settle(book, finished([first], [second])));
        const due = expanded.map((one) => (prices.size === 0 ? one.ticket.stakeCents : ticketPrize(one, prices)));
        const got = sold.map((ticket) => {
          const payout = payoutOf(book.pool, settlement, ticket);
          return payout.prizeCents + payout.refundCents;
        });
        if (got.join() !== due.join()) expect({ first, second, got }).toEqual({ first, second, got: due });
      }
    }
  }, 60_000);
});

describe('pools over three races of six runners', () => {
  type LegTicket = { readonly legs: readonly number[][]; readonly stakeCents: bigint };
  const sold: LegTicket[] = [
    { legs: [[1], [2], [3]], stakeCents: 1_000n },
    { legs: [[1, 2], [2, 3], [3]], stakeCents: 1_003n },
    { legs: [[4], [1, 2, 3, 4, 5, 6], [1, 3]], stakeCents: 2_401n },
    { legs: [[5, 6], [5], [6]], stakeCents: 77n },
  ];
  const lines = ({ legs }: LegTicket) =>
    legs.reduce<number[][]>((all, leg) => all.flatMap((line) => leg.map((mark) => [...line, mark])), [[]]);
  const expanded = sold.map((ticket) => ({
    ticket: { selections: { form: 'legs' as const, legs: ticket.legs.map((leg) => [...leg]) }, stakeCents: ticket.stakeCents },
    lines: lines(ticket),
    combinations: lines(ticket).map((line) => line.join('-')),
  }));
  const stakes = stakesByCombination(expanded);
  const gross = sold.reduce((sum, ticket) => sum + ticket.stakeCents, 0n);
  const fund = gross - (gross * 1837n) / 10_000n;
  const sets = Array.from({ length: 63 }, (_, i) => runners.filter((_, bit) => (i + 1) & (1 << bit)));
  const correct = (line: readonly number[], won: readonly (readonly number[])[]) =>
    line.filter((mark, leg) => won[leg]?.includes(mark)).length;

  function check(
    changes: Changes,
    won: readonly (readonly number[])[],
    result: ReturnType<typeof finished>,
    tiers: readonly { correct: number; share: bigint }[],
    book: PoolBook,
  ) {
    const prices = new Map<string, bigint>();
    for (const { correct: wanted, share } of tiers) {
      const winning = [...stakes.keys()].filter((key) => correct(key.split('-').map(Number), won) === wanted);
      for (const [key, price] of pricesOf(winning, stakes, (fund * share) / 100n, 'one-price', 0n, null)) prices.set(key, price);
      // Untiered pools fall back to the next lower number of right legs; tiers are paid side by side.
      if (changes.prizePlan === undefined && prices.size > 0) break;
    }
    const settlement = expectOk(settle(book, result));
    const due = expanded.map((one) =>
      prices.size === 0 && changes.prizePlan === undefined ? one.ticket.stakeCents : ticketPrize(one, prices),
    );
    const got = expanded.map((one) => {
      const payout = payoutOf(book.pool, settlement, parsed(book, one.ticket));
      return payout.prizeCents + payout.refundCents;
    });
    if (got.join() !== due.join()) expect({ won, got }).toEqual({ won, got: due });
    const { paid, refunds, takeout, breakage, carriedOut } = settlement.accounts;
    const out = Object.values(carriedOut).reduce((sum, amount) => sum + amount, 0n);
    if (paid + refunds + takeout + breakage + out !== gross) expect({ won, accounts: settlement.accounts }).toEqual({});
  }

  function open(changes: Changes): PoolBook {
    const book = new PoolBook(poolOn(definition({ takeoutBps: 1837, stake: { flexiMinimumBps: 1 }, ...changes }), [6, 6, 6]));
    expanded.forEach((one, i) => {
      expectOk(book.append({ kind: 'bet', betId: `b${i}`, ticket: parsed(book, one.ticket), acceptedAtMs: 0 }));
    });
    return closeBook(book);
  }

  const cascade = [{ step: 'most-correct' as const }, refund];
  const untiered = [3, 2, 1].map((count) => ({ correct: count, share: 100n }));

  it('treble, every set of winners of two races: pays what the slow settlement pays', () => {
    const changes: Changes = { bet: { type: 'treble' }, price: { deadHeat: 'single-price' }, cascade };
    const book = open(changes);
    for (const first of sets)
      for (const second of sets) check(changes, [first, second, [3]], finished([first], [second], [[3]]), untiered, book);
  }, 60_000);

  it('pick-3 with a consolation, every set of winners of two races: pays both tiers', () => {
    const changes: Changes = {
      bet: { type: 'pick', legs: 3 },
      price: { method: 'tiered' },
      cascade: [{ step: 'carryover' }],
      carryover: { to: 'next', capCents: null, mandatoryDates: [] },
      tiers: [3, 2].map((count) => ({
        id: `right-${count}`,
        correct: count,
        plus: 'any' as const,
        count: 'exactly' as const,
        uniqueOnly: false,
      })),
      prizePlan: {
        fund: { share: '100%', rounding: 'down' },
        tiers: [tier('right-3', '70%'), tier('right-2', '30%')].map((one) => ({ ...one, empty: { to: 'carry' as const, tier: one.id } })),
        undividedTo: { to: 'operator' },
      },
    };
    const book = open(changes);
    const tiers = [
      { correct: 3, share: 70n },
      { correct: 2, share: 30n },
    ];
    for (const first of sets)
      for (const second of sets) check(changes, [first, [3], second], finished([first], [[3]], [second]), tiers, book);
  }, 60_000);

  it('placepot, every order of finish of the first race: pays what the slow settlement pays', () => {
    const changes: Changes = { bet: { type: 'placepot', legs: 3, places: place(2) }, cascade };
    const book = open(changes);
    for (const order of orders) {
      const placed = runners.filter((runner) => (unbroken.get(order) ?? []).some((one) => one.indexOf(runner) < 2));
      check(changes, [placed, [2, 5], [3, 6]], finished(order, [[5], [2], [1]], [[3, 6], [1]]), untiered, book);
    }
  }, 60_000);
});
