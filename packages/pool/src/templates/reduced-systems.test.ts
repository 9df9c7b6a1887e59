import { describe, expect, it } from 'vitest';
import { fourTriplesInNine, sevenDoublesInSixteen } from './reduced-systems.ts';

/** All results of legs with these numbers of marks. */
function results(marks: readonly number[]): number[][] {
  const [first, ...rest] = marks;
  if (first === undefined) return [[]];
  return results(rest).flatMap((tail) => Array.from({ length: first }, (_, mark) => [mark, ...tail]));
}

describe('reduced systems', () => {
  for (const [system, lines] of [
    [fourTriplesInNine, 9],
    [sevenDoublesInSixteen, 16],
  ] as const) {
    it(`${system.name}: ${lines} lines, and for every result exactly one with at most one match wrong`, () => {
      expect(system.lines.length).toBe(lines);
      for (const result of results(system.marks)) {
        const near = system.lines.filter((line) => [...line].filter((mark, i) => Number(mark) !== result[i]).length <= 1);
        expect(near.length).toBe(1);
      }
    });
  }
});
