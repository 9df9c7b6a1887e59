/** What is printed at the head of every ticket of a shop. Names change rarely and sales are many, so a header is kept for some seconds. */
import type { Db } from '@valira/db';
import { shop } from '@valira/db/schema';
import { eq } from 'drizzle-orm';

export type ShopHeader = { readonly name: string; readonly address: string; readonly licenceNumber: string };

export type ShopHeaders = { of(shopId: string): Promise<ShopHeader> };

const KEPT_MS = 5_000;

export function openShopHeaders(db: Db): ShopHeaders {
  const kept = new Map<string, { readonly until: number; readonly header: ShopHeader }>();
  return {
    async of(shopId) {
      const now = performance.now();
      const entry = kept.get(shopId);
      if (entry && entry.until > now) return entry.header;
      const [header] = await db
        .select({ name: shop.name, address: shop.address, licenceNumber: shop.licenceNumber })
        .from(shop)
        .where(eq(shop.accountId, shopId));
      if (!header) throw new Error(`shop ${shopId} is gone`);
      kept.set(shopId, { until: now + KEPT_MS, header });
      return header;
    },
  };
}
