/** The player pauses a subscription, goes on with it, or cancels it. Going on is the consent to the version that is on sale now. */
import { product, subscription } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';
import { consentTo } from './order-subscription.ts';

export type SubscriptionChange = 'pause' | 'resume' | 'cancel';

const FROM: Readonly<Record<SubscriptionChange, readonly string[]>> = {
  pause: ['active'],
  resume: ['paused', 'stopped'],
  cancel: ['active', 'paused', 'stopped'],
};

export const changeSubscription = (core: Core, accountId: string, id: string, change: SubscriptionChange): Promise<Outcome<null, string>> =>
  core.inTransaction<Outcome<null, string>>(async (tx) => {
    const own = and(eq(subscription.id, id), eq(subscription.accountId, accountId));
    const [found] = await tx.select().from(subscription).where(own).for('update');
    if (!found) return refuse('not_found');
    if (!FROM[change].includes(found.state)) return refuse('wrong_state');
    const at = core.clock.now();
    const state = ({ pause: 'paused', resume: 'active', cancel: 'cancelled' } as const)[change];
    let productVersionId = found.productVersionId;
    if (change === 'resume') {
      const consented = await consentTo(tx, eq(product.id, found.productId), found.wager, found.maxPriceCents);
      if (!consented.ok) return consented;
      productVersionId = consented.value.productVersionId;
    }
    await tx.update(subscription).set({ state, reason: null, productVersionId, changedAt: at }).where(own);
    await addAudit(tx, core.ids, at, {
      actor: `account:${accountId}`,
      action: `subscription.${state}`,
      subject: id,
      before: { state: found.state, productVersionId: found.productVersionId },
      after: { state, productVersionId },
    });
    return ok(null);
  });
