/** A payment that its holder disputes stops play until people have looked at it. The balance stays, and can be withdrawn as far as nothing is owed. */
import type { Tx } from '@valira/db';
import { account } from '@valira/db/schema';
import { and, eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { addAudit } from '../../../platform/outbox.ts';

export async function suspendPlay({ ids }: Pick<Core, 'ids'>, tx: Tx, accountId: string, reason: string, at: Date): Promise<void> {
  const changed = await tx
    .update(account)
    .set({ state: 'suspended' })
    .where(and(eq(account.id, accountId), eq(account.state, 'active')))
    .returning({ id: account.id });
  if (changed.length > 0)
    await addAudit(tx, ids, at, { actor: 'payment-provider', action: 'player.suspended', subject: accountId, before: 'active', reason });
}
