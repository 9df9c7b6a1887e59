/** What a shop owes, may still sell for, and pays out itself. Example: credit 3,000.00, owes 412.40, so 2,587.60 is left. */
import type { Db } from '@valira/db';
import { balance, shop } from '@valira/db/schema';
import { and, eq } from 'drizzle-orm';
import { CODES } from '../ledger/index.ts';

export type ShopStanding = {
  readonly name: string;
  readonly address: string;
  readonly licenceNumber: string;
  readonly paysUpToCents: bigint;
  readonly creditCents: bigint;
  /** Negative when the operator owes the shop: prizes paid over the counter were more than sales. */
  readonly owesCents: bigint;
  readonly availableCents: bigint;
};

export async function shopStanding(db: Db, shopId: string): Promise<ShopStanding | null> {
  const [row] = await db
    .select({
      name: shop.name,
      address: shop.address,
      licenceNumber: shop.licenceNumber,
      paysUpToCents: shop.paysUpToCents,
      amountCents: balance.amountCents,
      floorCents: balance.floorCents,
    })
    .from(shop)
    .innerJoin(balance, and(eq(balance.accountId, shop.accountId), eq(balance.code, CODES['shop-settlement'])))
    .where(eq(shop.accountId, shopId));
  if (!row) return null;
  const { amountCents, floorCents, ...rest } = row;
  return { ...rest, creditCents: -floorCents, owesCents: -amountCents, availableCents: amountCents - floorCents };
}
