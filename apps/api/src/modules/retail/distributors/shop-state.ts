/**
 * A shop's state and what players are told of it: `active → suspended → active`, `active | suspended → closed`, never back from closed.
 * A suspended or closed shop sells nothing from the instant of the change: the sale reads the account's state under its lock.
 */
import type { Tx } from '@valira/db';
import { account, shop } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { recordChange } from './record-change.ts';

const STEPS = {
  suspend: { from: ['active'], to: 'suspended', kind: 'shop-suspended' },
  reopen: { from: ['suspended'], to: 'active', kind: 'shop-reopened' },
  close: { from: ['active', 'suspended'], to: 'closed', kind: 'shop-closed' },
} as const;

export const SHOP_STEPS = ['suspend', 'reopen', 'close'] as const;
export type ShopStep = (typeof SHOP_STEPS)[number];

export async function changeShopState(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  { shopId, step, reason }: { readonly shopId: string; readonly step: ShopStep; readonly reason: string },
): Promise<Outcome<{ readonly state: 'active' | 'suspended' | 'closed' }, 'not_found' | 'wrong_state'>> {
  const [found] = await tx
    .select({ state: account.state, distributorId: shop.distributorId })
    .from(account)
    .innerJoin(shop, eq(shop.accountId, account.id))
    .where(eq(account.id, shopId))
    .for('update', { of: account });
  if (!found) return refuse('not_found');
  const { from, to, kind } = STEPS[step];
  if (!from.some((state) => state === found.state)) return refuse('wrong_state');
  await tx.update(account).set({ state: to }).where(eq(account.id, shopId));
  await addAudit(tx, core.ids, core.clock.now(), {
    actor,
    action: kind,
    subject: shopId,
    before: { state: found.state },
    after: { state: to },
    reason,
  });
  await recordChange(core, tx, actor, {
    kind,
    subject: shopId,
    distributorId: found.distributorId,
    facts: { reason },
    tell: 'within-five-working-days',
  });
  return ok({ state: to });
}

/** Address, name and opening times: foreseen, so told before. Printed on every ticket from now on. */
export async function changeShop(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  { shopId, ...to }: { readonly shopId: string; readonly name: string; readonly address: string; readonly opening: string },
): Promise<Outcome<typeof to, 'not_found'>> {
  const [found] = await tx.select().from(shop).where(eq(shop.accountId, shopId)).for('update');
  if (!found) return refuse('not_found');
  await tx.update(shop).set(to).where(eq(shop.accountId, shopId));
  const before = { name: found.name, address: found.address, opening: found.opening };
  await addAudit(tx, core.ids, core.clock.now(), { actor, action: 'shop-changed', subject: shopId, before, after: to });
  await recordChange(core, tx, actor, {
    kind: 'shop-changed',
    subject: shopId,
    distributorId: found.distributorId,
    facts: to,
    tell: 'before',
  });
  return ok(to);
}
