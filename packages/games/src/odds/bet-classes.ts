/**
 * Everything that can happen to one bet: classes of equally likely draws that win the same prizes.
 *
 * Example, 6/45 with a bonus: thirteen classes of a line over 317,657,340 draws; the class of five and the bonus wins tier 2 in 234 of
 * them. A game that draws twice on one ticket has two independent rounds of classes.
 */
import type { DigitsPart, KenoPart, MatrixPart } from '../definition/game-definition.ts';
import { canWin, digitClasses, digitDrawCount, digitPatterns } from '../match/digit-classes.ts';
import { drawCount, lineClasses, winsOfClass } from '../match/line-classes.ts';
import { binomial } from '../randomness/combinations.ts';

export type BetClass = { /** Indexes into the wins of the part. */ readonly wins: readonly number[]; readonly ways: bigint };

export type BetClasses = {
  /** `line`, the number of marks, or the bet of a digit game with its pattern of digits where that matters. */
  readonly bet: string;
  /** Equally likely draws of one round. */
  readonly draws: bigint;
  readonly rounds: readonly (readonly BetClass[])[];
};

const matrixClasses = (part: MatrixPart): BetClasses[] => {
  const classes = lineClasses(part);
  const round = (number: number): BetClass[] => classes.map((line) => ({ wins: winsOfClass(part, line, number), ways: line.ways }));
  return [{ bet: 'line', draws: drawCount(part), rounds: Array.from({ length: part.rounds }, (_, index) => round(index + 1)) }];
};

const kenoClasses = (part: KenoPart): BetClasses[] =>
  Array.from({ length: part.maxMarks - part.minMarks + 1 }, (_, index) => {
    const marks = part.minMarks + index;
    const classes = Array.from(
      { length: Math.min(marks, part.drawn) + 1 },
      (_unused, hits): BetClass => ({
        wins: part.wins.flatMap((win, at) => (win.marks === marks && win.hits === hits ? [at] : [])),
        ways: binomial(marks, hits) * binomial(part.spots - marks, part.drawn - hits),
      }),
    );
    return { bet: String(marks), draws: binomial(part.spots, part.drawn), rounds: [classes] };
  });

const digitBetClasses = (part: DigitsPart): BetClasses[] =>
  part.bets.flatMap(({ id }) => {
    const anyOrder = part.wins.some((win) => win.bet === id && win.match.kind === 'any-order');
    const patterns = anyOrder ? digitPatterns(part.positions) : [Array.from({ length: part.positions }, (_, i) => i % 10)];
    return patterns
      .filter((digits) => part.repeats === 'allowed' || new Set(digits).size === digits.length)
      .filter((digits) => canWin(part, id, digits))
      .map((digits) => ({
        bet: anyOrder ? `${id} ${digits.join('')}` : id,
        draws: digitDrawCount(part),
        rounds: [digitClasses(part, id, digits)],
      }));
  });

/** The classes of every bet that the part offers. */
export function betClasses(part: MatrixPart | KenoPart | DigitsPart): BetClasses[] {
  switch (part.family) {
    case 'matrix':
      return matrixClasses(part);
    case 'keno':
      return kenoClasses(part);
    case 'digits':
      return digitBetClasses(part);
  }
}
