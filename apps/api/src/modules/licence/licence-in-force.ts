/**
 * Which licence covers a channel at an instant: class C for the network of shops, class C@ for online sales (Law 37/2014, arts. 105–109).
 * A suspended licence, or one outside its dates, covers nothing.
 */
import type { Db } from '@valira/db';
import { licence } from '@valira/db/schema';
import { and, desc, eq, gt, lte } from 'drizzle-orm';

export type LicenceInForce = { readonly number: string; readonly operator: string; readonly pariMutuelInShops: boolean };

const KIND = { shop: 'C', online: 'C@' } as const;

export async function licenceInForce(db: Pick<Db, 'select'>, channel: keyof typeof KIND, at: Date): Promise<LicenceInForce | null> {
  const [row] = await db
    .select({ number: licence.number, operator: licence.legalName, pariMutuelInShops: licence.pariMutuelInShops })
    .from(licence)
    .where(and(eq(licence.kind, KIND[channel]), eq(licence.suspended, false), lte(licence.validFrom, at), gt(licence.validUntil, at)))
    .orderBy(desc(licence.validFrom))
    .limit(1);
  return row ?? null;
}
