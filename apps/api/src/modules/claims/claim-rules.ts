/**
 * What is set about claims by date: up to what a shop must and may pay, from what amount on the claimant is identified, when a payment order takes
 * a second person, which wins are registered, when lapsed prizes become forgotten money.
 *
 * Example, rule of 2024-11-28: a shop with a limit of its own of 100.00 pays up to 200.00 (every shop must), one with 8,000.00 pays up to 5,000.00.
 */
import type { Db, Tx } from '@valira/db';
import { claimRule, operatorTier } from '@valira/db/schema';
import { and, desc, inArray, lte } from 'drizzle-orm';

export type ClaimRule = typeof claimRule.$inferSelect;

export async function claimRuleAt(db: Db | Tx, at: Date): Promise<ClaimRule> {
  const [rule] = await db.select().from(claimRule).where(lte(claimRule.validFrom, at)).orderBy(desc(claimRule.validFrom)).limit(1);
  if (!rule) throw new Error('no claim rule is in force');
  return rule;
}

/** Up to what a shop pays at its counter: its own limit, within what every shop must and no shop may pay. */
export function shopLimit(rule: Pick<ClaimRule, 'shopMustPayUpToCents' | 'shopMayPayUpToCents'>, ownCents: bigint): bigint {
  if (ownCents < rule.shopMustPayUpToCents) return rule.shopMustPayUpToCents;
  return ownCents > rule.shopMayPayUpToCents ? rule.shopMayPayUpToCents : ownCents;
}

export const tierKey = (productId: string, tier: string): string => `${productId}/${tier}`;

/** Tiers of these products that only the operator pays, as `tierKey`. */
export async function operatorTiersAt(db: Db | Tx, productIds: readonly string[], at: Date): Promise<Set<string>> {
  const rows = await db
    .select()
    .from(operatorTier)
    .where(and(inArray(operatorTier.productId, [...productIds]), lte(operatorTier.validFrom, at)))
    .orderBy(operatorTier.validFrom);
  const latest = new Map(rows.map(({ productId, tier, operatorOnly }) => [tierKey(productId, tier), operatorOnly]));
  return new Set([...latest].flatMap(([key, operatorOnly]) => (operatorOnly ? [key] : [])));
}
