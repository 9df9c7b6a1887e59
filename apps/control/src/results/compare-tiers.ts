/**
 * A result's tiers beside this system's own: winners, and money at the stated price of a share.
 *
 * Example: stated 3 winners of tier 5 at 1,200.00, own 2: the own total is 2,400.00 and tier 5 differs in both.
 */
import type { TierCount } from './tier-count.ts';

export type StatedTier = { readonly tier: string; readonly winners: string; readonly shareCents: string; readonly totalCents: string };
export type OwnTier = { readonly tier: string; readonly winners: string; readonly totalCents: string };
export type Difference = {
  readonly tier: string;
  readonly field: 'winners' | 'totalCents' | 'stakeCents' | 'tier';
  readonly stated: string | null;
  readonly own: string | null;
};

export type Comparison = { readonly own: readonly OwnTier[]; readonly differences: readonly Difference[] };

/** Rows in the order stated; own tiers with winners that the result leaves out come last, without money, as they have no price. */
export function compareTiers(stated: readonly StatedTier[], count: TierCount): Comparison {
  const winners = count.winners();
  const own: OwnTier[] = [];
  const differences: Difference[] = [];
  const met = new Set<string>();
  for (const row of stated) {
    const name = count.tierNamed(row.tier);
    const repeated = name !== null && met.has(name);
    const ownWinners = name === null || repeated ? 0n : (winners.get(name) ?? 0n);
    const ownTotal = ownWinners * BigInt(row.shareCents);
    if (name !== null) met.add(name);
    own.push({ tier: row.tier, winners: String(ownWinners), totalCents: String(ownTotal) });
    if (repeated) differences.push({ tier: row.tier, field: 'tier', stated: 'repeated', own: null });
    if (row.winners !== String(ownWinners))
      differences.push({ tier: row.tier, field: 'winners', stated: row.winners, own: String(ownWinners) });
    if (row.totalCents !== String(ownTotal))
      differences.push({ tier: row.tier, field: 'totalCents', stated: row.totalCents, own: String(ownTotal) });
  }
  for (const [tier, count] of winners) {
    if (count === 0n || met.has(tier)) continue;
    own.push({ tier, winners: String(count), totalCents: '0' });
    differences.push({ tier, field: 'winners', stated: null, own: String(count) });
  }
  return { own, differences };
}
