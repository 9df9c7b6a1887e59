/**
 * What a face wins, judged from the rule on the ticket by code that the generator does not share (incident R24): parts in no order, or
 * why the face cannot be printed at all.
 */
import { amountList, type Papers } from './papers.ts';

export type Verdict = { readonly wrong: string | null; readonly parts: readonly number[]; readonly multiplier: number };
export type FaceJudge = { readonly bytes: number; readonly visible: number; judge(face: Uint8Array, at: number): Verdict };

const nothing: Verdict = { wrong: null, parts: [], multiplier: 1 };
const wrong = (reason: string): Verdict => ({ wrong: reason, parts: [], multiplier: 1 });
const wins = (parts: readonly number[], multiplier = 1): Verdict =>
  parts.length === 0 && multiplier === 1 ? nothing : { wrong: null, parts, multiplier };

/** True when the bytes lie in least…most and all differ. `seen` is scratch of 256 places. */
function distinct(face: Uint8Array, at: number, count: number, least: number, most: number, seen: Uint8Array): boolean {
  seen.fill(0);
  for (let i = at; i < at + count; i += 1) {
    const value = face[i] ?? 0;
    if (value < least || value > most || seen[value] === 1) return false;
    seen[value] = 1;
  }
  return true;
}

const rows = [0, 3, 6].map((i) => [i, i + 1, i + 2]);
const columns = [0, 1, 2].map((i) => [i, i + 3, i + 6]);
const triples = [...rows, ...columns, [0, 4, 8], [2, 4, 6]];

function wordsOf(grid: readonly string[]): string[] {
  const down = [...(grid[0] ?? '')].map((_, x) => grid.map((row) => row.charAt(x)).join(''));
  return [...grid, ...down].flatMap((line) => line.match(/[A-Z]{2,}/g) ?? []);
}

export function faceJudge(papers: Papers): FaceJudge {
  const { play, scenes } = papers;
  const amounts = amountList(papers);
  const seen = new Uint8Array(256);
  const scene = (face: Uint8Array, at: number): boolean => (face[at] ?? 0) < scenes;
  const amountsHold = (face: Uint8Array, at: number, count: number): boolean => {
    for (let i = at; i < at + count; i += 1) if ((face[i] ?? 0) >= amounts.length) return false;
    return true;
  };
  switch (play.style) {
    case 'match-three': {
      const counts = new Uint8Array(amounts.length);
      return {
        bytes: 1 + play.cells,
        visible: 1,
        judge(face, at) {
          if (!scene(face, at) || !amountsHold(face, at + 1, play.cells)) return wrong('symbol');
          counts.fill(0);
          let triple = false;
          for (let i = at + 1; i <= at + play.cells; i += 1) {
            const value = face[i] ?? 0;
            counts[value] = (counts[value] ?? 0) + 1;
            if ((counts[value] ?? 0) === 3) triple = true;
            if ((counts[value] ?? 0) > 3) return wrong('four alike');
          }
          return triple ? wins(amounts.filter((_, i) => counts[i] === 3)) : nothing;
        },
      };
    }
    case 'key-number':
    case 'multiplier': {
      const { winningNumbers: w, yourNumbers: y, from } = play;
      const withBox = play.style === 'multiplier';
      const keys = new Uint8Array(256);
      return {
        bytes: 1 + w + 2 * y + (withBox ? 1 : 0),
        visible: 1,
        judge(face, at) {
          const own = at + 1 + w;
          if (!scene(face, at) || !amountsHold(face, own + y, y)) return wrong('symbol');
          if (!distinct(face, own, y, 1, from, seen) || !distinct(face, at + 1, w, 1, from, keys)) return wrong('numbers');
          let parts: number[] | null = null;
          for (let i = 0; i < y; i += 1) {
            if (keys[face[own + i] ?? 0] !== 1) continue;
            parts ??= [];
            parts.push(amounts[face[own + y + i] ?? 0] ?? 0);
          }
          const times = withBox ? (face[own + 2 * y] ?? 0) : 1;
          // A multiplier on a ticket that wins nothing would read like a promise.
          if (times < 1 || (parts === null && times !== 1)) return wrong('multiplier');
          return parts === null ? nothing : wins(parts, times);
        },
      };
    }
    case 'tic-tac-toe': {
      const { boards, called, from } = play;
      const calls = new Uint8Array(256);
      return {
        bytes: 1 + 9 * boards + called + boards,
        visible: 1 + 9 * boards,
        judge(face, at) {
          const callsAt = at + 1 + 9 * boards;
          if (!scene(face, at) || !amountsHold(face, callsAt + called, boards)) return wrong('symbol');
          if (!distinct(face, at + 1, 9 * boards, 1, from, seen) || !distinct(face, callsAt, called, 1, from, calls))
            return wrong('numbers');
          const parts: number[] = [];
          for (let board = 0; board < boards; board += 1) {
            const first = at + 1 + 9 * board;
            const lines = triples.filter((line) => line.every((cell) => calls[face[first + cell] ?? 0] === 1)).length;
            if (lines > 1) return wrong('two lines on a board');
            if (lines === 1) parts.push(amounts[face[callsAt + called + board] ?? 0] ?? 0);
          }
          return wins(parts);
        },
      };
    }
    case 'collect': {
      const counts = new Uint8Array(256);
      const first = Math.min(...play.ladder.map(({ count }) => count));
      return {
        bytes: 1 + play.cells,
        visible: 1,
        judge(face, at) {
          if (!scene(face, at)) return wrong('symbol');
          counts.fill(0);
          for (let i = at + 1; i <= at + play.cells; i += 1) counts[face[i] ?? 0] = (counts[face[i] ?? 0] ?? 0) + 1;
          if (counts.some((count, symbol) => (symbol > play.others && count > 0) || (symbol > 0 && count >= first))) return wrong('symbol');
          const step = play.ladder.find(({ count }) => count === counts[0]);
          if (!step && (counts[0] ?? 0) >= first) return wrong('between the steps');
          return step ? wins([step.prizeCents]) : nothing;
        },
      };
    }
    case 'crossword': {
      const grids = play.grids.map((grid) => wordsOf(grid).map((word) => Uint8Array.from(word, (letter) => letter.charCodeAt(0) - 65)));
      const first = Math.min(...play.ladder.map(({ count }) => count));
      return {
        bytes: 2 + play.letters,
        visible: 2,
        judge(face, at) {
          const words = grids[face[at + 1] ?? 0];
          if (!scene(face, at) || !words) return wrong('symbol');
          if (!distinct(face, at + 2, play.letters, 0, 25, seen)) return wrong('letters');
          const done = words.filter((word) => word.every((letter) => seen[letter] === 1)).length;
          const step = play.ladder.find(({ count }) => count === done);
          if (!step && done >= first) return wrong('between the steps');
          return step ? wins([step.prizeCents]) : nothing;
        },
      };
    }
  }
}
