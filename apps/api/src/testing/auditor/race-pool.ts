/** A win pool and a trifecta: every combination of every ticket is written out, and the pool divided over those that won. */
import { above, type Carry, choices, NOTHING, type Outcome, type Sold, total } from './outcome.ts';
import { DIVIDEND_STEP, LEAST_DIVIDEND, type RaceRules, TAKEOUT_PERCENT } from './rules.ts';

/** Groups in order of finish, level runners together; null when the race was void. */
export type Finish = readonly (readonly number[])[] | null;

function setsOf(bytes: Uint8Array, at: number, count: number): number[][] {
  const sets: number[][] = [];
  for (let read = 0; read < count; read += 1) {
    const length = bytes[at] ?? 0;
    const set: number[] = [];
    for (let i = 0; i < length * 8; i += 1) if ((bytes[at + 1 + (i >> 3)] ?? 0) & (1 << (i & 7))) set.push(i + 1);
    sets.push(set);
    at += 1 + length;
  }
  return sets;
}

const orders = (runners: readonly number[]): number[][] =>
  runners.length === 0 ? [[]] : runners.flatMap((first, i) => orders(runners.toSpliced(i, 1)).map((rest) => [first, ...rest]));

/** The combinations of a ticket, as `4-2-7`. */
export function combinationsOf({ places }: RaceRules, bytes: Uint8Array): string[] {
  switch (bytes[1]) {
    case 0:
      return [[...bytes.subarray(3, 3 + places)].join('-')];
    case 1:
      return choices(setsOf(bytes, 2, 1)[0] ?? [], places).flatMap((some) => orders(some).map((order) => order.join('-')));
    case 3: {
      let tuples: number[][] = [[]];
      for (const set of setsOf(bytes, 3, bytes[2] ?? 0))
        tuples = tuples.flatMap((tuple) => set.filter((runner) => !tuple.includes(runner)).map((runner) => [...tuple, runner]));
      return tuples.map((tuple) => tuple.join('-'));
    }
    default:
      throw new Error(`a form of ticket that is not sold: ${bytes[1]}`);
  }
}

/** Every way in which the level runners could have been told apart, cut to the places that count. */
function winnersOf(finish: NonNullable<Finish>, places: number): string[] {
  let tuples: number[][] = [[]];
  for (const group of finish) {
    if ((tuples[0]?.length ?? 0) >= places) break;
    tuples = tuples.flatMap((tuple) => orders(group).map((order) => [...tuple, ...order]));
  }
  return [...new Set(tuples.filter((tuple) => tuple.length >= places).map((tuple) => tuple.slice(0, places).join('-')))];
}

/** What the pool looks at, one after the other, until somebody holds it: for the win the next finishers, level ones together. */
const attemptsOf = ({ places }: RaceRules, finish: NonNullable<Finish>): string[][] =>
  places === 1 ? finish.map((group) => group.map(String)) : [winnersOf(finish, places)];

export function decideRace(rules: RaceRules, sold: readonly Sold[], finish: Finish, before: Carry): Outcome {
  const stakes = total(sold.map(({ stake }) => stake));
  const common = { stakes, before, added: 0n, returned: 0n, tiers: [] };
  const givenBack: Outcome = {
    ...common,
    operatorPart: 0n,
    after: before,
    breakage: 0n,
    prizes: new Map(),
    refunds: new Map(sold.map(({ ticketId, stake }) => [ticketId, stake])),
  };
  if (finish === null) return givenBack;
  const tickets = sold.map(({ ticketId, lines, stake }) => {
    const combinations = combinationsOf(rules, lines);
    return { ticketId, combinations, each: stake / BigInt(combinations.length) };
  });
  const held = (combination: string): bigint =>
    total(tickets.map(({ combinations, each }) => each * BigInt(combinations.filter((one) => one === combination).length)));
  const attempt = attemptsOf(rules, finish).find((combinations) => combinations.some((one) => held(one) > 0n));
  const operatorPart = (stakes * TAKEOUT_PERCENT) / 100n;
  const fund = stakes - operatorPart + before.carryover;
  if (!attempt) {
    if (!rules.carries) return givenBack;
    return { ...common, operatorPart, after: { ...NOTHING, carryover: fund }, breakage: 0n, prizes: new Map(), refunds: new Map() };
  }
  const winning = attempt.map((combination) => ({ combination, on: held(combination) })).filter(({ on }) => on > 0n);
  const onAll = total(winning.map(({ on }) => on));
  const count = BigInt(winning.length);
  let raised = false;
  const dividends = new Map<string, bigint>();
  for (const { combination, on } of winning) {
    // Stakes come back and the profit is split evenly; without a profit all share alike.
    const exact = fund >= onAll ? 100n * (count * on + (fund - onAll)) : 100n * fund * count * on;
    const by = fund >= onAll ? count * on : onAll * count * on;
    const dividend = (exact / by / DIVIDEND_STEP) * DIVIDEND_STEP;
    raised ||= dividend < LEAST_DIVIDEND;
    dividends.set(combination, dividend < LEAST_DIVIDEND ? LEAST_DIVIDEND : dividend);
  }
  const prizes = new Map<string, bigint>();
  for (const { ticketId, combinations, each } of tickets) {
    const amount = total(combinations.map((one) => (each * (dividends.get(one) ?? 0n)) / 100n));
    if (amount > 0n) prizes.set(ticketId, amount);
  }
  const paid = total(prizes.values());
  if (raised && paid > fund) return givenBack;
  return { ...common, operatorPart, after: NOTHING, breakage: above(fund, paid), added: above(paid, fund), prizes, refunds: new Map() };
}
