/** Someone who sells at a shop's counter, known by card number and PIN. */
import type { Tx } from '@valira/db';
import { clerk, shop } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';
import { clerkWithPin, hashPin, PIN_PATTERN } from './clerk-pin.ts';
import { recordChange } from './distributors/record-change.ts';

export type NewClerk = {
  readonly shopId: string;
  readonly name: string;
  readonly cardNumber: string;
  readonly cardUntil: Date;
  readonly pin: string;
};

/** The clerk's id. */
export async function addClerk(
  core: Pick<Core, 'ids' | 'clock' | 'keys'>,
  tx: Tx,
  actor: string,
  { shopId, name, cardNumber, cardUntil, pin }: NewClerk,
): Promise<Outcome<string, 'not_found' | 'pin_taken' | 'already_exists'>> {
  const { ids, clock, keys } = core;
  if (!PIN_PATTERN.test(pin)) throw new Error('a PIN has four to eight digits');
  // The shop's row is locked, so that two clerks added at once cannot get one PIN.
  const [found] = await tx.select().from(shop).where(eq(shop.accountId, shopId)).for('update');
  if (!found) return refuse('not_found');
  if (await clerkWithPin(tx, keys, shopId, pin)) return refuse('pin_taken', { path: 'pin' });
  const id = ids.next();
  const added = await tx
    .insert(clerk)
    .values({ id, accountId: shopId, name, cardNumber, cardUntil, pinHash: await hashPin(keys, shopId, pin) })
    .onConflictDoNothing()
    .returning({ id: clerk.id });
  if (added.length === 0) return refuse('already_exists', { path: 'cardNumber' });
  await addAudit(tx, ids, clock.now(), { actor, action: 'clerk-added', subject: id, after: { shopId, cardNumber } });
  await recordChange(core, tx, actor, {
    kind: 'clerk-carded',
    subject: id,
    distributorId: found.distributorId,
    facts: { cardNumber, cardUntil: cardUntil.toISOString() },
    tell: 'nothing',
  });
  return ok(id);
}
