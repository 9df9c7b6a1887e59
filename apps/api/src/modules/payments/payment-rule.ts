/** Amounts and times of deposits and withdrawals, set by date: the latest row that has begun is in force. */
import type { Db, Tx } from '@valira/db';
import { paymentRule } from '@valira/db/schema';
import { desc, lte } from 'drizzle-orm';

export type PaymentRule = typeof paymentRule.$inferSelect;

export async function paymentRuleAt(db: Db | Tx, at: Date): Promise<PaymentRule> {
  const [rule] = await db.select().from(paymentRule).where(lte(paymentRule.validFrom, at)).orderBy(desc(paymentRule.validFrom)).limit(1);
  if (!rule) throw new Error('no payment rule is in force');
  return rule;
}
