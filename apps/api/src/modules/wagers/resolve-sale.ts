/**
 * What became of a purchase whose answer was lost: the ticket, or a tombstone that makes the original request, should it still arrive,
 * be refused as `sale_abandoned`. The account's balance row is locked first, as the intake does, so the two cannot cross.
 */
import { balance, saleKey } from '@valira/db/schema';
import { and, asc, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';

export type Resolved = { readonly outcome: 'sold'; readonly ticketId: string } | { readonly outcome: 'not-sold' };

export const resolveSale = (core: Core, accountId: string, key: string): Promise<Resolved> =>
  core.inTransaction<Resolved>(async (tx) => {
    await tx.select().from(balance).where(eq(balance.accountId, accountId)).orderBy(asc(balance.code)).for('update');
    const where = and(eq(saleKey.accountId, accountId), eq(saleKey.key, key));
    const [found] = await tx.select().from(saleKey).where(where);
    if (found?.ticketId) return { outcome: 'sold', ticketId: found.ticketId };
    if (!found) await tx.insert(saleKey).values({ accountId, key, outcome: 'abandoned', at: core.clock.now() });
    return { outcome: 'not-sold' };
  });
