/**
 * A slow settlement that is easy to believe: every ticket is written out as a list of combinations, every way of breaking
 * the dead heats is tried one by one, and stakes are added up combination by combination. It shares no code with the engine.
 */
import type { SelectionsJson } from '../ticket/selections.ts';

export type Fraction = readonly [bigint, bigint];

export type OracleTicket = { readonly selections: SelectionsJson; readonly stakeCents: bigint };

export type OracleBet = {
  readonly shape: 'ordered' | 'set';
  readonly pick: number;
  /** A combination wins when this holds for at least one order of finish without ties. */
  readonly wins: (combination: readonly number[], order: readonly number[]) => boolean;
};

const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const floor = ([a, b]: Fraction): bigint => (a >= 0n ? a / b : -((-a + b - 1n) / b));

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) => permutations([...items.slice(0, i), ...items.slice(i + 1)]).map((rest) => [item, ...rest]));
}

/** Every order without ties that agrees with an order with ties. */
export function tieBreaks(groups: readonly (readonly number[])[]): number[][] {
  return groups.reduce<number[][]>(
    (orders, group) => orders.flatMap((order) => permutations(group).map((part) => [...order, ...part])),
    [[]],
  );
}

/** Every order of finish of the runners, with every pattern of dead heats. */
export function weakOrders(runners: readonly number[]): number[][][] {
  if (runners.length === 0) return [[]];
  const orders: number[][][] = [];
  for (let mask = 1; mask < 1 << runners.length; mask += 1) {
    const first = runners.filter((_, i) => mask & (1 << i));
    for (const rest of weakOrders(runners.filter((_, i) => !(mask & (1 << i))))) orders.push([first, ...rest]);
  }
  return orders;
}

function tuples(runners: readonly number[], length: number): number[][] {
  if (length === 0) return [[]];
  return runners.flatMap((runner) =>
    tuples(
      runners.filter((other) => other !== runner),
      length - 1,
    ).map((rest) => [runner, ...rest]),
  );
}

const ascending = (tuple: readonly number[]): boolean => tuple.every((runner, i) => i === 0 || (tuple[i - 1] ?? 0) < runner);

/** All combinations of a bet on these runners. */
export const combinationsOf = (bet: OracleBet, runners: readonly number[]): number[][] =>
  tuples(runners, bet.pick).filter((tuple) => bet.shape === 'ordered' || ascending(tuple));

function plays(bet: OracleBet, selections: SelectionsJson, combination: readonly number[]): boolean {
  switch (selections.form) {
    case 'straight': {
      const played = bet.shape === 'ordered' ? selections.runners : [...selections.runners].sort((a, b) => a - b);
      return played.join() === combination.join();
    }
    case 'box':
      return combination.every((runner) => selections.runners.includes(runner));
    case 'banker':
      return (
        selections.bankers.every((banker) => combination.includes(banker)) &&
        combination.every((runner) => selections.bankers.includes(runner) || selections.partners.includes(runner))
      );
    case 'wheel': {
      const fits = (tuple: readonly number[]) => tuple.every((runner, i) => selections.places[i]?.includes(runner));
      return bet.shape === 'ordered' ? fits(combination) : permutations(combination).some(fits);
    }
    default:
      throw new Error('not a bet on one race');
  }
}

export const expand = (bet: OracleBet, runners: readonly number[], ticket: OracleTicket): number[][] =>
  combinationsOf(bet, runners).filter((combination) => plays(bet, ticket.selections, combination));

export type Expanded = { readonly ticket: OracleTicket; readonly combinations: readonly string[] };

/** Stake on each combination over all tickets. */
export function stakesByCombination(tickets: readonly Expanded[]): Map<string, Fraction> {
  const stakes = new Map<string, Fraction>();
  for (const { ticket, combinations } of tickets) {
    for (const combination of combinations) {
      const before = stakes.get(combination) ?? [0n, 1n];
      stakes.set(combination, plus(before, [ticket.stakeCents, BigInt(combinations.length)]));
    }
  }
  return stakes;
}

/** Combinations that win under at least one breaking of the ties. */
export function winners(bet: OracleBet, all: readonly (readonly number[])[], orders: readonly (readonly number[])[]): string[] {
  return all.filter((combination) => orders.some((order) => bet.wins(combination, order))).map((combination) => combination.join('-'));
}

export type OracleSplit = 'profit' | 'equal' | 'one-price' | 'jra';

/** Dividend in cents for each of the winning combinations that has stakes, per 100 cents, whole cents, least `minimum`. */
export function pricesOf(
  winning: readonly string[],
  stakes: ReadonlyMap<string, Fraction>,
  fund: bigint,
  split: OracleSplit,
  minimum: bigint,
  jra: { gross: bigint; back: Fraction } | null,
): Map<string, bigint> {
  const covered = winning.filter((combination) => (stakes.get(combination)?.[0] ?? 0n) > 0n);
  const on = (combination: string): Fraction => stakes.get(combination) ?? [0n, 1n];
  const total = covered.reduce<Fraction>((sum, combination) => plus(sum, on(combination)), [0n, 1n]);
  const count = BigInt(covered.length);
  const prices = new Map<string, bigint>();
  for (const combination of covered) {
    const [w, v] = on(combination);
    let price: Fraction;
    if (split === 'jra' && jra) {
      const share = plus([w, v], [jra.gross * total[1] - total[0], total[1] * count]);
      price = [share[0] * jra.back[0] * v, share[1] * jra.back[1] * w];
    } else if (split === 'equal') price = [fund * v, count * w];
    else {
      const profit = plus([fund, 1n], [-total[0], total[1]]);
      if (split === 'one-price' || profit[0] < 0n) price = [fund * total[1], total[0]];
      else price = plus([1n, 1n], [profit[0] * v, profit[1] * count * w]);
    }
    const dividend = floor([price[0] * 100n, price[1]]);
    prices.set(combination, dividend < minimum ? minimum : dividend);
  }
  return prices;
}

/** What each ticket gets: its share of every winning combination, rounded down once. */
export function ticketPrize({ ticket, combinations }: Expanded, prices: ReadonlyMap<string, bigint>): bigint {
  let total: Fraction = [0n, 1n];
  for (const combination of combinations) {
    const dividend = prices.get(combination);
    if (dividend !== undefined) total = [total[0] + ticket.stakeCents * dividend, 1n];
  }
  return floor([total[0], BigInt(combinations.length) * 100n]);
}
