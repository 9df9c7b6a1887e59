/**
 * Whether every grid can show every step of the ladder and every losing count. A grid that cannot would have to be kept from some
 * prizes, and then the open grid would tell something about the covered prize (incident R21).
 */
import { gridWords, wordSets } from './crossword-grid.ts';
import type { InstantProblem } from './instant-problems.ts';
import type { PlayRuleOf } from './play-rules.ts';

/** Orders that differ from call to call and are the same in every run: nothing here is secret, and papers are judged alike each time. */
export function fixedOrders(): (length: number) => readonly number[] {
  let state = 1;
  const next = (bound: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor(state / 65_536) % bound;
  };
  return (length) => {
    const order = Array.from({ length }, (_, i) => i);
    for (let i = length - 1; i > 0; i -= 1) {
      const j = next(i + 1);
      [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
    }
    return order;
  };
}

export function crosswordProblem(play: PlayRuleOf<'crossword'>): InstantProblem | null {
  const losing = Math.min(2, (play.ladder[0]?.count ?? 1) - 1);
  const counts = [...Array.from({ length: losing + 1 }, (_, count) => count), ...play.ladder.map(({ count }) => count)];
  for (const [index, rows] of play.grids.entries()) {
    const path = `play.grids.${index}`;
    if (rows.some((row) => row.length !== rows[0]?.length)) return { path, reason: 'grid_uneven' };
    const words = gridWords(rows);
    if (new Set(words.map(({ text }) => text)).size !== words.length) return { path, reason: 'grid_word_repeated' };
    for (const count of counts) {
      if (wordSets(words, count, play.letters, 1, fixedOrders()).length === 0) return { path, reason: 'grid_cannot_show' };
    }
  }
  return null;
}
