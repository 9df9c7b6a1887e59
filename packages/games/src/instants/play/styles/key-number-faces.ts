/**
 * Key number and multiplier: all numbers of a losing ticket differ; a winner repeats one winning number for each part of its prize.
 * A losing ticket's multiplier is 1, so that nothing on it reads like a promise (incident R24).
 */

import { drawToFront } from '../../chance.ts';
import type { PlayRuleOf } from '../../definition/play-rules.ts';
import type { StyleWriter } from '../face-writer.ts';

export function keyNumberFaces(play: PlayRuleOf<'key-number'> | PlayRuleOf<'multiplier'>, amounts: number): StyleWriter {
  const { from, winningNumbers, yourNumbers } = play;
  const numbers = Uint8Array.from({ length: from }, (_, i) => i + 1);
  const cells = Uint8Array.from({ length: yourNumbers }, (_, i) => i);
  return (prize, chance, out, at) => {
    drawToFront(numbers, winningNumbers + yourNumbers, chance);
    for (let i = 0; i < winningNumbers + yourNumbers; i += 1) out[at + i] = numbers[i] ?? 0;
    const yours = at + winningNumbers;
    const under = yours + yourNumbers;
    for (let i = 0; i < yourNumbers; i += 1) out[under + i] = chance.below(amounts);
    if (prize) {
      drawToFront(cells, prize.parts.length, chance);
      prize.parts.forEach((part, i) => {
        const cell = cells[i] ?? 0;
        // The winning numbers stand in an order of chance, so the first of them are any of them.
        out[yours + cell] = out[at + i] ?? 0;
        out[under + cell] = part;
      });
    }
    if (play.style === 'multiplier') out[under + yourNumbers] = prize?.multiplier ?? 1;
  };
}
