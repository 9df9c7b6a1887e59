/**
 * Probable dividends while a pool sells: what a combination would pay if it won and nothing else were sold.
 *
 * The figures come from the functions that settle (`fundOf`, `dividendsOf`), on the stakes of the moment. Where the price of
 * a runner depends on who else is placed, a probable is a range: least with the most backed companions, most with the least.
 *
 * Example: 60, 140, 24, 110, 220, 94, 300 and 80 on eight runners at 14.25 %: the fourth shows 8.01.
 */
import { type Cents, cents, type Rational, ZERO } from '@valira/money';
import { shapeOf } from './bet-type.ts';
import { dividendsOf, type LineStakes } from './dividend.ts';
import type { PoolBook } from './pool-book.ts';
import { type Fund, fundOf } from './pool-money.ts';
import { emptySet, hasRunner, type RunnerSet, runnersOf, without } from './runner-set.ts';
import { runnersPlayed } from './selections.ts';

/** Cents for the definition's `perCents`. `least` and `most` are equal where companions do not matter. */
export type Probable = { readonly combination: readonly number[]; readonly least: Cents; readonly most: Cents; readonly stakes: Rational };

const nobody: LineStakes = { stakes: { n: 0n, d: 1n }, parts: 1n };

/** Dividend of the first line when these lines win together. */
function priceOf(book: PoolBook, fund: Fund, lines: readonly LineStakes[]): Cents {
  const covered = lines.filter((line, i) => i === 0 || line.stakes.n > 0n);
  return dividendsOf(book.pool.definition, fund, covered).dividends[0] ?? ZERO;
}

const lineOn = (book: PoolBook, combination: readonly number[]): LineStakes => ({ stakes: book.index.stakeOn(combination), parts: 1n });

/** Runners of a leg that can still win. */
export const standing = (book: PoolBook, leg: number): RunnerSet =>
  without(book.pool.legs[leg]?.numbers ?? emptySet, book.scratched[leg] ?? emptySet);

const compareStakes = (a: LineStakes, b: LineStakes): number => {
  const difference = a.stakes.n * b.stakes.d - b.stakes.n * a.stakes.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

function placeRange(book: PoolBook, fund: Fund, combination: readonly number[], own: LineStakes): [Cents, Cents] {
  const places = book.pool.legs[0]?.places ?? 1;
  const others = runnersOf(standing(book, 0))
    .filter((runner) => runner !== combination[0])
    .map((runner) => lineOn(book, [runner]))
    .sort(compareStakes);
  const companions = places - 1;
  const most = priceOf(book, fund, [own, ...others.slice(0, companions)]);
  const least = priceOf(book, fund, [own, ...others.slice(Math.max(0, others.length - companions))]);
  return most < least ? [most, least] : [least, most];
}

function swingerRange(book: PoolBook, fund: Fund, combination: readonly number[], own: LineStakes, ofFirst: number): [Cents, Cents] {
  const [a = 1, b = 1] = combination;
  const pair = (x: number, y: number) => lineOn(book, x < y ? [x, y] : [y, x]);
  const others = runnersOf(standing(book, 0)).filter((runner) => runner !== a && runner !== b);
  let range: [Cents, Cents] | null = null;
  const take = (price: Cents) => {
    range = range ? [price < range[0] ? price : range[0], price > range[1] ? price : range[1]] : [price, price];
  };
  for (const [i, third] of others.entries()) {
    const three = [own, pair(a, third), pair(b, third)];
    if (ofFirst === 3) take(priceOf(book, fund, three));
    else
      for (const fourth of others.slice(i + 1))
        take(priceOf(book, fund, [...three, pair(a, fourth), pair(b, fourth), pair(third, fourth)]));
  }
  return range ?? [priceOf(book, fund, [own, nobody]), priceOf(book, fund, [own, nobody])];
}

function probableOn(book: PoolBook, fund: Fund, combination: readonly number[]): Probable | null {
  const { bet } = book.pool.definition;
  const own = lineOn(book, combination);
  if (own.stakes.n <= 0n) return null;
  if ('places' in bet && bet.type !== 'placepot') {
    const [least, most] = placeRange(book, fund, combination, own);
    return { combination, least, most, stakes: own.stakes };
  }
  if (bet.type === 'swinger') {
    const [least, most] = swingerRange(book, fund, combination, own, bet.ofFirst);
    return { combination, least, most, stakes: own.stakes };
  }
  const price = priceOf(book, fund, [own]);
  return { combination, least: price, most: price, stakes: own.stakes };
}

/** Canonical order of a combination: ascending for unordered bets. */
const canonical = (book: PoolBook, combination: readonly number[]): readonly number[] =>
  shapeOf(book.pool.definition.bet).kind === 'unordered' ? combination.toSorted((a, b) => a - b) : combination;

/** Probable of one combination; null when nobody has it, or a runner of it is out. Tiered pools: see `projectSettlement`. */
export function probable(book: PoolBook, combination: readonly number[]): Probable | null {
  const legs = shapeOf(book.pool.definition.bet).kind === 'legs';
  const out = combination.some((runner, i) => !hasRunner(standing(book, legs ? i : 0), runner));
  return out ? null : probableOn(book, fundOf(book.pool, book.grossCents), canonical(book, combination));
}

/** Probables of every combination with stakes, for bets of one or two numbers (win to exacta, doubles). */
export function probableTable(book: PoolBook): Probable[] {
  const shape = shapeOf(book.pool.definition.bet);
  const fund = fundOf(book.pool, book.grossCents);
  const table: Probable[] = [];
  const put = (combination: readonly number[]) => {
    const found = probableOn(book, fund, combination);
    if (found) table.push(found);
  };
  const firsts = runnersOf(standing(book, 0));
  if ((shape.kind === 'legs' ? shape.legs : shape.pick) === 1) {
    for (const first of firsts) put([first]);
    return table;
  }
  const seconds = shape.kind === 'legs' ? runnersOf(standing(book, 1)) : firsts;
  for (const first of firsts) {
    for (const second of seconds) {
      if (shape.kind === 'legs' || (shape.kind === 'ordered' ? first !== second : first < second)) put([first, second]);
    }
  }
  return table;
}

/**
 * Will-pays of a pool over legs: with all legs but the last decided, the dividend for each runner of the last leg.
 * `decided`: the winning runners of each leg so far, one list for each leg. Dead heats pay together.
 */
export function willPays(book: PoolBook, decided: readonly (readonly number[])[]): Probable[] {
  const last = decided.length;
  const fund = fundOf(book.pool, book.grossCents);
  const table: Probable[] = [];
  const paths = decided.reduce<number[][]>((all, winners) => all.flatMap((path) => winners.map((winner) => [...path, winner])), [[]]);
  for (const runner of runnersOf(standing(book, last))) {
    const lines = paths.map((path) => lineOn(book, [...path, runner])).filter((line) => line.stakes.n > 0n);
    const [first] = lines;
    if (!first) continue;
    const { dividends } = dividendsOf(book.pool.definition, fund, lines);
    const sorted = dividends.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    table.push({ combination: [runner], least: sorted[0] ?? fund.fundCents, most: sorted.at(-1) ?? fund.fundCents, stakes: first.stakes });
  }
  return table;
}

export type RunnerMoney = { readonly leg: number; readonly runner: number; readonly tickets: bigint; readonly stakesCents: Cents };

/** Tickets that name each runner and their whole stakes: what a scratch of the runner would touch. */
export function moneyPerRunner(book: PoolBook): RunnerMoney[] {
  const { legs } = book.pool;
  const totals = legs.map(() => new Map<number, { tickets: bigint; stakes: bigint }>());
  for (const { ticket, count } of book.ticketGroups) {
    totals.forEach((total, leg) => {
      const played = runnersPlayed(ticket.selections, leg);
      for (const runner of runnersOf(played)) {
        const before = total.get(runner) ?? { tickets: 0n, stakes: 0n };
        total.set(runner, { tickets: before.tickets + count, stakes: before.stakes + ticket.stakeCents * count });
      }
    });
  }
  return legs.flatMap((leg, i) =>
    runnersOf(leg.numbers).map((runner) => {
      const total = totals[i]?.get(runner);
      return { leg: i, runner, tickets: total?.tickets ?? 0n, stakesCents: cents(total?.stakes ?? 0n) };
    }),
  );
}
