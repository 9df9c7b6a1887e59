/** The limits in force at an instant. */
import type { Db, Tx } from '@valira/db';
import { exposureLimit } from '@valira/db/schema';
import { desc, lte } from 'drizzle-orm';

export async function limitsAt(db: Db | Tx, at: Date): Promise<typeof exposureLimit.$inferSelect> {
  const [row] = await db
    .select()
    .from(exposureLimit)
    .where(lte(exposureLimit.validFrom, at))
    .orderBy(desc(exposureLimit.validFrom))
    .limit(1);
  if (!row) throw new Error(`no exposure limits at ${at.toISOString()}`);
  return row;
}
