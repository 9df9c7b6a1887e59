/**
 * A result from uniform numbers, for simulations and checks. Real draws come from a sealed, verifiable procedure.
 *
 * Every outcome is equally likely: numbers leave the drum one by one, digits are drawn with or without repeats as the game says.
 */
import type { GamePart, MatrixPart } from '../definition/game-definition.ts';
import type { UniformBelow } from '../ticket/quick-pick.ts';
import type { MatrixRound, PartResult } from './draw-result.ts';
import { drawnCount } from './line-classes.ts';

/** `count` distinct numbers out of `drum`, which loses them. */
function takeNumbers(drum: number[], count: number, below: UniformBelow): number[] {
  const taken: number[] = [];
  for (let i = 0; i < count; i += 1) taken.push(...drum.splice(Number(below(BigInt(drum.length))), 1));
  return taken.sort((a, b) => a - b);
}

const drumOf = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);

function randomRound(part: MatrixPart, below: UniformBelow): MatrixRound {
  const drums = new Map(part.panels.map((panel) => [panel.id, drumOf(panel.first, panel.from)]));
  return {
    panels: part.panels.map((panel) => takeNumbers(drums.get(panel.id) ?? [], drawnCount(panel), below)),
    bonuses: part.bonuses.map((bonus) => takeNumbers(drums.get(bonus.panel) ?? [], bonus.count, below)),
    digits: part.drawnDigits.map(({ size }) => Number(below(BigInt(size)))),
  };
}

/** Distinct values below `bound`. */
function distinctBelow(bound: number, count: number, below: UniformBelow): number[] {
  const taken = new Set<number>();
  while (taken.size < count) taken.add(Number(below(BigInt(bound))));
  return [...taken];
}

/** A random result. Raffle games draw among the codes sold and have none by themselves: they throw. */
export function randomResult(part: GamePart, below: UniformBelow): PartResult {
  switch (part.family) {
    case 'matrix':
      return { family: 'matrix', rounds: Array.from({ length: part.rounds }, () => randomRound(part, below)) };
    case 'keno':
      return { family: 'keno', numbers: takeNumbers(drumOf(1, part.spots), part.drawn, below) };
    case 'digits': {
      const left = drumOf(0, 10);
      const digits = Array.from({ length: part.positions }, () =>
        part.repeats === 'allowed' ? Number(below(10n)) : (left.splice(Number(below(BigInt(left.length))), 1)[0] ?? 0),
      );
      return { family: 'digits', digits, series: part.seriesCount > 0 ? 1 + Number(below(BigInt(part.seriesCount))) : 0 };
    }
    case 'preassigned':
      return {
        family: 'preassigned',
        extractions: part.extractions.map(({ count, digits, fraction }) =>
          distinctBelow(digits === part.digits ? part.numbers : 10 ** digits, count, below).map((number) => ({
            number,
            series: fraction ? 1 + Number(below(BigInt(part.seriesCount))) : 0,
            fraction: fraction ? 1 + Number(below(BigInt(part.fractionCount))) : 0,
          })),
        ),
      };
    case 'raffle':
      throw new TypeError('raffle codes are drawn among the codes sold');
  }
}
