/** What a shop may owe: one person proposes another limit, a second one approves it. The sale holds the shop to it from then on. */
import type { Tx } from '@valira/db';
import { balance, creditChange, shop } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { CODES } from '../../ledger/index.ts';

export async function proposeCredit(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  { shopId, creditCents, reason }: { readonly shopId: string; readonly creditCents: bigint; readonly reason: string },
): Promise<Outcome<string, 'not_found' | 'already_exists'>> {
  const { ids, clock } = core;
  const [found] = await tx.select({ id: shop.accountId }).from(shop).where(eq(shop.accountId, shopId));
  if (!found) return refuse('not_found');
  const id = ids.next();
  const at = clock.now();
  const added = await tx
    .insert(creditChange)
    .values({ id, accountId: shopId, creditCents, reason, proposedBy: actor, proposedAt: at, state: 'proposed' })
    .onConflictDoNothing()
    .returning({ id: creditChange.id });
  if (added.length === 0) return refuse('already_exists');
  await addAudit(tx, ids, at, { actor, action: 'shop-credit-proposed', subject: shopId, after: { creditCents }, reason });
  return ok(id);
}

export async function decideCredit(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  { changeId, approve }: { readonly changeId: string; readonly approve: boolean },
): Promise<Outcome<{ readonly state: 'approved' | 'rejected' }, 'not_found' | 'wrong_state' | 'four_eyes' | 'credit_limit_reached'>> {
  const { ids, clock } = core;
  const [found] = await tx.select().from(creditChange).where(eq(creditChange.id, changeId)).for('update');
  if (!found) return refuse('not_found');
  if (found.state !== 'proposed') return refuse('wrong_state');
  if (approve && found.proposedBy === actor) return refuse('four_eyes');
  const state = approve ? 'approved' : 'rejected';
  const at = clock.now();
  if (approve) {
    const own = and(eq(balance.accountId, found.accountId), eq(balance.code, CODES['shop-settlement']));
    const [now] = await tx.select({ amountCents: balance.amountCents }).from(balance).where(own).for('update');
    // A shop that owes more than the new limit settles first.
    if (!now || now.amountCents < -found.creditCents) return refuse('credit_limit_reached');
    await tx.update(balance).set({ floorCents: -found.creditCents }).where(own);
  }
  await tx.update(creditChange).set({ state, decidedBy: actor, decidedAt: at }).where(eq(creditChange.id, changeId));
  await addAudit(tx, ids, at, {
    actor,
    action: `shop-credit-${state}`,
    subject: found.accountId,
    after: { creditCents: found.creditCents },
  });
  return ok({ state });
}
