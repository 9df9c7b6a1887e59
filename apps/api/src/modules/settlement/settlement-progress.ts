/** How far the payment of a contest is: stretches paid of those there are. */
import type { Db } from '@valira/db';
import { paymentChunk, settlementChunk } from '@valira/db/schema';
import { and, count, eq } from 'drizzle-orm';
import type { Contest } from '../contests/index.ts';

export async function settlementProgress(
  db: Db,
  { id, resultVersion }: Pick<Contest, 'id' | 'resultVersion'>,
): Promise<{ paid: number; total: number }> {
  const [[all], [paid]] = await Promise.all([
    db
      .select({ chunks: count() })
      .from(settlementChunk)
      .where(and(eq(settlementChunk.contestId, id), eq(settlementChunk.resultVersion, resultVersion))),
    db
      .select({ chunks: count() })
      .from(paymentChunk)
      .where(and(eq(paymentChunk.contestId, id), eq(paymentChunk.resultVersion, resultVersion))),
  ]);
  return { paid: paid?.chunks ?? 0, total: all?.chunks ?? 0 };
}
