import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstPlaces, type RaceBet, readFinish, winningCombinations } from './race-finish.ts';
import { raceBetOf, racePoolShape, racePoolTiers } from './race-pool.ts';
import { readSelections } from './race-selections.ts';

const dividend = { perCents: '100' };
const card = (runners: number) => ({ legs: [{ id: 'leg-1', runners: Array.from({ length: runners }, (_, i) => ({ number: i + 1 })) }] });
const frozen = (bet: object, runners = 8) => ({ definition: { bet, dividend }, card: card(runners) });
const finished = (...order: number[][]) => ({ meeting: 'soldeu', version: 1, legs: [{ kind: 'finish', order, favourites: [] }] });

const setBytes = (runners: readonly number[]): number[] => {
  const bytes: number[] = [];
  for (let rest = runners.reduce((mask, runner) => mask | (1n << BigInt(runner - 1)), 0n); rest > 0n; rest >>= 8n)
    bytes.push(Number(rest & 255n));
  return [bytes.length, ...bytes];
};
const straight = (...runners: number[]) => Buffer.of(1, 0, runners.length, ...runners);
const box = (...runners: number[]) => Buffer.of(1, 1, ...setBytes(runners));
const banker = (bankers: readonly number[], partners: readonly number[]) => Buffer.of(1, 2, ...setBytes(bankers), ...setBytes(partners));
const wheel = (...places: number[][]) => Buffer.of(1, 3, places.length, ...places.flatMap(setBytes));

function counterFor(definition: unknown, result: unknown) {
  const pool = racePoolShape.parse(definition);
  const [bet, order] = [raceBetOf(pool), readFinish(result)];
  if (!bet || !order) throw new Error('not counted');
  return racePoolTiers(pool, bet, order);
}

describe('winners of a win pool', () => {
  it('are the stakes on the first: 23,872.00 on runner 4 are 23,872 units of 1.00', () => {
    const count = counterFor({ bet: { type: 'win' }, dividend }, finished([4], [2]));
    count.add(straight(4), 2_387_200n);
    count.add(straight(2), 16_904_100n);
    expect([...count.winners()]).toEqual([['4', 23_872n]]);
    expect(['4', '2', 'main'].map(count.tierNamed)).toEqual(['4', null, null]);
  });

  it('in a dead heat are counted for each of the first', () => {
    const count = counterFor({ bet: { type: 'win' }, dividend }, finished([4, 1], [2]));
    for (const [runner, stake] of [
      [4, 300n],
      [1, 200n],
      [2, 900n],
    ] as const)
      count.add(straight(runner), stake);
    expect([...count.winners()]).toEqual([
      ['4', 3n],
      ['1', 2n],
    ]);
  });

  it('of a box or a wheel are those of its runners played apart for the same money', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 20 }),
        fc.bigInt(1n, 50n),
        (runners, units) => {
          const counters = [1, 2, 3].map(() => counterFor({ bet: { type: 'win' }, dividend }, finished([runners[0] ?? 1])));
          const stake = 100n * units * BigInt(runners.length);
          counters[0]?.add(box(...runners), stake);
          counters[1]?.add(wheel(runners), stake);
          for (const runner of runners) counters[2]?.add(straight(runner), 100n * units);
          expect(counters[0]?.winners()).toEqual(counters[2]?.winners());
          expect(counters[1]?.winners()).toEqual(counters[2]?.winners());
        },
      ),
    );
  });
});

const sizes = { quinella: 2, trio: 3, 'first-4': 4, exacta: 2, trifecta: 3, superfecta: 4 } as const;
type BetName = keyof typeof sizes;
const isOrdered = (name: BetName) => name === 'exacta' || name === 'trifecta' || name === 'superfecta';

/** All tuples of distinct runners 1…n. */
function tuples(n: number, size: number): number[][] {
  if (size === 0) return [[]];
  return tuples(n, size - 1).flatMap((tuple) =>
    Array.from({ length: n }, (_, i) => i + 1)
      .filter((r) => !tuple.includes(r))
      .map((r) => [...tuple, r]),
  );
}
const nameOf = (name: BetName, tuple: readonly number[]) => (isOrdered(name) ? tuple : tuple.toSorted((a, b) => a - b)).join('-');

const runners = 6;
const runnerSet = fc.subarray([1, 2, 3, 4, 5, 6], { minLength: 1 });
const finish = fc
  .tuple(
    fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 4, maxLength: 6 }),
    fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 6, maxLength: 6 }),
  )
  .map(([order, widths]) => {
    const groups: number[][] = [];
    for (let at = 0, i = 0; at < order.length; at += widths[i] ?? 1, i += 1) groups.push(order.slice(at, at + (widths[i] ?? 1)));
    return groups;
  });

describe('pools on one race', () => {
  it('published: 7, then 4 and 2 level: exactas 7-4 and 7-2, quinellas 4-7 and 2-7, trio 2-4-7', () => {
    const order = [[7], [4, 2], [5]];
    const won = (pick: number, ordered: boolean, ofFirst = pick) =>
      winningCombinations({ pick, ordered, ofFirst }, order)
        .map((one) => one.join('-'))
        .sort();
    expect(won(2, true)).toEqual(['7-2', '7-4']);
    expect(won(2, false)).toEqual(['2-7', '4-7']);
    expect(won(3, false)).toEqual(['2-4-7']);
    expect(won(1, false, 2)).toEqual(['2', '4', '7']);
    expect(won(2, false, 3)).toEqual(['2-4', '2-7', '4-7']);
  });

  it('are won by what holds its places in some order of the level runners', () => {
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(sizes) as BetName[])), finish, (name, order) => {
        const pick = sizes[name];
        const bet: RaceBet = { pick, ordered: isOrdered(name), ofFirst: pick };
        // Every strict order that the finish allows, runner by runner.
        const strict = tuples(runners, order.flat().length).filter((tuple) => {
          const group = (runner: number) => order.findIndex((level) => level.includes(runner));
          return tuple.every((runner, i) => group(runner) >= 0 && (i === 0 || group(tuple[i - 1] ?? 0) <= group(runner)));
        });
        const expected = new Set(strict.map((tuple) => nameOf(name, tuple.slice(0, pick))));
        expect(new Set(winningCombinations(bet, order).map((one) => one.join('-')))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('spread a stake evenly over the combinations that a ticket stands for, whatever its form', () => {
    const selections = fc.oneof(
      runnerSet.map((all) => ({ lines: box(...all), stands: (tuple: readonly number[]) => tuple.every((r) => all.includes(r)) })),
      fc.tuple(runnerSet, runnerSet).map(([bankers, others]) => {
        const partners = others.filter((r) => !bankers.includes(r));
        return {
          lines: banker(bankers, partners),
          stands: (tuple: readonly number[]) =>
            bankers.length < tuple.length &&
            bankers.every((r) => tuple.includes(r)) &&
            tuple.every((r) => bankers.includes(r) || partners.includes(r)),
        };
      }),
      fc.array(runnerSet, { minLength: 4, maxLength: 4 }).map((places) => ({
        lines: null,
        places,
        stands: (tuple: readonly number[]) => tuple.every((r, i) => places[i]?.includes(r) ?? false),
      })),
    );
    fc.assert(
      fc.property(fc.constantFrom(...(Object.keys(sizes) as BetName[])), selections, (name, chosen) => {
        const pick = sizes[name];
        const bet = { pick, ordered: isOrdered(name), ofFirst: pick };
        const lines = chosen.lines ?? wheel(...('places' in chosen ? chosen.places.slice(0, pick) : []));
        const standsFor = new Set(
          tuples(runners, pick)
            .filter(chosen.stands)
            .map((tuple) => nameOf(name, tuple)),
        );
        const played = readSelections(lines, bet);
        expect(played?.count ?? 0n).toBe(BigInt(standsFor.size));
        for (const tuple of tuples(runners, pick)) {
          const combination = nameOf(name, tuple);
          if (played) expect(played.holds(combination.split('-').map(Number))).toBe(standsFor.has(combination));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('pay places by the number of declared runners: three of eight, two of seven', () => {
    const bet = {
      type: 'place',
      places: [
        { declared: 5, paid: 2 },
        { declared: 8, paid: 3 },
      ],
    };
    const tiersWith = (declared: number) => [
      ...counterFor(frozen(bet, declared), finished([4], [1], [2], [3]))
        .winners()
        .keys(),
    ];
    expect(tiersWith(8).sort()).toEqual(['1', '2', '4']);
    expect(tiersWith(7).sort()).toEqual(['1', '4']);
    expect(raceBetOf(racePoolShape.parse(frozen(bet, 4)))).toBeNull();
    expect(raceBetOf(racePoolShape.parse({ bet, dividend }))).toBeNull();
  });

  it('round the units of a line down once: 1.00 on each of six exactas and 0.50 on one are one unit', () => {
    const count = counterFor(frozen({ type: 'exacta' }), finished([1], [2], [3]));
    count.add(box(1, 2, 3), 600n);
    count.add(straight(1, 2), 50n);
    expect([...count.winners()]).toEqual([['1-2', 1n]]);
    count.add(straight(1, 2), 50n);
    expect([...count.winners()]).toEqual([['1-2', 2n]]);
  });

  it.each([
    ['two runners in a straight win bet', 'win', straight(4, 5)],
    ['runner 0', 'win', straight(0)],
    ['runner 65', 'win', straight(65)],
    ['a wheel of two places in a win bet', 'win', wheel([1], [2])],
    ['legs', 'win', Buffer.of(1, 4, 1, 1, 1)],
    ['a box with a trailing zero byte', 'win', Buffer.of(1, 1, 2, 1, 0)],
    ['an empty box', 'win', Buffer.of(1, 1, 0)],
    ['another version', 'win', Buffer.of(2, 0, 1, 4)],
    ['a byte too many', 'win', Buffer.of(1, 0, 1, 4, 4)],
    ['a set cut short', 'win', Buffer.of(1, 1, 3, 1)],
    ['a box of two in a trio', 'trio', box(1, 2)],
    ['the same runner twice', 'exacta', straight(4, 4)],
    ['bankers for every place', 'exacta', banker([1, 2], [3])],
    ['a banker who is a partner', 'trio', banker([1], [1, 2, 3])],
    ['a wheel that holds no combination', 'exacta', wheel([1], [1])],
    ['nothing', 'win', Buffer.alloc(0)],
  ])('are not counted from %s', (_, type, lines) => {
    expect(counterFor(frozen({ type }), finished([4], [5], [6])).add(lines, 100n)).toBe(false);
  });

  it.each([
    ['a void race', { legs: [{ kind: 'void' }] }],
    ['two races', { legs: [...finished([1]).legs, ...finished([1]).legs] }],
    ['no finisher', finished()],
    ['a match', { legs: [{ kind: 'outcome', winners: [1] }] }],
    ['a number that finishes twice', finished([1], [2], [1])],
    ['seven level', finished([1, 2, 3, 4, 5, 6, 7])],
  ])('are not read from %s', (_, json) => {
    expect(readFinish(json)).toBeNull();
  });

  it('read as many places as there are finishers', () => {
    expect(firstPlaces([[1], [2]], 4)).toEqual([[1, 2]]);
    expect(winningCombinations({ pick: 3, ordered: true, ofFirst: 3 }, [[1], [2]])).toEqual([]);
  });
});
