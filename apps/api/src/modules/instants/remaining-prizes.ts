/**
 * How many prizes of each tier are still in a run: its exact counts less what was paid (printed) or opened (online). Public, and live.
 *
 * Example: 4 prizes of 10,000.00, one paid: 3 left. A printed ticket that was sold and is not yet shown counts as still there.
 */
import type { Db, Tx } from '@valira/db';
import { type InstantTierOdds, instantOdds } from '@valira/games/instants';
import { sql } from 'drizzle-orm';
import type { StoredRun } from './runs/run.store.ts';

export type RemainingTier = InstantTierOdds & { readonly left: number };
export type RemainingPrizes = { readonly tiers: readonly RemainingTier[]; readonly prizes: number; readonly left: number };

/** Prizes of each tier that are gone. */
export async function takenPrizes(db: Db | Tx, { id, channel }: Pick<StoredRun, 'id' | 'channel'>): Promise<ReadonlyMap<string, number>> {
  const rows = await db.execute<{ tier: string; taken: number }>(
    channel === 'shop'
      ? sql`SELECT tier, count(*)::int AS taken FROM instant_payment WHERE run_id = ${id} GROUP BY tier`
      : sql`SELECT r.tier, count(*)::int AS taken FROM instant_sale s JOIN instant_reveal r ON r.account_id = s.account_id AND r.sale_id = s.id
          WHERE s.run_id = ${id} AND r.tier IS NOT NULL GROUP BY r.tier`,
  );
  return new Map(rows.map(({ tier, taken }) => [tier, taken]));
}

export async function remainingPrizes(db: Db | Tx, run: Pick<StoredRun, 'id' | 'channel' | 'papers'>): Promise<RemainingPrizes> {
  const odds = instantOdds(run.papers);
  const taken = await takenPrizes(db, run);
  const tiers = odds.tiers.map((tier) => ({ ...tier, left: tier.count - (taken.get(tier.tier) ?? 0) }));
  return { tiers, prizes: odds.prizes, left: tiers.reduce((sum, { left }) => sum + left, 0) };
}
