/** A clerk's class I card: renewed, or the clerk has left. Whoever has left sells nothing, and leaving is told within five days. */
import type { Tx } from '@valira/db';
import { clerk, clerkSession, shop } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, isNull } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { recordChange } from './record-change.ts';

async function lockedClerk(tx: Tx, clerkId: string) {
  const [found] = await tx
    .select({ state: clerk.state, cardUntil: clerk.cardUntil, cardNumber: clerk.cardNumber, distributorId: shop.distributorId })
    .from(clerk)
    .innerJoin(shop, eq(shop.accountId, clerk.accountId))
    .where(eq(clerk.id, clerkId))
    .for('update', { of: clerk });
  return found;
}

export async function renewCard(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  { clerkId, cardUntil }: { readonly clerkId: string; readonly cardUntil: Date },
): Promise<Outcome<{ readonly cardUntil: Date }, 'not_found' | 'wrong_state' | 'invalid_input'>> {
  const found = await lockedClerk(tx, clerkId);
  if (!found) return refuse('not_found');
  if (found.state !== 'active') return refuse('wrong_state');
  if (cardUntil <= found.cardUntil) return refuse('invalid_input', { path: 'cardUntil' });
  await tx.update(clerk).set({ cardUntil }).where(eq(clerk.id, clerkId));
  const facts = { cardNumber: found.cardNumber, cardUntil: cardUntil.toISOString() };
  const before = { cardUntil: found.cardUntil };
  await addAudit(tx, core.ids, core.clock.now(), { actor, action: 'clerk-card-renewed', subject: clerkId, before, after: facts });
  await recordChange(core, tx, actor, {
    kind: 'clerk-renewed',
    subject: clerkId,
    distributorId: found.distributorId,
    facts,
    tell: 'nothing',
  });
  return ok({ cardUntil });
}

export async function clerkLeft(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  clerkId: string,
): Promise<Outcome<{ readonly leftAt: Date }, 'not_found' | 'wrong_state'>> {
  const found = await lockedClerk(tx, clerkId);
  if (!found) return refuse('not_found');
  if (found.state !== 'active') return refuse('wrong_state');
  const at = core.clock.now();
  await tx.update(clerk).set({ state: 'left', leftAt: at }).where(eq(clerk.id, clerkId));
  await tx
    .update(clerkSession)
    .set({ endedAt: at })
    .where(and(eq(clerkSession.clerkId, clerkId), isNull(clerkSession.endedAt)));
  await addAudit(tx, core.ids, at, { actor, action: 'clerk-left', subject: clerkId });
  await recordChange(core, tx, actor, {
    kind: 'clerk-left',
    subject: clerkId,
    distributorId: found.distributorId,
    facts: { cardNumber: found.cardNumber },
    tell: 'within-five-days',
  });
  return ok({ leftAt: at });
}
