/**
 * Quick picks: every combination equally likely, by unranking one uniform number (never by repeated draws with a remainder).
 *
 * Example, 6/49: a uniform number below 13,983,816; 0 gives 1-2-3-4-5-6.
 */
import type { DigitsPart, GamePart } from '../definition/game-definition.ts';
import { canWin } from '../match/digit-classes.ts';
import { binomial, unrankCombination } from '../randomness/combinations.ts';
import type { Entry } from './part-play.ts';

/** A uniform whole number from 0 to bound − 1, without bias; `uniformBelowBigint` over a byte source is one. */
export type UniformBelow = (bound: bigint) => bigint;

const combination = (from: number, count: number, first: number, below: UniformBelow): number[] =>
  unrankCombination(below(binomial(from, count)), from, count).map((number) => number - 1 + first);

function digitsOf(positions: number, repeats: boolean, below: UniformBelow): number[] {
  if (repeats) return Array.from({ length: positions }, () => Number(below(10n)));
  const left = Array.from({ length: 10 }, (_, digit) => digit);
  return Array.from({ length: positions }, () => left.splice(Number(below(BigInt(left.length))), 1)[0] ?? 0);
}

/** More draws than any bet that some digits fit can need: even one number in ten thousand is missed less than once in 10⁴³ picks. */
const MOST_DRAWS = 1_000_000;

/** Digits that the bet sells, all equally likely: 7-7-7 is no combination for a bet on any order, so it is drawn again. */
function digitsFor(part: DigitsPart, bet: string, below: UniformBelow): number[] {
  for (let drawn = 0; drawn < MOST_DRAWS; drawn += 1) {
    const digits = digitsOf(part.positions, part.repeats === 'allowed', below);
    if (canWin(part, bet, digits)) return digits;
  }
  throw new TypeError(`no digits fit the bet ${bet}`);
}

export type QuickPickWish = {
  /** Numbers per panel id for a system; the panel's own count where not named. */
  readonly picks?: Readonly<Record<string, number>>;
  /** Keno: how many numbers to mark; the most that the game has by default. */
  readonly marks?: number;
  /** Digit games: which bet; the first by default. */
  readonly bet?: string;
};

/** A random entry of a game whose numbers the player chooses. Throws for pre-assigned and raffle games, which have no choice. */
export function quickPick(part: GamePart, below: UniformBelow, wish: QuickPickWish = {}): Entry {
  switch (part.family) {
    case 'matrix':
      return { picks: part.panels.map(({ id, from, first, choose }) => combination(from, wish.picks?.[id] ?? choose, first, below)) };
    case 'keno':
      return { marks: combination(part.spots, wish.marks ?? part.maxMarks, 1, below) };
    case 'digits': {
      const series = part.seriesCount > 0 ? 1 + Number(below(BigInt(part.seriesCount))) : 0;
      const bet = wish.bet ?? part.bets[0]?.id ?? '';
      return { bet, digits: digitsFor(part, bet, below), series };
    }
    case 'preassigned':
    case 'raffle':
      throw new TypeError(`a ${part.family} game offers no quick pick: its numbers come from a stock`);
  }
}
