/**
 * Exact chances of every tier, for each way a unit can be bet.
 *
 * Example, 6/45: tier 1 wins 1 of 8,145,060; Keno states its chances for each number of marks; a digit game for each bet.
 */
import { compareRational, multiplyRational, type Rational, rational, ratioOne, subtractRational, sumRational } from '@valira/money';
import type { GamePart, PreassignedPart } from '../definition/game-definition.ts';
import { canWin, digitDrawCount, digitPatterns, digitWinWays } from '../match/digit-classes.ts';
import { drawCount, lineClasses, winsOfClass } from '../match/line-classes.ts';
import { binomial } from '../randomness/combinations.ts';

export type TierOdds = { readonly tier: string; readonly probability: Rational };

export type BetOdds = {
  /** The bet these odds are for: `line`, the number of marks, the bet with its digit pattern, or `fraction`. */
  readonly bet: string;
  /** One entry per win of the definition, in its order; a tier may appear more than once. */
  readonly odds: readonly TierOdds[];
  /** Chance that the bet wins anything. */
  readonly hit: Rational;
};

/** Chance per win of one fraction of one number, drawn without regard to overlaps between lists (each list pays by itself). */
function preassignedOdds(part: PreassignedPart): BetOdds {
  const numbers = BigInt(part.numbers);
  const odds = part.wins.map((win) => {
    const extraction = part.extractions.find(({ id }) => id === win.extraction);
    const count = BigInt(extraction?.count ?? 0);
    const { match } = win;
    const except = win.exceptDrawn ? 1n : 0n;
    let probability = rational(0n);
    if (match.kind === 'number') probability = rational(count, numbers);
    if (match.kind === 'neighbour') probability = rational(2n * count, numbers);
    if (match.kind === 'block') probability = rational(count * (10n ** BigInt(match.freeDigits) - except), numbers);
    if (match.kind === 'ending') {
      const whole = extraction?.digits === part.digits;
      probability = whole
        ? rational(count * (numbers / 10n ** BigInt(match.digits) - except), numbers)
        : rational(count, 10n ** BigInt(match.digits));
    }
    if (match.kind === 'fraction') probability = rational(count, numbers * BigInt(part.seriesCount) * BigInt(part.fractionCount));
    return { tier: win.tier, probability };
  });
  const sum = sumRational(odds.map(({ probability }) => probability));
  return { bet: 'fraction', odds, hit: compareRational(sum, ratioOne) > 0 ? ratioOne : sum };
}

/** Odds of every bet that the part offers. */
export function tierOdds(part: GamePart): BetOdds[] {
  switch (part.family) {
    case 'matrix': {
      const draws = drawCount(part);
      const ways = part.wins.map(() => 0n);
      const classes = lineClasses(part);
      let miss = ratioOne;
      for (let round = 1; round <= part.rounds; round += 1) {
        let missed = 0n;
        for (const line of classes) {
          const won = winsOfClass(part, line, round);
          for (const index of won) ways[index] = (ways[index] ?? 0n) + line.ways;
          if (won.length === 0) missed += line.ways;
        }
        miss = multiplyRational(miss, rational(missed, draws));
      }
      return [
        {
          bet: 'line',
          odds: part.wins.map(({ tier }, index) => ({ tier, probability: rational(ways[index] ?? 0n, draws) })),
          hit: subtractRational(ratioOne, miss),
        },
      ];
    }
    case 'keno': {
      const draws = binomial(part.spots, part.drawn);
      const bets: BetOdds[] = [];
      for (let marks = part.minMarks; marks <= part.maxMarks; marks += 1) {
        const odds = part.wins
          .filter((win) => win.marks === marks)
          .map(({ tier, hits }) => ({
            tier,
            probability: rational(binomial(marks, hits) * binomial(part.spots - marks, part.drawn - hits), draws),
          }));
        const hit = odds.reduce((total, { probability }) => total + (probability.n * draws) / probability.d, 0n);
        bets.push({ bet: String(marks), odds, hit: rational(hit, draws) });
      }
      return bets;
    }
    case 'digits': {
      const draws = digitDrawCount(part);
      return part.bets.flatMap((bet) => {
        const anyOrder = part.wins.some((win) => win.bet === bet.id && win.match.kind === 'any-order');
        const patterns = anyOrder ? digitPatterns(part.positions) : [Array.from({ length: part.positions }, (_, i) => i % 10)];
        return patterns
          .filter((digits) => canWin(part, bet.id, digits))
          .map((digits) => {
            const ways = digitWinWays(part, bet.id, digits);
            const odds = part.wins.flatMap((win, index) =>
              win.bet === bet.id ? [{ tier: win.tier, probability: rational(ways[index] ?? 0n, draws) }] : [],
            );
            const hit = ways.reduce((total, count) => total + count, 0n);
            return { bet: anyOrder ? `${bet.id} ${digits.join('')}` : bet.id, odds, hit: rational(hit, draws) };
          });
      });
    }
    case 'preassigned':
      return [preassignedOdds(part)];
    case 'raffle':
      // Codes win among the codes sold: the chance of one code depends on sales and is stated per draw, not per game.
      return [];
  }
}
