import { describe, expect, it } from 'vitest';
import { gameShape } from './game-shape.ts';
import { matrixWinners } from './matrix-winners.ts';

// Three of eight numbers and a refund digit; single lines and systems of four; stakes of one or two units.
const shape = gameShape.parse({
  family: 'matrix',
  units: [1, 2],
  panels: [{ id: 'main', from: 8, choose: 3, maxPicks: 4 }],
  drawnDigits: [{ id: 'refund', size: 10 }],
  wins: [
    { tier: 'three', hits: { main: 3 } },
    { tier: 'refund', digits: { refund: true } },
  ],
});
if (shape.family !== 'matrix') throw new Error('a game of another family');
const game = shape;

/** One entry with a mask of eight numbers, its printed digits and its check byte. */
function packed(mask: number, digits: readonly number[] = [7], units = 1): Uint8Array {
  const printed = digits.flatMap((digit) => [digit & 255, (digit >> 8) & 255, 0, 0]);
  const bytes = [1, 1, units, 0, digits.length, ...printed, 1, 0, 0, mask];
  let check = 0;
  for (const byte of bytes) {
    check ^= byte;
    for (let bit = 0; bit < 8; bit += 1) check = check & 0x80 ? ((check << 1) ^ 0x07) & 0xff : (check << 1) & 0xff;
  }
  return Uint8Array.from([...bytes, check]);
}

const won = (bytes: Uint8Array): unknown => {
  const winners = matrixWinners(game, [
    { name: 'main', drawn: [1, 2, 3], numbers: [1, 2, 3] },
    { name: 'refund', drawn: [7], numbers: [7] },
  ]);
  return winners.add(bytes, 0, bytes.length) ? Object.fromEntries(winners.shares()) : 'unreadable';
};

describe('lines of a game with a printed digit', () => {
  it('win by numbers and by digit, a system with each of its lines', () => {
    expect(won(packed(0b111))).toEqual({ three: 1n, refund: 1n });
    expect(won(packed(0b1111, [6], 2))).toEqual({ three: 2n, refund: 0n });
    expect(won(packed(0b1111))).toEqual({ three: 1n, refund: 4n });
  });

  it('are unreadable with too few or too many numbers, a multiple not offered, or digits missing, spare or not drawn from', () => {
    for (const bytes of [
      packed(0b11),
      packed(0b11111),
      packed(0b111, [7], 3),
      packed(0b111, []),
      packed(0b111, [7, 7]),
      packed(0b111, [10]),
    ])
      expect(won(bytes)).toBe('unreadable');
    expect(won(packed(0b111, [256 + 7]))).toBe('unreadable');
  });
});
