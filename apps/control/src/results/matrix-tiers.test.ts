import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packed645, withCheck } from '../testing/tiny-operator.ts';
import { type MatrixGame, matrixGameShape, readMatrixResult } from './matrix-game.ts';
import { binomial, matrixTiers, spread } from './matrix-tiers.ts';

const game = matrixGameShape.parse({
  family: 'matrix',
  panels: [{ id: 'main', from: 45, choose: 6, maxPicks: 12 }],
  bonuses: [{ id: 'bonus', panel: 'main', count: 1 }],
  wins: [
    { tier: '1', hits: { main: 6 } },
    { tier: '2', hits: { main: 5, bonus: 1 } },
    { tier: '3', hits: { main: 5, bonus: 0 } },
    { tier: '4', hits: { main: 4 } },
    { tier: '5', hits: { main: 3 } },
  ],
});

const result = { panels: { main: [3, 12, 24, 31, 38, 40] }, bonuses: { bonus: [7] } };

const drawOf = (of: MatrixGame, json: unknown) => {
  const rounds = readMatrixResult(of, json);
  if (!rounds) throw new Error('not a draw of this game');
  return rounds;
};

const countsOf = (of: MatrixGame, json: unknown, tickets: Iterable<Buffer>) => {
  const count = matrixTiers(of, drawOf(of, json));
  for (const lines of tickets) if (!count.add(lines, 100n)) throw new Error('unreadable');
  return Object.fromEntries([...count.winners()].map(([tier, shares]) => [tier, Number(shares)]));
};

/** Every choice of `size` numbers. */
function* subsets(numbers: readonly number[], size: number): Generator<number[]> {
  if (size === 0) return yield [];
  for (let i = 0; i <= numbers.length - size; i += 1)
    for (const rest of subsets(numbers.slice(i + 1), size - 1)) yield [numbers[i] ?? 0, ...rest];
}

const numbers45 = Array.from({ length: 45 }, (_, i) => i + 1);
const picks = (least: number, most: number) => fc.uniqueArray(fc.integer({ min: 1, max: 45 }), { minLength: least, maxLength: most });

describe('winning shares of a 6/45', () => {
  it('over all 8,145,060 lines are 1, 6, 228, 11,115 and 182,780', () => {
    // Lines are laid out one by one and sorted by what they hold; the code under test counts one line of each sort.
    const holds = numbers45.map((number) => (result.panels.main.includes(number) ? 16 : number === 7 ? 1 : 0));
    const lines = new Map<number, number>();
    const walk = (from: number, left: number, held: number): void => {
      if (left === 0) return void lines.set(held, (lines.get(held) ?? 0) + 1);
      for (let i = from; i <= 45 - left; i += 1) walk(i + 1, left - 1, held + (holds[i] ?? 0));
    };
    walk(0, 6, 0);
    expect([...lines.values()].reduce((sum, count) => sum + count)).toBe(8_145_060);
    const blanks = numbers45.filter((number) => holds[number - 1] === 0);
    const totals: Record<string, number> = {};
    for (const [held, count] of lines) {
      const [hits, bonus] = [held >> 4, held & 1];
      const example = [...result.panels.main.slice(0, hits), ...[7].slice(0, bonus), ...blanks.slice(0, 6 - hits - bonus)];
      for (const [tier, shares] of Object.entries(countsOf(game, result, [packed645([example])])))
        totals[tier] = (totals[tier] ?? 0) + shares * count;
    }
    expect(totals).toEqual({ 1: 1, 2: 6, 3: 228, 4: 11_115, 5: 182_780 });
  });

  it('of every line of a 6/10 are those found by comparing number by number, whatever is drawn', () => {
    const lines = [...subsets(numbers45.slice(0, 10), 6)];
    fc.assert(
      fc.property(fc.shuffledSubarray(numbers45.slice(0, 10), { minLength: 7, maxLength: 7 }), (drawn) => {
        const [bonus = 0, ...main] = drawn;
        for (const line of lines) {
          const hits = line.filter((number) => main.includes(number)).length;
          const tier = hits === 6 ? '1' : hits === 5 ? (line.includes(bonus) ? '2' : '3') : hits === 4 ? '4' : hits === 3 ? '5' : null;
          const won = Object.entries(countsOf(game, { panels: { main }, bonuses: { bonus: [bonus] } }, [packed645([line])]));
          expect(won.filter(([, shares]) => shares > 0)).toEqual(tier === null ? [] : [[tier, 1]]);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('of a system are those of its lines laid out one by one', () => {
    fc.assert(
      fc.property(picks(7, 12), fc.constantFrom(1, 2, 10), (numbers, units) => {
        const apart = countsOf(
          game,
          result,
          [...subsets(numbers, 6)].map((line) => packed645([line], units)),
        );
        expect(countsOf(game, result, [packed645([numbers], units)])).toEqual(apart);
      }),
      { numRuns: 40 },
    );
  });

  it('of a system that holds winning numbers are those of its lines too', () => {
    fc.assert(
      fc.property(fc.subarray([3, 12, 24, 31, 38, 40, 7], { minLength: 4 }), picks(3, 5), (winning, others) => {
        const numbers = [...new Set([...winning, ...others])];
        fc.pre(numbers.length >= 6 && numbers.length <= 12);
        expect(countsOf(game, result, [packed645([numbers])])).toEqual(
          countsOf(
            game,
            result,
            [...subsets(numbers, 6)].map((line) => packed645([line])),
          ),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('read the result of a record and the result by name alike', () => {
    const record = {
      panels: [
        { name: 'main', drawn: [40, 3, 12, 24, 31, 38], numbers: [3, 12, 24, 31, 38, 40] },
        { name: 'bonus', drawn: [7], numbers: [7] },
      ],
    };
    const tickets = [
      packed645([[3, 12, 24, 31, 38, 40]]),
      packed645(
        [
          [3, 12, 24, 31, 38, 7],
          [1, 2, 3, 12, 24, 45],
        ],
        5,
      ),
    ];
    expect(countsOf(game, record, tickets)).toEqual(countsOf(game, result, tickets));
    expect(countsOf(game, record, tickets)).toEqual({ 1: 1, 2: 5, 3: 0, 4: 0, 5: 5 });
  });

  it.each([
    ['five numbers', { panels: { main: [1, 2, 3, 4, 5] }, bonuses: { bonus: [7] } }],
    ['a number twice', { panels: { main: [1, 1, 3, 4, 5, 6] }, bonuses: { bonus: [7] } }],
    ['a bonus that is a main number', { panels: { main: [1, 2, 3, 4, 5, 6] }, bonuses: { bonus: [6] } }],
    ['a number that is not in the drum', { panels: { main: [1, 2, 3, 4, 5, 46] }, bonuses: { bonus: [7] } }],
    ['no bonus', { panels: { main: [1, 2, 3, 4, 5, 6] } }],
    ['nothing', null],
  ])('are not counted for %s', (_, json) => {
    expect(readMatrixResult(game, json)).toBeNull();
  });

  it('are not counted for lines with any bit changed', () => {
    const lines = packed645(
      [
        [1, 2, 3, 4, 5, 6],
        [7, 8, 9, 10, 11, 12],
      ],
      3,
    );
    for (let bit = 0; bit < 8 * lines.length; bit += 1) {
      const changed = Buffer.from(lines);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(matrixTiers(game, drawOf(game, result)).add(changed, 100n)).toBe(false);
    }
  });
});

describe('winning shares of other matrix games', () => {
  it('of two panels multiply: 5/50 and 2/12 over all pairs of stars', () => {
    const stars = matrixGameShape.parse({
      family: 'matrix',
      panels: [
        { id: 'main', from: 8, choose: 3, maxPicks: 5 },
        { id: 'stars', from: 5, choose: 2, maxPicks: 4 },
      ],
      wins: [
        { tier: '3+2', hits: { main: 3, stars: 2 } },
        { tier: '2+1', hits: { main: 2, stars: [0, 1] } },
      ],
    });
    const drawn = { panels: { main: [1, 2, 3], stars: [1, 2] } };
    const pack = (main: readonly number[], star: readonly number[]) => {
      const mask = [...main.map((n) => n - 1), ...star.map((n) => 8 + n - 1)].reduce((bits, bit) => bits | (1 << bit), 0);
      return withCheck([1, 1, 1, 0, 0, 1, 0, 0, mask & 255, mask >> 8]);
    };
    const main = [1, 2, 4, 6];
    const star = [1, 4, 5];
    const apart = [...subsets(main, 3)].flatMap((m) => [...subsets(star, 2)].map((s) => pack(m, s)));
    expect(countsOf(stars, drawn, [pack(main, star)])).toEqual(countsOf(stars, drawn, apart));
    expect(countsOf(stars, drawn, [pack(main, star)])).toEqual({ '3+2': 0, '2+1': 6 });
  });

  it('of a reduced system are those of its table, and none when the picks do not fill it', () => {
    const reduced = matrixGameShape.parse({
      ...game,
      reducedSystems: [
        {
          id: 'r8',
          panel: 'main',
          picks: 8,
          lines: [
            [0, 1, 2, 3, 4, 5],
            [0, 1, 2, 3, 6, 7],
            [2, 3, 4, 5, 6, 7],
          ],
        },
      ],
    });
    const numbers = [3, 7, 12, 24, 31, 38, 40, 44];
    const lines = packed645([numbers]);
    lines[7] = 1;
    const ticket = withCheck([...lines.subarray(0, -1)]);
    const laidOut = [
      [3, 7, 12, 24, 31, 38],
      [3, 7, 12, 24, 40, 44],
      [12, 24, 31, 38, 40, 44],
    ].map((line) => packed645([line]));
    expect(countsOf(reduced, result, [ticket])).toEqual(countsOf(reduced, result, laidOut));
    const short = packed645([numbers.slice(1)]);
    short[7] = 1;
    expect(matrixTiers(reduced, drawOf(reduced, result)).add(withCheck([...short.subarray(0, -1)]), 100n)).toBe(false);
  });

  it('of a printed digit follow the digit drawn', () => {
    const withDigit = matrixGameShape.parse({
      ...game,
      drawnDigits: [{ id: 'refund', size: 10 }],
      wins: [...game.wins, { tier: 'refund', digits: { refund: true } }],
    });
    const ticket = (digit: number) => {
      const plain = [...packed645([[1, 2, 4, 5, 6, 8]])];
      return withCheck([...plain.slice(0, 4), 1, digit, 0, 0, 0, ...plain.slice(5, -1)]);
    };
    const drawn = { ...result, digits: { refund: 4 } };
    expect(
      countsOf(
        withDigit,
        drawn,
        Array.from({ length: 10 }, (_, digit) => ticket(digit)),
      ),
    ).toMatchObject({ refund: 1, 5: 0 });
  });

  it('of several rounds count each round for its own tiers', () => {
    const twice = matrixGameShape.parse({
      ...game,
      bonuses: [],
      rounds: 2,
      wins: [
        { tier: 'a', hits: { main: 6 } },
        { tier: 'b', round: 2, hits: { main: 6 } },
      ],
    });
    const [first, second] = [
      [1, 2, 3, 4, 5, 6],
      [7, 8, 9, 10, 11, 12],
    ];
    const tickets = [first, second, second].map((numbers) => packed645([numbers ?? []]));
    const listed = [
      { name: 'main', numbers: first },
      { name: 'main-round-2', numbers: second },
    ];
    for (const drawn of [{ rounds: [{ panels: { main: first } }, { panels: { main: second } }] }, { panels: listed }])
      expect(countsOf(twice, drawn, tickets)).toEqual({ a: 1, b: 2 });
    for (const wrong of [{ panels: { main: first } }, { panels: listed.slice(1) }, { rounds: [{ panels: { main: first } }] }])
      expect(readMatrixResult(twice, wrong)).toBeNull();
  });
});

describe('counting by polynomials', () => {
  it('hands out every line of a system: the spread adds up to m over k', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(6), { minLength: 1, maxLength: 4 }), fc.nat(6), (kinds, choose) => {
        const lines = spread(kinds, choose).reduce((sum, one) => sum + one.lines, 0n);
        expect(lines).toBe(
          binomial(
            kinds.reduce((a, b) => a + b, 0),
            choose,
          ),
        );
      }),
    );
  });
});
