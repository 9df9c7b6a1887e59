/**
 * The words of a crossword grid: every run of two or more letters, across by rows, then down by columns. A word is a bit mask of its
 * letters, so that "completed" is one comparison.
 *
 * Example: rows `CIM` / `A..` / `S..` hold CIM across and CAS down.
 */
export type GridWord = { readonly text: string; readonly letters: number };

const bitOf = (letter: string): number => 1 << (letter.charCodeAt(0) - 65);

export function gridWords(rows: readonly string[]): GridWord[] {
  const width = Math.max(...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, x) => rows.map((row) => row[x] ?? '.').join(''));
  return [...rows, ...columns]
    .flatMap((line) => line.split('.'))
    .filter((run) => run.length > 1)
    .map((text) => ({ text, letters: [...text].reduce((mask, letter) => mask | bitOf(letter), 0) }));
}

/** Letters in a mask. */
export function lettersIn(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count += 1;
  return count;
}

export const completedWords = (words: readonly GridWord[], called: number): number =>
  words.reduce((count, { letters }) => ((letters & called) === letters ? count + 1 : count), 0);

/**
 * Sets of exactly `want` words that some `size` letters complete while completing no other, found in the order of `order`, at most
 * `most`. Each comes with one such set of letters. Bounded: at most `most` × 400 steps of search.
 */
export function wordSets(
  words: readonly GridWord[],
  want: number,
  size: number,
  most: number,
  order: (length: number) => readonly number[],
): readonly { readonly base: number; readonly full: number }[] {
  const found = new Map<number, number>();
  for (let attempt = 0; attempt < most * 400 && found.size < most; attempt += 1) {
    let base = 0;
    for (const index of order(words.length)) {
      if (completedWords(words, base) >= want) break;
      const next = base | (words[index]?.letters ?? 0);
      if (lettersIn(next) <= size && completedWords(words, next) <= want) base = next;
    }
    if (completedWords(words, base) !== want || found.has(base)) continue;
    const full = fillLetters(words, base, want, size, order(26));
    if (full !== 0) found.set(base, full);
  }
  return [...found].map(([base, full]) => ({ base, full }));
}

/** `base` with further letters in the given order, none of which completes a word, up to `size`; 0 when it comes to fewer. */
export function fillLetters(words: readonly GridWord[], base: number, want: number, size: number, order: readonly number[]): number {
  let mask = base;
  let count = lettersIn(base);
  for (const letter of order) {
    if (count === size) break;
    const next = mask | (1 << letter);
    if (next === mask || completedWords(words, next) !== want) continue;
    mask = next;
    count += 1;
  }
  return count === size ? mask : 0;
}
