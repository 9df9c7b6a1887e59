/** A terminal that was lost, stolen or taken out of use. Its device key opens nothing any more; its clerks' sessions on it end. For good. */
import type { Tx } from '@valira/db';
import { clerkSession, terminal } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, isNull } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';

export async function revokeTerminal(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  terminalId: string,
  reason: string,
): Promise<Outcome<{ readonly state: 'revoked' }, 'not_found' | 'wrong_state'>> {
  const { ids, clock } = core;
  const [found] = await tx.select({ state: terminal.state }).from(terminal).where(eq(terminal.id, terminalId)).for('update');
  if (!found) return refuse('not_found');
  if (found.state === 'revoked') return refuse('wrong_state');
  const at = clock.now();
  await tx.update(terminal).set({ state: 'revoked', enrolmentCodeHash: null, enrolmentExpiresAt: null }).where(eq(terminal.id, terminalId));
  await tx
    .update(clerkSession)
    .set({ endedAt: at })
    .where(and(eq(clerkSession.terminalId, terminalId), isNull(clerkSession.endedAt)));
  await addAudit(tx, ids, at, { actor, action: 'terminal-revoked', subject: terminalId, before: { state: found.state }, reason });
  return ok({ state: 'revoked' });
}
