/**
 * Stakes by combination, kept ready for probable dividends while a pool sells.
 *
 * One- and two-number bets (win to exacta, and doubles) are a dense table of at most 64 × 64 cells. Longer bets keep straight
 * tickets in a map and boxes, bankers, wheels and leg systems compressed, found through the pairs of runners that can open
 * one of their combinations. Stakes over several combinations are kept as cents over their number, exactly.
 *
 * Example: a trifecta box of five for 60.00 is one record of 6000/60, listed under its 20 opening pairs, not 60 combinations.
 */
import type { Rational } from '@valira/money';
import type { Shape } from './bet-type.ts';
import type { ReducedSystem } from './pool-definition.ts';
import { hasRunner, type RunnerSet, runnersOf, union } from './runner-set.ts';
import { reducedLines, type Selections } from './selections.ts';
import { StakeSum } from './stake-sum.ts';
import type { Ticket } from './ticket.ts';

const SIDE = 64;

/** Whether one combination is among those of the ticket. */
export function holdsCombination(
  selections: Selections,
  shape: Shape,
  combination: readonly number[],
  systems: readonly ReducedSystem[],
): boolean {
  switch (selections.form) {
    case 'straight':
      return selections.runners.every((runner, i) => runner === combination[i]);
    case 'box':
      return combination.every((runner) => hasRunner(selections.runners, runner));
    case 'banker':
      return (
        runnersOf(selections.bankers).every((banker) => combination.includes(banker)) &&
        combination.every((runner) => hasRunner(selections.bankers, runner) || hasRunner(selections.partners, runner))
      );
    case 'wheel':
      if (shape.kind === 'ordered') return combination.every((runner, i) => holdsAt(selections.places[i], runner));
      return someOrder(combination, (order) => order.every((runner, i) => holdsAt(selections.places[i], runner)));
    case 'legs':
      return combination.every((runner, i) => holdsAt(selections.legs[i], runner));
    case 'reduced': {
      const system = systems[selections.system];
      return system !== undefined && reducedLines(system, selections.legs).some((line) => line.every((mark, i) => mark === combination[i]));
    }
  }
}

const holdsAt = (set: RunnerSet | undefined, runner: number): boolean => set !== undefined && hasRunner(set, runner);

function someOrder(runners: readonly number[], accept: (order: readonly number[]) => boolean, order: readonly number[] = []): boolean {
  if (runners.length === 0) return accept(order);
  return runners.some((runner, i) => someOrder(runners.toSpliced(i, 1), accept, [...order, runner]));
}

/** The runners that can be first and second (leg 1 and leg 2) of a combination of the ticket. */
function openers(selections: Selections, shape: Shape): [RunnerSet, RunnerSet] {
  const nobody: RunnerSet = { low: 0, high: 0 };
  switch (selections.form) {
    case 'straight':
      return [nobody, nobody];
    case 'box':
      return [selections.runners, selections.runners];
    case 'banker': {
      const all = union(selections.bankers, selections.partners);
      return [all, all];
    }
    case 'wheel': {
      const all = selections.places.reduce(union, nobody);
      return shape.kind === 'ordered' ? [selections.places[0] ?? nobody, selections.places[1] ?? nobody] : [all, all];
    }
    default:
      return [selections.legs[0] ?? nobody, selections.legs[1] ?? nobody];
  }
}

type CompressedStake = { readonly selections: Selections; readonly over: number; cents: bigint };

const cellOf = (first: number, second: number): number => (first - 1) * SIDE + (second - 1);

export class StakeIndex {
  readonly #shape: Shape;
  readonly #systems: readonly ReducedSystem[];
  /** Dense cells by number of combinations that the stakes are spread over. */
  readonly #cells = new Map<number, BigInt64Array>();
  readonly #straight = new Map<number, bigint>();
  readonly #compressed = new Map<string, CompressedStake>();
  readonly #byOpeningPair = new Map<number, CompressedStake[]>();

  constructor(shape: Shape, systems: readonly ReducedSystem[]) {
    this.#shape = shape;
    this.#systems = systems;
  }

  get #numbers(): number {
    return this.#shape.kind === 'legs' ? this.#shape.legs : this.#shape.pick;
  }

  /** Whether every combination is a cell of a table. */
  get isDense(): boolean {
    return this.#numbers <= 2;
  }

  /** Adds (`sign` 1n) or takes back (-1n) a ticket. `key` is equal for tickets of equal selections. */
  add(ticket: Ticket, key: string, sign: 1n | -1n): void {
    const stake = ticket.stakeCents * sign;
    if (this.isDense) {
      this.#addCells(ticket, stake);
      return;
    }
    const { selections } = ticket;
    if (selections.form === 'straight') {
      const code = this.#codeOf(selections.runners);
      this.#straight.set(code, (this.#straight.get(code) ?? 0n) + stake);
      return;
    }
    const known = this.#compressed.get(key);
    if (known) {
      known.cents += stake;
      return;
    }
    const record: CompressedStake = { selections, over: ticket.combinations, cents: stake };
    this.#compressed.set(key, record);
    const [firsts, seconds] = openers(selections, this.#shape);
    for (const first of runnersOf(firsts)) {
      for (const second of runnersOf(seconds)) {
        // Unordered combinations are asked for in ascending order; legs may repeat a number.
        if (this.#shape.kind === 'unordered' ? first >= second : this.#shape.kind === 'ordered' && first === second) continue;
        const cell = cellOf(first, second);
        const bucket = this.#byOpeningPair.get(cell);
        if (bucket) bucket.push(record);
        else this.#byOpeningPair.set(cell, [record]);
      }
    }
  }

  /** Exact stake on one combination: in order, ascending for unordered bets, by leg for bets over legs. */
  stakeOn(combination: readonly number[]): Rational {
    if (this.isDense) {
      const cell = cellOf(combination[0] ?? 1, combination[1] ?? 1);
      const [single] = this.#cells.size === 1 ? this.#cells : [];
      if (single?.[0] === 1) return { n: single[1][cell] ?? 0n, d: 1n };
      const sum = new StakeSum();
      for (const [over, cells] of this.#cells) sum.add(cells[cell] ?? 0n, over);
      return sum.total();
    }
    const sum = new StakeSum();
    sum.add(this.#straight.get(this.#codeOf(combination)) ?? 0n, 1);
    for (const { selections, over, cents } of this.#byOpeningPair.get(cellOf(combination[0] ?? 1, combination[1] ?? 1)) ?? []) {
      if (cents !== 0n && holdsCombination(selections, this.#shape, combination, this.#systems)) sum.add(cents, over);
    }
    return sum.total();
  }

  #codeOf(runners: readonly number[]): number {
    return runners.reduce((code, runner) => code * SIDE + (runner - 1), 0);
  }

  #addCells({ selections, combinations, stakeCents }: Ticket, stake: bigint): void {
    const whole = stakeCents % BigInt(combinations) === 0n;
    const over = whole ? 1 : combinations;
    const cells = this.#cells.get(over) ?? new BigInt64Array(SIDE * SIDE);
    this.#cells.set(over, cells);
    const each = whole ? stake / BigInt(combinations) : stake;
    const put = (first: number, second: number) => {
      const cell = cellOf(first, second);
      cells[cell] = (cells[cell] ?? 0n) + each;
    };
    if (selections.form === 'straight') {
      put(selections.runners[0] ?? 1, selections.runners[1] ?? 1);
      return;
    }
    if (this.#numbers === 1) {
      const runners = selections.form === 'box' ? selections.runners : selections.form === 'wheel' ? selections.places[0] : undefined;
      const legs = selections.form === 'legs' || selections.form === 'reduced' ? selections.legs[0] : undefined;
      for (const runner of runnersOf(runners ?? legs ?? { low: 0, high: 0 })) put(runner, 1);
      return;
    }
    if (selections.form === 'reduced') {
      const system = this.#systems[selections.system];
      if (system) for (const line of reducedLines(system, selections.legs)) put(line[0] ?? 1, line[1] ?? 1);
      return;
    }
    const [firsts, seconds] = openers(selections, this.#shape);
    for (const first of runnersOf(firsts)) {
      for (const second of runnersOf(seconds)) {
        if (this.#shape.kind === 'unordered' ? first >= second : this.#shape.kind === 'ordered' && first === second) continue;
        const plain = selections.form === 'box' || selections.form === 'legs' || this.#shape.kind === 'ordered';
        if ((plain && selections.form !== 'banker') || holdsCombination(selections, this.#shape, [first, second], this.#systems))
          put(first, second);
      }
    }
  }
}
