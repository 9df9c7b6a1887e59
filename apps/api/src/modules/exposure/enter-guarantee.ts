/** The guarantee on record: one person enters the document, another confirms it. */
import { guarantee } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';

export type NewGuarantee = {
  readonly issuer: string;
  readonly document: string;
  readonly amountCents: bigint;
  readonly validFrom: Date;
  readonly validUntil: Date;
};

export const enterGuarantee = (core: Core, actor: string, wanted: NewGuarantee): Promise<Outcome<string, 'invalid_input'>> =>
  core.inTransaction<Outcome<string, 'invalid_input'>>(async (tx) => {
    if (wanted.validUntil <= wanted.validFrom) return refuse('invalid_input', { path: 'validUntil' });
    const id = core.ids.next();
    const at = core.clock.now();
    await tx.insert(guarantee).values({ id, ...wanted, enteredBy: actor, enteredAt: at });
    await addAudit(tx, core.ids, at, { actor, action: 'guarantee.entered', subject: id, after: wanted });
    return ok(id);
  });

export const confirmGuarantee = (
  core: Core,
  actor: string,
  id: string,
): Promise<Outcome<null, 'not_found' | 'wrong_state' | 'four_eyes'>> =>
  core.inTransaction<Outcome<null, 'not_found' | 'wrong_state' | 'four_eyes'>>(async (tx) => {
    const [found] = await tx.select().from(guarantee).where(eq(guarantee.id, id)).for('update');
    if (!found) return refuse('not_found');
    if (found.confirmedAt) return refuse('wrong_state');
    if (found.enteredBy === actor) return refuse('four_eyes');
    const at = core.clock.now();
    await tx.update(guarantee).set({ confirmedBy: actor, confirmedAt: at }).where(eq(guarantee.id, id));
    await addAudit(tx, core.ids, at, { actor, action: 'guarantee.confirmed', subject: id });
    return ok(null);
  });
