/**
 * Chances and returns of a run, exact: they are counts of a finite pool, not probabilities of a draw.
 *
 * Example: 12,000 prizes of EUR 2.00 among 120,000 tickets are 1 in 10; a fund of 144,000.00 on 240,000.00 of sales returns 60 %.
 */
import { type Cents, cents, type Rational, rational } from '@valira/money';
import { type InstantDefinition, prizeOfTier } from './instant-definition.ts';

export type InstantTierOdds = {
  readonly tier: string;
  readonly prizeCents: Cents;
  readonly count: number;
  /** Tickets for one prize of this tier. */
  readonly oneIn: Rational;
};

export type InstantOdds = {
  readonly tiers: readonly InstantTierOdds[];
  readonly prizes: number;
  /** Tickets for one prize of any tier. */
  readonly overallOneIn: Rational;
  readonly salesCents: Cents;
  readonly prizeFundCents: Cents;
  /** Share of sales paid as prizes, when the whole run is sold. */
  readonly returnToPlayer: Rational;
};

export function instantOdds(
  papers: Pick<InstantDefinition, 'runSize' | 'priceCents'> & {
    readonly tiers: readonly Pick<InstantDefinition['tiers'][number], 'id' | 'count' | 'partsCents' | 'multiplier'>[];
  },
): InstantOdds {
  const run = BigInt(papers.runSize);
  const prizes = papers.tiers.reduce((sum, { count }) => sum + count, 0);
  const fund = papers.tiers.reduce((sum, tier) => sum + prizeOfTier(tier) * BigInt(tier.count), 0n);
  return {
    tiers: papers.tiers.map((tier) => ({
      tier: tier.id,
      prizeCents: cents(prizeOfTier(tier)),
      count: tier.count,
      oneIn: rational(run, BigInt(tier.count)),
    })),
    prizes,
    overallOneIn: rational(run, BigInt(prizes)),
    salesCents: cents(run * papers.priceCents),
    prizeFundCents: cents(fund),
    returnToPlayer: rational(fund, run * papers.priceCents),
  };
}
