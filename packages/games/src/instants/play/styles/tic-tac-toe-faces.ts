/**
 * Tic-tac-toe: the boards lie open and share no number, so every board can be completed in every line or in none, whatever the prize.
 *
 * The called numbers hold one line of each board that wins; further numbers are called in an order of chance unless they would complete
 * a line that must not be. That always reaches the count: three cells a board at least stay free to be called (definition, `called`).
 */

import { drawToFront } from '../../chance.ts';
import type { PlayRuleOf } from '../../definition/play-rules.ts';
import type { StyleWriter } from '../face-writer.ts';
import { boardLines } from '../read-face.ts';

export function ticTacToeFaces({ boards, from, called }: PlayRuleOf<'tic-tac-toe'>, amounts: number): StyleWriter {
  const numbers = Uint8Array.from({ length: from }, (_, i) => i + 1);
  const order = Uint8Array.from({ length: from }, (_, i) => i + 1);
  const winning = Uint8Array.from({ length: boards }, (_, i) => i);
  /** Board × 9 + cell of a number, or −1. */
  const cellOf = new Int16Array(from + 1);
  const isCalled = new Uint8Array(boards * 9);
  const free = new Uint8Array(from + 1);
  const calls = new Uint8Array(called);
  const completes = (place: number): boolean => {
    const board = place - (place % 9);
    return boardLines.some(
      (line) => line.includes(place % 9) && line.every((cell) => board + cell === place || isCalled[board + cell] === 1),
    );
  };
  return (prize, chance, out, at) => {
    drawToFront(numbers, 9 * boards, chance);
    cellOf.fill(-1);
    isCalled.fill(0);
    free.fill(1);
    for (let i = 0; i < 9 * boards; i += 1) {
      out[at + i] = numbers[i] ?? 0;
      cellOf[numbers[i] ?? 0] = i;
    }
    const under = at + 9 * boards + called;
    for (let i = 0; i < boards; i += 1) out[under + i] = chance.below(amounts);
    let count = 0;
    const call = (number: number): void => {
      const place = cellOf[number] ?? -1;
      if (place >= 0) isCalled[place] = 1;
      free[number] = 0;
      calls[count++] = number;
    };
    if (prize) {
      drawToFront(winning, prize.parts.length, chance);
      prize.parts.forEach((part, i) => {
        const board = winning[i] ?? 0;
        out[under + board] = part;
        for (const cell of boardLines[chance.below(8)] ?? []) call(out[at + 9 * board + cell] ?? 0);
      });
    }
    drawToFront(order, from, chance);
    for (let i = 0; i < from && count < called; i += 1) {
      const number = order[i] ?? 0;
      const place = cellOf[number] ?? -1;
      if (free[number] === 1 && (place < 0 || !completes(place))) call(number);
    }
    if (count < called) throw new Error('tic-tac-toe: too few numbers could be called');
    drawToFront(calls, called, chance);
    out.set(calls, at + 9 * boards);
  };
}
