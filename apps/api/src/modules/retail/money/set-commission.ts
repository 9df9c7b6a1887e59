/**
 * Commission from a date on: for a shop, a product, both or everyone. The most particular row in force when a contest opens decides, so that a
 * draw on sale keeps its rate. Example: 5.50 % for everyone, 6.00 % on one product, 7.00 % for one shop on it: that shop earns 7.00 % there.
 */
import type { Tx } from '@valira/db';
import { commissionRate, product, shop } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { addAudit } from '../../../platform/outbox.ts';

export type NewRate = {
  readonly accountId: string | null;
  readonly productId: string | null;
  readonly channel: 'terminal' | 'pack';
  readonly rateBps: number;
  readonly validFrom: Date;
  readonly reason: string;
};

export async function setCommission(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  rate: NewRate,
): Promise<Outcome<string, 'not_found' | 'already_exists' | 'invalid_input'>> {
  const { ids, clock } = core;
  const at = clock.now();
  if (rate.validFrom < at) return refuse('invalid_input', { path: 'validFrom' });
  if (rate.accountId !== null && !(await tx.select({ id: shop.accountId }).from(shop).where(eq(shop.accountId, rate.accountId)))[0])
    return refuse('not_found', { path: 'accountId' });
  if (rate.productId !== null && !(await tx.select({ id: product.id }).from(product).where(eq(product.id, rate.productId)))[0])
    return refuse('not_found', { path: 'productId' });
  const id = ids.next();
  const added = await tx
    .insert(commissionRate)
    .values({ id, ...rate, enteredBy: actor, at })
    .onConflictDoNothing()
    .returning({ id: commissionRate.id });
  if (added.length === 0) return refuse('already_exists', { path: 'validFrom' });
  await addAudit(tx, ids, at, { actor, action: 'commission-set', subject: rate.accountId ?? 'all', after: rate, reason: rate.reason });
  return ok(id);
}
