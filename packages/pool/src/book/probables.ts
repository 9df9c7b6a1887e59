/**
 * Probable dividends while a pool sells: what a combination would pay if it won and nothing else were sold.
 *
 * The figures come from the functions that settle (`fundOf`, `dividendsOf`), on the stakes of the moment. Where the price of
 * a runner depends on who else is placed, a probable is a range: least with the most backed companions, most with the least.
 *
 * Example: 60, 140, 24, 110, 220, 94, 300 and 80 on eight runners at 14.25 %: the fourth shows 8.01.
 */
import { addRational, type Cents, cents, max, min, type Rational, subtractRational, ZERO } from '@valira/money';
import { shapeOf } from '../definition/bet-type.ts';
import { dividendAlone, dividendsOf, type LineStakes } from '../settle/dividend.ts';
import { type Fund, fundOf } from '../settle/pool-money.ts';
import { priceTiers } from '../settle/settle-tiers.ts';
import { emptySet, hasRunner, type RunnerSet, runnersOf, without } from '../ticket/runner-set.ts';
import { runnersPlayed } from '../ticket/selections.ts';
import type { PoolBook } from './pool-book.ts';

/** Cents for the definition's `perCents`. `least` and `most` are equal where companions do not matter. */
export type Probable = { readonly combination: readonly number[]; readonly least: Cents; readonly most: Cents; readonly stakes: Rational };

/** Dividend of the first line when these lines win together. */
function priceOf(book: PoolBook, fund: Fund, lines: readonly LineStakes[]): Cents {
  const covered = lines.filter((line, i) => i === 0 || line.stakes.n > 0n);
  return dividendsOf(book.pool.definition, fund, covered).dividends[0] ?? ZERO;
}

/** Stakes by combination, each read from the book once. */
type Reader = (first: number, second?: number) => LineStakes;

function readerOf(book: PoolBook): Reader {
  const known = new Map<number, LineStakes>();
  return (first, second) => {
    const key = first * 128 + (second ?? 0);
    let line = known.get(key);
    if (!line) {
      line = { stakes: book.index.stakeOn(second === undefined ? [first] : [first, second]), parts: 1n };
      known.set(key, line);
    }
    return line;
  };
}

/** Runners of a leg that can still win. */
const standing = (book: PoolBook, leg: number): RunnerSet =>
  without(book.pool.legs[leg]?.numbers ?? emptySet, book.scratched[leg] ?? emptySet);

const compareStakes = (a: LineStakes, b: LineStakes): number => {
  const difference = a.stakes.n * b.stakes.d - b.stakes.n * a.stakes.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

function placeRange(book: PoolBook, fund: Fund, runner: number, read: Reader): [Cents, Cents] {
  const own = read(runner);
  const others = runnersOf(standing(book, 0))
    .filter((other) => other !== runner)
    .map((other) => read(other))
    .sort(compareStakes);
  const companions = (book.pool.legs[0]?.places ?? 1) - 1;
  const most = priceOf(book, fund, [own, ...others.slice(0, companions)]);
  const least = priceOf(book, fund, [own, ...others.slice(Math.max(0, others.length - companions))]);
  return most < least ? [most, least] : [least, most];
}

/** Companions of a pair, as far as its price can tell them apart: how many are backed, and their stakes together. */
type Company = { readonly lines: readonly LineStakes[]; readonly total: LineStakes };

function swingerRange(book: PoolBook, fund: Fund, [a = 1, b = 1]: readonly number[], ofFirst: number, read: Reader): [Cents, Cents] {
  const own = read(a, b);
  const others = runnersOf(standing(book, 0)).filter((runner) => runner !== a && runner !== b);
  const pair = (x: number, y: number) => (x < y ? read(x, y) : read(y, x));
  // With as many backed companions the price falls as their stakes rise, so the ends of each count are enough.
  const ends = new Map<number, { least: Company; most: Company }>();
  const meet = (companions: readonly LineStakes[]) => {
    const lines = companions.filter((line) => line.stakes.n > 0n);
    let { n, d } = lines[0]?.stakes ?? { n: 0n, d: 1n };
    for (const { stakes } of lines.slice(1)) [n, d] = stakes.d === d ? [n + stakes.n, d] : [n * stakes.d + stakes.n * d, d * stakes.d];
    const company: Company = { lines, total: { stakes: { n, d }, parts: 1n } };
    const known = ends.get(lines.length);
    ends.set(lines.length, {
      least: known && compareStakes(known.least.total, company.total) <= 0 ? known.least : company,
      most: known && compareStakes(known.most.total, company.total) >= 0 ? known.most : company,
    });
  };
  for (const [i, third] of others.entries()) {
    const three = [pair(a, third), pair(b, third)];
    if (ofFirst === 3) meet(three);
    else for (const fourth of others.slice(i + 1)) meet([...three, pair(a, fourth), pair(b, fourth), pair(third, fourth)]);
  }
  const prices = [...ends.values()].flatMap(({ least, most }) => [
    priceOf(book, fund, [own, ...least.lines]),
    priceOf(book, fund, [own, ...most.lines]),
  ]);
  const alone = priceOf(book, fund, [own]);
  return [prices.reduce(min, prices[0] ?? alone), prices.reduce(max, prices[0] ?? alone)];
}

function permutations(runners: readonly number[]): number[][] {
  if (runners.length === 0) return [[]];
  return runners.flatMap((runner, i) => permutations(runners.toSpliced(i, 1)).map((rest) => [runner, ...rest]));
}

const noStakes: Rational = { n: 0n, d: 1n };

/**
 * What one unit on a fully right combination gets in a tiered pool: all tiers that it wins. Lower tiers count as won, since
 * somebody as a rule is nearly right; the settlement itself knows.
 */
function tieredPrize(book: PoolBook, fund: Fund, stakes: Rational, combination: readonly number[]): Cents {
  const { bet, prizePlan, tiers, stake } = book.pool.definition;
  if (!prizePlan) return ZERO;
  const unit: Rational = { n: stake.unitCents, d: 1n };
  const ranks = 'ranks' in bet ? bet.ranks : [];
  const mainLegs = bet.type === 'sports' ? bet.legs : combination.length;
  const asked = prizePlan.tiers.map(({ id }) => {
    const kind = ranks.find((rank) => rank.id === id)?.match.kind;
    if (kind === 'order') return { tier: id, stakes, wins: true };
    if (kind === 'any-order') {
      const whole = permutations(combination).map((order) => book.index.stakeOn(order));
      const others = whole.reduce((sum, one) => addRational(sum, one), noStakes);
      return { tier: id, stakes: subtractRational(others, stakes), wins: false };
    }
    const tier = tiers.find((one) => one.id === id);
    const wins =
      tier !== undefined && tier.plus !== 'wrong' && (tier.correct === mainLegs || (tier.count === 'at-least' && tier.correct <= mainLegs));
    return { tier: id, stakes: wins ? stakes : unit, wins };
  });
  const { dividends } = priceTiers(book.pool, prizePlan, cents(fund.netCents + fund.guaranteeTopUp), asked);
  return cents(asked.reduce((sum, { wins }, i) => (wins ? sum + (dividends[i] ?? ZERO) : sum), 0n));
}

function probableOn(book: PoolBook, fund: Fund, combination: readonly number[], read: Reader): Probable | null {
  const { bet } = book.pool.definition;
  const [first = 1, second] = combination;
  const own = combination.length > 2 ? { stakes: book.index.stakeOn(combination), parts: 1n } : read(first, second);
  const { stakes } = own;
  if (stakes.n <= 0n) return null;
  if (book.pool.definition.price.method === 'tiered') {
    const prize = tieredPrize(book, fund, stakes, combination);
    return { combination, least: prize, most: prize, stakes };
  }
  const ranged = 'places' in bet && bet.type !== 'placepot';
  const range = ranged
    ? placeRange(book, fund, first, read)
    : bet.type === 'swinger'
      ? swingerRange(book, fund, combination, bet.ofFirst, read)
      : null;
  if (range) return { combination, least: range[0], most: range[1], stakes };
  const price = dividendAlone(book.pool.definition, fund, own);
  return { combination, least: price, most: price, stakes };
}

/** Canonical order of a combination: ascending for unordered bets. */
const canonical = (book: PoolBook, combination: readonly number[]): readonly number[] =>
  shapeOf(book.pool.definition.bet).kind === 'unordered' ? combination.toSorted((a, b) => a - b) : combination;

/** Probable of one combination; null when nobody has it, or a runner of it is out. In a tiered pool: for one unit, all its tiers. */
export function probable(book: PoolBook, combination: readonly number[]): Probable | null {
  const legs = shapeOf(book.pool.definition.bet).kind === 'legs';
  const out = combination.some((runner, i) => !hasRunner(standing(book, legs ? i : 0), runner));
  return out ? null : probableOn(book, fundOf(book.pool, book.grossCents), canonical(book, combination), readerOf(book));
}

/** Probables of every combination with stakes, for bets of one or two numbers (win to exacta, doubles). */
export function probableTable(book: PoolBook): Probable[] {
  const shape = shapeOf(book.pool.definition.bet);
  const fund = fundOf(book.pool, book.grossCents);
  const read = readerOf(book);
  const table: Probable[] = [];
  const put = (combination: readonly number[]) => {
    const found = probableOn(book, fund, combination, read);
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
 * Probables of all combinations that begin with these numbers, one list for the two numbers left open: a matrix of a trifecta
 * for a given winner, of a trio for a given runner, of a treble for a given first leg. Combinations without stakes are left out.
 */
export function probableMatrix(book: PoolBook, fixed: readonly number[]): Probable[] {
  const shape = shapeOf(book.pool.definition.bet);
  const overLegs = shape.kind === 'legs';
  const open = (overLegs ? shape.legs : shape.pick) - fixed.length;
  if (open !== 1 && open !== 2) throw new RangeError(`a matrix leaves one or two numbers open, not ${open}`);
  const out = fixed.some((runner, i) => !hasRunner(standing(book, overLegs ? i : 0), runner));
  if (out) return [];
  const fund = fundOf(book.pool, book.grossCents);
  const read = readerOf(book);
  const choices = (at: number) => runnersOf(standing(book, overLegs ? at : 0)).filter((runner) => overLegs || !fixed.includes(runner));
  const matrix: Probable[] = [];
  for (const first of choices(fixed.length)) {
    for (const second of open === 2 ? choices(fixed.length + 1) : [0]) {
      if (open === 2 && !overLegs && (shape.kind === 'ordered' ? first === second : first >= second)) continue;
      const combination = canonical(book, open === 2 ? [...fixed, first, second] : [...fixed, first]);
      const found = probableOn(book, fund, combination, read);
      if (found) matrix.push(found);
    }
  }
  return matrix;
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
    const lines = paths.map((path) => ({ stakes: book.index.stakeOn([...path, runner]), parts: 1n })).filter((line) => line.stakes.n > 0n);
    if (lines.length === 0) continue;
    const { method } = book.pool.definition.price;
    const together = lines.reduce((sum, line) => addRational(sum, line.stakes), noStakes);
    const dividends =
      method === 'tiered'
        ? [tieredPrize(book, fund, together, [...(paths[0] ?? []), runner])]
        : dividendsOf(book.pool.definition, fund, lines).dividends;
    const sorted = dividends.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    table.push({ combination: [runner], least: sorted[0] ?? fund.fundCents, most: sorted.at(-1) ?? fund.fundCents, stakes: together });
  }
  return table;
}

export type RunnerMoney = { readonly leg: number; readonly runner: number; readonly tickets: bigint; readonly stakesCents: Cents };

/** Tickets that name each runner and their whole stakes: what a scratch of the runner would touch. */
export function moneyPerRunner(book: PoolBook): RunnerMoney[] {
  const { legs } = book.pool;
  const totals = legs.map(() => new Map<number, { tickets: bigint; stakes: bigint }>());
  for (const { ticket, count, tickets } of book.ticketGroups) {
    totals.forEach((total, leg) => {
      const played = runnersPlayed(ticket.selections, leg);
      for (const runner of runnersOf(played)) {
        const before = total.get(runner) ?? { tickets: 0n, stakes: 0n };
        total.set(runner, { tickets: before.tickets + BigInt(tickets), stakes: before.stakes + ticket.stakeCents * count });
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
