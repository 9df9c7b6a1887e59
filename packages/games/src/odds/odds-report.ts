/**
 * The odds of a game as JSON values, for files, screens and the approval dossier: exact fractions as "n/d", and beside them decimals.
 *
 * Example, 6/45: `{ tier: "1", chance: "1/8145060", oneIn: "8145060.00", returned: "0.239674" }`.
 */
import { type Rational, toDecimal } from '@valira/money';
import type { GameDefinition, GamePart } from '../definition/game-definition.ts';
import { fundShortfallChance } from './fund-shortfall.ts';
import { gameOdds } from './game-odds.ts';
import { jackpotOutlook } from './jackpot-outlook.ts';
import { maximumLiability } from './maximum-liability.ts';

export type OddsReport = {
  readonly game: string;
  readonly version: number;
  readonly currency: string;
  readonly units: string;
  readonly parts: readonly PartOddsReport[];
};

export type PartOddsReport = {
  readonly part: string;
  readonly bets: readonly {
    readonly bet: string;
    readonly tiers: readonly Readonly<Record<'tier' | 'chance' | 'oneIn' | 'returned' | 'averagePrizeCents', string>>[];
    readonly hit: string;
    readonly hitOneIn: string;
    readonly returned: string;
    readonly returnedExact: string;
    readonly deviationCents: string;
  }[];
  readonly maximumLiabilityCents: string;
  /** Chance that fixed prizes exceed the fund at `units` random units, all its decimals right; null where it depends on what was sold or the sum is out of reach. */
  readonly fundShortfallChance: string | null;
  readonly jackpot: readonly { readonly cycleDraw: number; readonly jackpotCents: string; readonly unwon: string }[];
};

const fraction = ({ n, d }: Rational): string => `${n}/${d}`;
const inverse = ({ n, d }: Rational, digits: number): string => (n === 0n ? '' : toDecimal({ n: d, d: n }, digits));

/** Square root of a whole number, rounded down. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}

/** Square root of an exact variance with two decimals, rounded down. */
const deviation = ({ n, d }: Rational): string => toDecimal({ n: squareRoot((n * 10_000n) / d), d: 100n }, 2);

function partReport(id: string, part: GamePart, units: bigint): PartOddsReport {
  const random = part.family === 'matrix' || part.family === 'keno' || part.family === 'digits';
  const shortfall = random ? fundShortfallChance(part, units) : undefined;
  return {
    part: id,
    bets: gameOdds(part).map(({ bet, tiers, hit, returned, variance }) => ({
      bet,
      tiers: tiers.map((tier) => ({
        tier: tier.tier,
        chance: fraction(tier.probability),
        oneIn: inverse(tier.probability, 2),
        returned: toDecimal(tier.returned, 6),
        averagePrizeCents: toDecimal(tier.averagePrizeCents, 2),
      })),
      hit: fraction(hit),
      hitOneIn: inverse(hit, 2),
      returned: toDecimal(returned, 6),
      returnedExact: fraction(returned),
      deviationCents: deviation(variance),
    })),
    maximumLiabilityCents: maximumLiability(part, units).toString(),
    fundShortfallChance: shortfall ? toDecimal(shortfall.chance, shortfall.decimals) : null,
    jackpot: jackpotOutlook(part, units, 10).map(({ cycleDraw, jackpotCents, unwon }) => ({
      cycleDraw,
      jackpotCents: jackpotCents.toString(),
      unwon: toDecimal(unwon, 6),
    })),
  };
}

/** The report at `units` units sold per draw. */
export const oddsReport = (game: GameDefinition, units: bigint): OddsReport => ({
  game: game.id,
  version: game.version,
  currency: game.currency,
  units: units.toString(),
  parts: [partReport('main', game, units), ...game.addOns.map((addOn) => partReport(addOn.id, addOn, units))],
});
