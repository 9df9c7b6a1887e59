/**
 * Reduced systems for 1X2 pools: of all lines of some doubles or triples only those of a perfect code are played, so that
 * whatever the result, one line has at most one of the varied matches wrong.
 *
 * Example: four triples have 81 lines and the code plays 9 of them; seven doubles have 128 and it plays 16.
 */
import type { ReducedSystem } from '../definition/pool-definition.ts';

/** Lines that fulfil linear checks over `base` symbols: for each check Σ weight·mark ≡ 0. */
function codeWords(length: number, base: number, checks: readonly (readonly number[])[]): string[] {
  const words: string[] = [];
  const marks: number[] = [];
  const visit = () => {
    if (marks.length === length) {
      if (checks.every((weights) => weights.reduce((sum, weight, i) => sum + weight * (marks[i] ?? 0), 0) % base === 0))
        words.push(marks.join(''));
      return;
    }
    for (let mark = 0; mark < base; mark += 1) {
      marks.push(mark);
      visit();
      marks.pop();
    }
  };
  visit();
  return words;
}

/** Ternary Hamming code of length 4. */
export const fourTriplesInNine: ReducedSystem = {
  name: 'four-triples-in-nine',
  marks: [3, 3, 3, 3],
  lines: codeWords(4, 3, [
    [1, 1, 2, 0],
    [1, 2, 0, 2],
  ]),
};

/** Binary Hamming code of length 7. */
export const sevenDoublesInSixteen: ReducedSystem = {
  name: 'seven-doubles-in-sixteen',
  marks: [2, 2, 2, 2, 2, 2, 2],
  lines: codeWords(7, 2, [
    [1, 0, 1, 0, 1, 0, 1],
    [0, 1, 1, 0, 0, 1, 1],
    [0, 0, 0, 1, 1, 1, 1],
  ]),
};
