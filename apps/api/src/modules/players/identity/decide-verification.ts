/**
 * The desk's outcome, with its reason: the document is this player's and the account is verified, or it is not enough and the player is told why. The
 * register of barred persons is asked once more by what the document says.
 */
import type { Tx } from '@valira/db';
import { identityCheck } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { queueMessages } from '../../messages/index.ts';
import { lookUp } from '../barred/look-up.ts';
import { findPerson, fullName } from '../person.ts';
import { changePlayer } from '../player.store.ts';

export const REJECTIONS = ['unreadable', 'expired', 'other-person', 'not-accepted', 'altered', 'under-age'] as const;
export type Decision =
  | { readonly outcome: 'accepted'; readonly note: string | null }
  | { readonly outcome: 'rejected'; readonly reason: (typeof REJECTIONS)[number]; readonly note: string | null };

export async function decideVerification(
  core: Pick<Core, 'ids' | 'clock' | 'keys'>,
  tx: Tx,
  checkId: string,
  decision: Decision,
  actor: string,
): Promise<Outcome<null>> {
  const [check] = await tx.select().from(identityCheck).where(eq(identityCheck.id, checkId)).for('update');
  if (!check) return refuse('not_found');
  if (check.state !== 'open') return refuse('player_not_in_state');
  const at = core.clock.now();
  const { accountId } = check;
  const reason = decision.outcome === 'accepted' ? 'matches' : decision.reason;
  await tx
    .update(identityCheck)
    .set({ state: decision.outcome, reason, note: decision.note, decidedBy: actor, decidedAt: at })
    .where(eq(identityCheck.id, checkId));
  await addAudit(tx, core.ids, at, { actor, action: `identity.${decision.outcome}`, subject: wireId('identityCheck', checkId), reason });
  if (decision.outcome === 'accepted') {
    const verified = await changePlayer(core, tx, accountId, { kind: 'verify' }, { actor, reason: 'document seen' });
    if (!verified.ok) return verified;
    const person = await findPerson(core, tx, accountId);
    if (person) {
      const { documentNumber, birthDate } = person;
      const found = await lookUp(core, tx, { documentNumber, name: fullName(person), birthDate }, { occasion: 'verification', accountId });
      if (found.outcome === 'hit')
        await changePlayer(core, tx, accountId, { kind: 'bar' }, { actor: 'system', reason: 'register of barred persons' });
    }
  }
  // A document that was altered or shows a child or another person closes play until somebody has looked into it.
  if (reason === 'altered' || reason === 'under-age' || reason === 'other-person')
    await changePlayer(core, tx, accountId, { kind: 'suspend' }, { actor, reason: `document: ${reason}` });
  const cause = `identity:${checkId}`;
  await queueMessages(core, tx, at, [
    decision.outcome === 'accepted'
      ? { accountId, kind: 'identity-accepted', cause, facts: {} }
      : { accountId, kind: 'identity-rejected', cause, facts: { problem: decision.reason } },
  ]);
  return ok(null);
}
