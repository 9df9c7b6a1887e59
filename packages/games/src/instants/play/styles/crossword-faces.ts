/**
 * Crossword: the grid is chosen first, then letters that complete exactly as many of its words as the prize wants.
 *
 * For every grid and count, sets of words that can be completed alone are found once; a ticket takes one of them by chance and fills up
 * with letters, in an order of chance, that complete no further word. A loser completes none, one or two, below the first step.
 */

import { drawToFront } from '../../chance.ts';
import { fillLetters, type GridWord, gridWords, wordSets } from '../../definition/crossword-grid.ts';
import { fixedOrders } from '../../definition/crossword-problem.ts';
import type { PlayRuleOf } from '../../definition/play-rules.ts';
import type { StyleWriter } from '../face-writer.ts';

const setsPerCount = 60;
const fillAttempts = 20;

type PreparedGrid = { readonly words: readonly GridWord[]; readonly sets: ReadonlyMap<number, ReturnType<typeof wordSets>> };

/** The same for every segment of a run, and far more work than a segment: kept as long as the papers are. */
const preparedFor = new WeakMap<object, readonly PreparedGrid[]>();

const losingCounts = (ladder: PlayRuleOf<'crossword'>['ladder']): number => Math.min(2, (ladder[0]?.count ?? 1) - 1);

function prepare({ grids, letters, ladder }: PlayRuleOf<'crossword'>): readonly PreparedGrid[] {
  return grids.map((rows) => {
    const words = gridWords(rows);
    const counts = [...Array.from({ length: losingCounts(ladder) + 1 }, (_, count) => count), ...ladder.map(({ count }) => count)];
    return { words, sets: new Map(counts.map((count) => [count, wordSets(words, count, letters, setsPerCount, fixedOrders())])) };
  });
}

export function crosswordFaces(play: PlayRuleOf<'crossword'>): StyleWriter {
  const { grids, letters, ladder } = play;
  const losing = losingCounts(ladder);
  const prepared = preparedFor.get(play) ?? prepare(play);
  preparedFor.set(play, prepared);
  const alphabet = Uint8Array.from({ length: 26 }, (_, i) => i);
  const shown = new Uint8Array(letters);
  return (prize, chance, out, at) => {
    const index = chance.below(grids.length);
    out[at] = index;
    const grid = prepared[index];
    const want = prize ? (ladder.find(({ prizeCents }) => prizeCents === prize.cents)?.count ?? 0) : chance.below(losing + 1);
    const sets = grid?.sets.get(want) ?? [];
    const set = sets[chance.below(sets.length)];
    if (!grid || !set) throw new Error(`crossword: grid ${index} cannot show ${want} words`);
    let mask = 0;
    for (let attempt = 0; attempt < fillAttempts && mask === 0; attempt += 1) {
      drawToFront(alphabet, 26, chance);
      mask = fillLetters(grid.words, set.base, want, letters, [...alphabet]);
    }
    if (mask === 0) mask = set.full;
    let count = 0;
    for (let letter = 0; letter < 26; letter += 1) if ((mask >> letter) & 1) shown[count++] = letter;
    drawToFront(shown, letters, chance);
    out.set(shown, at + 1);
  };
}
