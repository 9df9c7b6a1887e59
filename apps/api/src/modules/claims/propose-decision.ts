/** The first person's view of a dispute: for whoever holds the ticket, or for the claimant. */
import type { Tx } from '@valira/db';
import { dispute } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';

export type DisputeOutcome = 'holder' | 'claimant';

export async function proposeDecision(
  { ids, clock }: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  id: string,
  { outcome, reason }: { readonly outcome: DisputeOutcome; readonly reason: string },
): Promise<Outcome<{ state: 'proposed' }, 'not_found' | 'wrong_state'>> {
  const [found] = await tx.select().from(dispute).where(eq(dispute.id, id)).for('update');
  if (!found) return refuse('not_found');
  if (found.state !== 'open') return refuse('wrong_state', { facts: { state: found.state } });
  const at = clock.now();
  await tx
    .update(dispute)
    .set({ state: 'proposed', outcome, proposedBy: actor, proposedAt: at, proposalReason: reason })
    .where(eq(dispute.id, id));
  await addAudit(tx, ids, at, {
    actor,
    action: 'dispute.proposed',
    subject: wireId('dispute', id),
    before: 'open',
    after: { outcome },
    reason,
  });
  return ok({ state: 'proposed' });
}
