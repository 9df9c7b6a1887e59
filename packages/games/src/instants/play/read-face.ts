/**
 * A face read back: what a ticket shows and what it therefore wins, by the sentence printed on it and nothing else.
 *
 * Example, match three: 500 · 200 · 500 · 1000 · 500 · 200 wins EUR 5.00, because 500 cents stand there three times.
 */
import { type Cents, cents } from '@valira/money';
import { completedWords, gridWords } from '../definition/crossword-grid.ts';
import type { InstantDefinition } from '../definition/instant-definition.ts';
import { printedAmounts } from '../definition/printed-amounts.ts';
import { faceLayout } from './face-layout.ts';

/** A covered or open field as it is shown. */
export type FaceField =
  | { readonly kind: 'amount'; readonly cents: Cents }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'letter'; readonly letter: string }
  /** Symbol 0 is the one to collect. */
  | { readonly kind: 'symbol'; readonly symbol: number };

export type FaceZone = {
  readonly name:
    | 'amounts'
    | 'winning-numbers'
    | 'your-numbers'
    | 'your-amounts'
    | 'multiplier'
    | 'board'
    | 'called'
    | 'board-amounts'
    | 'symbols'
    | 'letters';
  /** Seen before scratching. */
  readonly open: boolean;
  readonly fields: readonly FaceField[];
};

export type ReadFace = {
  /** 0 to `scenes` − 1. */
  readonly scene: number;
  readonly zones: readonly FaceZone[];
  /** Rows of the crossword's grid. */
  readonly grid?: readonly string[];
  /** What the face wins, in the order found; empty when nothing. */
  readonly partsCents: readonly Cents[];
  readonly multiplier: number;
  readonly prizeCents: Cents;
};

/** Cells of the rows, columns and diagonals of a 3 × 3 board. */
export const boardLines: readonly (readonly [number, number, number])[] = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
];

/** Throws when the bytes are no face of these papers: they come from an authenticated outcome or a file that was checked. */
export function readFace(definition: InstantDefinition, face: Uint8Array): ReadFace {
  const { play } = definition;
  if (face.length !== faceLayout(play).length) throw new RangeError(`a face has ${faceLayout(play).length} bytes: ${face.length}`);
  const amounts = printedAmounts(definition);
  let at = 0;
  const next = (): number => face[at++] ?? 0;
  const take = <T>(count: number, read: (byte: number) => T): T[] => Array.from({ length: count }, () => read(next()));
  const amount = (byte: number): FaceField & { kind: 'amount' } => {
    const value = amounts[byte];
    if (value === undefined) throw new RangeError(`no amount ${byte}`);
    return { kind: 'amount', cents: cents(value) };
  };
  const number = (byte: number): FaceField & { kind: 'number' } => ({ kind: 'number', number: byte });
  const scene = next();
  const won = (zones: readonly FaceZone[], partsCents: readonly Cents[], multiplier = 1, grid?: readonly string[]): ReadFace => ({
    scene,
    zones,
    ...(grid ? { grid } : {}),
    partsCents,
    multiplier,
    prizeCents: cents(partsCents.reduce<bigint>((sum, part) => sum + part, 0n) * BigInt(multiplier)),
  });
  const covered = (name: FaceZone['name'], fields: readonly FaceField[]): FaceZone => ({ name, open: false, fields });
  switch (play.style) {
    case 'match-three': {
      const fields = take(play.cells, amount);
      const parts = amounts.filter((value) => fields.filter((field) => field.cents === value).length === 3).map(cents);
      return won([covered('amounts', fields)], parts);
    }
    case 'key-number':
    case 'multiplier': {
      const winning = take(play.winningNumbers, number);
      const yours = take(play.yourNumbers, number);
      const under = take(play.yourNumbers, amount);
      const parts = under.filter((_, i) => winning.some((key) => key.number === yours[i]?.number)).map(({ cents: value }) => value);
      const zones = [covered('winning-numbers', winning), covered('your-numbers', yours), covered('your-amounts', under)];
      if (play.style === 'key-number') return won(zones, parts);
      const times = next();
      return won([...zones, covered('multiplier', [number(times)])], parts, times);
    }
    case 'tic-tac-toe': {
      const boards = Array.from({ length: play.boards }, () => take(9, number));
      const called = take(play.called, number);
      const under = take(play.boards, amount);
      const isCalled = new Set(called.map((field) => field.number));
      const full = (board: readonly { readonly number: number }[]): boolean =>
        boardLines.some((line) => line.every((cell) => isCalled.has(board[cell]?.number ?? 0)));
      const parts = under.filter((_, i) => full(boards[i] ?? [])).map(({ cents: value }) => value);
      const open = boards.map((fields): FaceZone => ({ name: 'board', open: true, fields }));
      return won([...open, covered('called', called), covered('board-amounts', under)], parts);
    }
    case 'collect': {
      const fields = take(play.cells, (symbol) => ({ kind: 'symbol', symbol }) as const);
      const count = fields.filter(({ symbol }) => symbol === 0).length;
      const step = play.ladder.find((rung) => rung.count === count);
      return won([covered('symbols', fields)], step ? [cents(step.prizeCents)] : []);
    }
    case 'crossword': {
      const grid = play.grids[next()];
      if (!grid) throw new RangeError('no such grid');
      const letters = take(play.letters, (byte) => byte);
      const mask = letters.reduce((bits, letter) => bits | (1 << letter), 0);
      const count = completedWords(gridWords(grid), mask);
      const step = play.ladder.find((rung) => rung.count === count);
      const fields = letters.map((letter): FaceField => ({ kind: 'letter', letter: String.fromCharCode(65 + letter) }));
      return won([covered('letters', fields)], step ? [cents(step.prizeCents)] : [], 1, grid);
    }
  }
}
