/**
 * Digit bets: which tier a drawn number gives a bet, and in how many of all equally likely draws.
 *
 * Example, three digits with repeats: 427 in any order wins in 6 of 1,000 draws, 422 in 3, 222 in 1; exact order in 1;
 * last two digits in 10, of which 1 is exact.
 */
import type { DigitsPart } from '../definition/game-definition.ts';

export type DigitMatch = DigitsPart['wins'][number]['match'];

const sorted = (digits: readonly number[]): string => [...digits].sort((a, b) => a - b).join('');

/** Whether the bet's digits match the drawn ones; series apart. */
function digitsMatch(match: DigitMatch, bet: readonly number[], drawn: readonly number[]): boolean {
  switch (match.kind) {
    case 'exact':
      return bet.every((digit, i) => digit === drawn[i]);
    case 'any-order':
      return sorted(bet) === sorted(drawn) && (match.orders === undefined || orders(bet) === BigInt(match.orders));
    case 'first':
      return bet.slice(0, match.digits).every((digit, i) => digit === drawn[i]);
    case 'last':
      return bet.slice(-match.digits).every((digit, i) => digit === drawn[drawn.length - match.digits + i]);
  }
}

/** Indexes into `part.wins`: the first matching win of each group for this bet. */
export function winsOfBet(
  part: DigitsPart,
  bet: { readonly bet: string; readonly digits: readonly number[]; readonly series: number },
  drawn: { readonly digits: readonly number[]; readonly series: number },
): number[] {
  const groups = new Set<string>();
  const won: number[] = [];
  part.wins.forEach((win, index) => {
    if (win.bet !== bet.bet || groups.has(win.group)) return;
    if (win.match.series && bet.series !== drawn.series) return;
    if (!digitsMatch(win.match, bet.digits, drawn.digits)) return;
    groups.add(win.group);
    won.push(index);
  });
  return won;
}

/** Equally likely drawn numbers, series included. */
export function digitDrawCount(part: DigitsPart): bigint {
  let count = part.seriesCount > 0 ? BigInt(part.seriesCount) : 1n;
  for (let i = 0; i < part.positions; i += 1) count *= BigInt(part.repeats === 'allowed' ? 10 : 10 - i);
  return count;
}

/** Drawn numbers that agree with a bet exactly in the positions of `mask` and in no other. */
function waysOfPattern(part: DigitsPart, mask: number): bigint {
  const free = Array.from({ length: part.positions }, (_, i) => i).filter((i) => (mask & (1 << i)) === 0).length;
  if (part.repeats === 'allowed') return 9n ** BigInt(free);
  // Without repeats: inclusion and exclusion over the free positions that agree as well.
  let ways = 0n;
  for (let also = 0; also <= free; also += 1) {
    let subsets = 1n;
    for (let i = 0; i < also; i += 1) subsets = (subsets * BigInt(free - i)) / BigInt(i + 1);
    let rest = 1n;
    for (let i = 0; i < free - also; i += 1) rest *= BigInt(10 - (part.positions - free + also) - i);
    ways += also % 2 === 0 ? subsets * rest : -subsets * rest;
  }
  return ways;
}

/** Draws with the same outcome for a bet: which of `part.wins` it wins, and how many draws there are. */
export type DigitClass = { readonly wins: readonly number[]; readonly ways: bigint };

/**
 * Every outcome of a bet. `digits` matter only for bets in any order: orders that look the same count once. An any-order bet has
 * no partial wins (see definition problems).
 */
export function digitClasses(part: DigitsPart, betId: string, digits: readonly number[]): DigitClass[] {
  const classes: DigitClass[] = [];
  const anyOrder = part.wins.some((win) => win.bet === betId && win.match.kind === 'any-order');
  const series = part.seriesCount > 0 ? [true, false] : [true];
  for (const sameSeries of series) {
    const seriesWays = sameSeries ? 1n : BigInt(part.seriesCount - 1);
    const add = (matches: (match: DigitMatch) => boolean, count: bigint): void => {
      if (count <= 0n) return;
      const groups = new Set<string>();
      const wins: number[] = [];
      part.wins.forEach((win, index) => {
        if (win.bet !== betId || groups.has(win.group) || (win.match.series && !sameSeries) || !matches(win.match)) return;
        groups.add(win.group);
        wins.push(index);
      });
      classes.push({ wins, ways: count * seriesWays });
    };
    if (anyOrder) {
      const fits = (match: DigitMatch): boolean =>
        match.kind === 'any-order' && (match.orders === undefined || BigInt(match.orders) === orders(digits));
      add((match) => match.kind === 'exact' || fits(match), 1n);
      add(fits, orders(digits) - 1n);
      add(() => false, digitDrawCount({ ...part, seriesCount: 0 }) - orders(digits));
      continue;
    }
    for (let mask = 0; mask < 1 << part.positions; mask += 1)
      add((match) => agrees(match, mask, part.positions), waysOfPattern(part, mask));
  }
  return classes;
}

/** Draws in which a bet wins each of `part.wins`, in their order. */
export function digitWinWays(part: DigitsPart, betId: string, digits: readonly number[]): bigint[] {
  const ways = part.wins.map(() => 0n);
  for (const { wins, ways: count } of digitClasses(part, betId, digits))
    for (const index of wins) ways[index] = (ways[index] ?? 0n) + count;
  return ways;
}

function agrees(match: DigitMatch, mask: number, positions: number): boolean {
  const all = (1 << positions) - 1;
  switch (match.kind) {
    case 'exact':
    case 'any-order':
      return mask === all;
    case 'first':
      return (mask & ((1 << match.digits) - 1)) === (1 << match.digits) - 1;
    case 'last': {
      const tail = all & ~((1 << (positions - match.digits)) - 1);
      return (mask & tail) === tail;
    }
  }
}

/** Different orders of these digits. */
function orders(digits: readonly number[]): bigint {
  const seen = new Map<number, bigint>();
  let count = 1n;
  digits.forEach((digit, index) => {
    const times = (seen.get(digit) ?? 0n) + 1n;
    seen.set(digit, times);
    count = (count * BigInt(index + 1)) / times;
  });
  return count;
}

/** One bet per pattern of equal digits, most different digits first: 012, 001, 000; patterns matter to any-order bets only. */
export function digitPatterns(positions: number): number[][] {
  const partitions = (left: number, most: number): number[][] =>
    left === 0
      ? [[]]
      : Array.from({ length: Math.min(left, most) }, (_, i) => i + 1).flatMap((size) =>
          partitions(left - size, size).map((rest) => [size, ...rest]),
        );
  return partitions(positions, positions)
    .filter((sizes) => sizes.length <= 10)
    .map((sizes) => sizes.flatMap((size, digit) => Array.from({ length: size }, () => digit)));
}

/** Whether a bet of these digits can win anything at all; one that cannot is not sold. */
export const canWin = (part: DigitsPart, betId: string, digits: readonly number[]): boolean =>
  digitWinWays(part, betId, digits).some((ways) => ways > 0n);
