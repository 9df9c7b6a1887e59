import { describe, expect, it } from 'vitest';
import { digitsWinners } from './digits-winners.ts';
import { type DigitsShape, gameShape } from './game-shape.ts';

const anyOrder = (tier: string, orders: number) => ({ tier, bet: 'any', match: { kind: 'any-order', orders } });
const game = (more: object = {}): DigitsShape => {
  const shape = gameShape.parse({
    family: 'digits',
    positions: 3,
    repeats: 'allowed',
    bets: [{ id: 'any' }],
    wins: [anyOrder('three', 3), anyOrder('six', 6)],
    ...more,
  });
  if (shape.family !== 'digits') throw new Error('a game of another family');
  return shape;
};

/** One entry of bet 0 as packed lines, with its check byte. */
function packed(digits: readonly number[], series = 0): Uint8Array {
  const bytes = [1, 3, 1, 0, 0, 1, 0, 0, ...digits, series, 0];
  let check = 0;
  for (const byte of bytes) {
    check ^= byte;
    for (let bit = 0; bit < 8; bit += 1) check = check & 0x80 ? ((check << 1) ^ 0x07) & 0xff : (check << 1) & 0xff;
  }
  return Uint8Array.from([...bytes, check]);
}

const won = (of: DigitsShape, drawn: readonly number[], digits: readonly number[], series = 0): unknown => {
  const winners = digitsWinners(of, [
    { name: 'digits', drawn, numbers: drawn },
    { name: 'series', drawn: [1], numbers: [1] },
  ]);
  const bytes = packed(digits, series);
  return winners.add(bytes, 0, bytes.length) ? Object.fromEntries(winners.shares()) : 'unreadable';
};

describe('digit bets in any order', () => {
  it('win the tier of as many different orders as their digits have', () => {
    expect(won(game(), [2, 7, 4], [4, 2, 7])).toEqual({ three: 0n, six: 1n });
    expect(won(game(), [2, 2, 4], [4, 2, 2])).toEqual({ three: 1n, six: 0n });
    // Three equal digits have one order, for which there is no tier: nobody sold that.
    expect(won(game(), [2, 2, 2], [2, 2, 2])).toBe('unreadable');
    expect(won(game(), [2, 2, 4], [4, 2, 7])).toEqual({ three: 0n, six: 0n });
  });
});

describe('digit entries', () => {
  it('are unreadable with a digit above 9, a series that is not issued, a repeated digit where none is drawn, or a multiple not offered', () => {
    expect(won(game(), [1, 2, 3], [1, 2, 10])).toBe('unreadable');
    expect(won(game(), [1, 2, 3], [1, 2, 3], 1)).toBe('unreadable');
    const issued = game({ seriesCount: 4 });
    expect([0, 5].map((series) => won(issued, [1, 2, 3], [1, 2, 3], series))).toEqual(['unreadable', 'unreadable']);
    expect(won(issued, [1, 2, 3], [3, 2, 1], 4)).toEqual({ three: 0n, six: 1n });
    expect(won(game({ repeats: 'forbidden' }), [1, 2, 3], [1, 2, 2])).toBe('unreadable');
    expect(won(game({ units: [2, 5] }), [1, 2, 3], [1, 2, 3])).toBe('unreadable');
  });
});
