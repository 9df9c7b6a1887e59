import { describe, expect, it } from 'vitest';
import { withCheck } from '../testing/tiny-operator.ts';
import { kenoGameShape, kenoTiers, readKenoResult } from './keno-tiers.ts';

const game = kenoGameShape.parse({
  family: 'keno',
  spots: 10,
  drawn: 4,
  minMarks: 1,
  maxMarks: 3,
  wins: [1, 2, 3].flatMap((marks) =>
    [0, 1, 2, 3].filter((hits) => hits <= marks).map((hits) => ({ tier: `${marks}-${hits}`, marks, hits })),
  ),
});

const entry = (marks: readonly number[]) => {
  const mask = marks.reduce((bits, number) => bits | (1 << (number - 1)), 0);
  return [mask & 255, mask >> 8];
};
const packed = (entries: readonly (readonly number[])[], units = 1) =>
  withCheck([1, 2, units, 0, 0, entries.length, 0, ...entries.flatMap(entry)]);
const drawOf = (json: unknown) => {
  const drawn = readKenoResult(game, json);
  if (!drawn) throw new Error('not a draw of this game');
  return drawn;
};

const choose = (n: number, k: number): number => (k < 0 || k > n ? 0 : k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
const marksAll = [1, 2, 3].flatMap((size) =>
  Array.from({ length: 1 << 10 }, (_, mask) => Array.from({ length: 10 }, (_, i) => i + 1).filter((n) => (mask >> (n - 1)) & 1)).filter(
    (marks) => marks.length === size,
  ),
);

describe('winning shares of a keno game', () => {
  it('over all entries are the hypergeometric counts', () => {
    const count = kenoTiers(game, drawOf({ numbers: [2, 5, 9, 10] }));
    for (const marks of marksAll) expect(count.add(packed([marks]), 100n)).toBe(true);
    for (const { tier, marks, hits } of game.wins)
      expect(count.winners().get(tier)).toBe(BigInt(choose(4, hits) * choose(6, marks - hits)));
  });

  it('multiply by the units of the ticket and add up over its entries', () => {
    const count = kenoTiers(game, drawOf({ panels: [{ name: 'numbers', drawn: [10, 9, 5, 2], numbers: [2, 5, 9, 10] }] }));
    expect(count.add(packed([[2, 5, 9], [2, 5, 10], [1]], 7), 100n)).toBe(true);
    expect([count.winners().get('3-3'), count.winners().get('1-0')]).toEqual([14n, 7n]);
  });

  it.each([
    ['too many marks', packed([[1, 2, 3, 4]])],
    ['no marks', packed([[]])],
    ['a mark past the last number', packed([[11]])],
    ['another family', withCheck([1, 1, 1, 0, 0, 1, 0, 1, 0])],
    ['a wrong check byte', Buffer.concat([packed([[1]]).subarray(0, -1), Buffer.of(0)])],
  ])('are not counted from lines with %s', (_, lines) => {
    expect(kenoTiers(game, drawOf({ numbers: [1, 2, 3, 4] })).add(lines, 100n)).toBe(false);
  });

  it.each([[[1, 2, 3]], [[1, 1, 2, 3]], [[1, 2, 3, 11]], [[0, 1, 2, 3]], [[1, 2, 3, 4, 5]]])(
    'are not counted for the draw %j',
    (numbers) => {
      expect(readKenoResult(game, { numbers })).toBeNull();
    },
  );
});
