/**
 * Where the bytes of a face lie. The first `visible` bytes are what anyone sees before scratching; all faces of a run have one length.
 *
 * Example, key number with 3 winning and 10 own numbers: scene · 3 numbers · 10 numbers · 10 amounts = 24 bytes, of which 1 is visible.
 */
import type { PlayRule } from '../definition/play-rules.ts';

export type FaceLayout = { readonly length: number; readonly visible: number };

export function faceLayout(play: PlayRule): FaceLayout {
  switch (play.style) {
    case 'match-three':
      return { length: 1 + play.cells, visible: 1 };
    case 'key-number':
      return { length: 1 + play.winningNumbers + 2 * play.yourNumbers, visible: 1 };
    case 'multiplier':
      return { length: 2 + play.winningNumbers + 2 * play.yourNumbers, visible: 1 };
    case 'tic-tac-toe':
      return { length: 1 + 9 * play.boards + play.called + play.boards, visible: 1 + 9 * play.boards };
    case 'collect':
      return { length: 1 + play.cells, visible: 1 };
    case 'crossword':
      return { length: 2 + play.letters, visible: 2 };
  }
}

/** Bytes of an outcome: tier and face. */
export const outcomeBytes = (play: PlayRule): number => 2 + faceLayout(play).length;
