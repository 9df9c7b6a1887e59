import { describe, expect, it } from 'vitest';
import { withCheck } from '../testing/tiny-operator.ts';
import { raffleGameShape, raffleTiers, readRaffleResult } from './raffle-tiers.ts';

const game = raffleGameShape.parse({
  family: 'raffle',
  pattern: [
    { symbols: 'AB', length: 1 },
    { symbols: '0123456789', length: 2 },
  ],
  wins: [
    { tier: 'gold', codes: 1 },
    { tier: 'silver', codes: 3 },
  ],
});

const drawn = (json: unknown) => {
  const codes = readRaffleResult(game, json);
  if (!codes) throw new Error('not a draw of this game');
  return codes;
};
const code = (number: number) => [number & 255, number >> 8, 0, 0, 0, 0, 0, 0];
const packed = (codes: readonly number[], units = 1) => withCheck([1, 5, units, 0, 0, codes.length, 0, ...codes.flatMap(code)]);

describe('winning shares of a raffle', () => {
  it('are one for each code drawn, over all codes there are, read by the pattern: B07 is 107', () => {
    const count = raffleTiers(game, drawn({ codes: { gold: ['B07'], silver: ['A00', 'A99', 'B00'] } }));
    for (let number = 0; number < 200; number += 1) expect(count.add(packed([number]), 100n)).toBe(true);
    expect([...count.winners()]).toEqual([
      ['gold', 1n],
      ['silver', 3n],
    ]);
    const one = raffleTiers(game, drawn({ codes: { gold: ['B07'], silver: ['A00'] } }));
    expect(one.add(packed([5, 107, 0], 4), 100n)).toBe(true);
    expect([...one.winners().values()]).toEqual([4n, 4n]);
  });

  it.each([
    ['past the last code', packed([200])],
    ['of another family', withCheck([1, 4, 1, 0, 0, 1, 0, ...code(7)])],
    ['without an entry', withCheck([1, 5, 1, 0, 0, 0, 0])],
  ])('are not counted from lines %s', (_, lines) => {
    expect(raffleTiers(game, drawn({ codes: { gold: ['B07'], silver: ['A00'] } })).add(lines, 100n)).toBe(false);
  });

  it.each([
    { gold: ['B07'] },
    { gold: ['B07', 'B08'], silver: ['A00'] },
    { gold: ['B07'], silver: ['B07'] },
    { gold: ['C07'], silver: ['A00'] },
    { gold: ['B7'], silver: ['A00'] },
    { gold: ['B07'], silver: [] },
    { gold: ['B07'], silver: ['A00'], bronze: ['A01'] },
  ])('are not counted for the draw %j', (codes) => {
    expect(readRaffleResult(game, { codes })).toBeNull();
  });
});
