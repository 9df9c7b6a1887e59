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
import type { Shape } from '../definition/bet-type.ts';
import type { ReducedSystem } from '../definition/pool-definition.ts';
import {
  emptySet,
  hasRunner,
  isEmpty,
  type RunnerSet,
  runnerSet,
  runnersOf,
  setSize,
  singleton,
  union,
  without,
} from '../ticket/runner-set.ts';
import { reducedLines, type Selections } from '../ticket/selections.ts';
import type { Ticket } from '../ticket/ticket.ts';
import { StakeSum } from './stake-sum.ts';

const SIDE = 64;

/** Whether one combination is among those of the ticket. */
function holdsCombination(
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
  switch (selections.form) {
    case 'straight':
      return [emptySet, emptySet];
    case 'box':
      return [selections.runners, selections.runners];
    case 'banker': {
      const all = union(selections.bankers, selections.partners);
      return [all, all];
    }
    case 'wheel': {
      const all = selections.places.reduce(union, emptySet);
      return shape.kind === 'ordered' ? [selections.places[0] ?? emptySet, selections.places[1] ?? emptySet] : [all, all];
    }
    default:
      return [selections.legs[0] ?? emptySet, selections.legs[1] ?? emptySet];
  }
}

/** The runners that can be third, given the first two, so that most tickets of a pair are passed over by one test of a mask. */
function thirds(selections: Selections, shape: Shape, first: number, second: number): RunnerSet {
  switch (selections.form) {
    case 'straight':
      return emptySet;
    case 'box':
      return selections.runners;
    case 'banker': {
      const left = without(selections.bankers, runnerSet([first, second]));
      const places = shape.kind === 'legs' ? 0 : shape.pick - 2;
      if (setSize(left) > places) return emptySet;
      return setSize(left) === places ? left : union(selections.bankers, selections.partners);
    }
    case 'wheel':
      return shape.kind === 'ordered' ? (selections.places[2] ?? emptySet) : selections.places.reduce(union, emptySet);
    default:
      return selections.legs[2] ?? emptySet;
  }
}

type CompressedStake = { readonly selections: Selections; readonly id: number; readonly over: number; cents: bigint };

/** Tickets that can open with one pair of runners: their ids, and the mask of their thirds. */
type Bucket = { readonly ids: number[]; readonly low: number[]; readonly high: number[] };

/** Stands for stakes that do not divide evenly over their combinations. */
const UNEVEN = -1;

const evenShare = ({ cents, over }: CompressedStake): number =>
  cents % BigInt(over) === 0n && cents <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(cents / BigInt(over)) : UNEVEN;

const cellOf = (first: number, second: number): number => (first - 1) * SIDE + (second - 1);

export class StakeIndex {
  readonly #shape: Shape;
  readonly #systems: readonly ReducedSystem[];
  /** Dense cells by number of combinations that the stakes are spread over. */
  readonly #cells = new Map<number, BigInt64Array>();
  readonly #straight = new Map<number, bigint>();
  readonly #compressed = new Map<string, CompressedStake>();
  readonly #records: CompressedStake[] = [];
  /** Cents on each combination, by record; whole numbers below 2^53, else `UNEVEN`. */
  readonly #each: number[] = [];
  readonly #byOpeningPair = new Map<number, Bucket>();
  #compressedCents = 0n;

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

  /** Adds `count` equal tickets, or takes them back when it is negative. `key` is equal for tickets of equal selections. */
  add(ticket: Ticket, key: string, count: bigint): void {
    const stake = ticket.stakeCents * count;
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
    this.#compressedCents += stake;
    const known = this.#compressed.get(key);
    if (known) {
      known.cents += stake;
      this.#each[known.id] = evenShare(known);
      return;
    }
    const record: CompressedStake = { selections, id: this.#records.length, over: ticket.combinations, cents: stake };
    this.#compressed.set(key, record);
    this.#records.push(record);
    this.#each.push(evenShare(record));
    const [firsts, seconds] = openers(selections, this.#shape);
    for (const first of runnersOf(firsts)) {
      for (const second of runnersOf(seconds)) {
        // Unordered combinations are asked for in ascending order; legs may repeat a number.
        if (this.#shape.kind === 'unordered' ? first >= second : this.#shape.kind === 'ordered' && first === second) continue;
        const third = thirds(selections, this.#shape, first, second);
        if (isEmpty(third)) continue;
        const cell = cellOf(first, second);
        let bucket = this.#byOpeningPair.get(cell);
        if (!bucket) {
          bucket = { ids: [], low: [], high: [] };
          this.#byOpeningPair.set(cell, bucket);
        }
        bucket.ids.push(record.id);
        bucket.low.push(third.low);
        bucket.high.push(third.high);
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
    const bucket = this.#byOpeningPair.get(cellOf(combination[0] ?? 1, combination[1] ?? 1));
    if (bucket) this.#addCompressed(sum, bucket, combination);
    return sum.total();
  }

  #addCompressed(sum: StakeSum, { ids, low, high }: Bucket, combination: readonly number[]): void {
    const third = singleton(combination[2] ?? 1);
    // Whole cents are added as numbers while no sum of them can leave the exact integers.
    const asNumbers = this.#compressedCents <= BigInt(Number.MAX_SAFE_INTEGER);
    const exact = this.#numbers === 3;
    let whole = 0;
    for (let i = 0; i < ids.length; i += 1) {
      if (((low[i] ?? 0) & third.low) === 0 && ((high[i] ?? 0) & third.high) === 0) continue;
      const id = ids[i] ?? 0;
      const record = this.#records[id];
      if (!record || record.cents === 0n) continue;
      const { form } = record.selections;
      const settledByMask = exact && form !== 'reduced' && !(form === 'wheel' && this.#shape.kind === 'unordered');
      if (!settledByMask && !holdsCombination(record.selections, this.#shape, combination, this.#systems)) continue;
      const each = this.#each[id] ?? UNEVEN;
      if (each === UNEVEN || !asNumbers) sum.add(record.cents, record.over);
      else whole += each;
    }
    sum.add(BigInt(whole), 1);
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
      for (const runner of runnersOf(runners ?? legs ?? emptySet)) put(runner, 1);
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
