import { describe, expect, it } from 'vitest';
import { rankScore } from '../testing/visible-classifier.ts';
import { enlarged, scoreLimit, visibleRun } from '../testing/visible-run.ts';

describe('what is seen before scratching, further styles', () => {
  it.each(['crossword', 'match-three', 'multiplier', 'collect', 'online'])(
    'of 200,000 tickets of the style %s does not tell winners',
    (style) => {
      const score = rankScore(visibleRun(enlarged(style), `visible ${style}`));
      console.log(`${style}: score ${score.toFixed(2)}`);
      expect(Math.abs(score)).toBeLessThan(scoreLimit);
    },
  );

  it('tells the same classifier when a winner’s first board has its smallest number in the middle, one time in eight', () => {
    const run = visibleRun(enlarged('tic-tac-toe'), 'leaky middle', (open, wins, index) => {
      if (!wins || index % 8 !== 0) return;
      const board = open.subarray(1, 10);
      const smallest = board.indexOf(Math.min(...board));
      [board[4], board[smallest]] = [board[smallest] ?? 0, board[4] ?? 0];
    });
    expect(rankScore(run)).toBeGreaterThan(scoreLimit + 2);
  });
});
