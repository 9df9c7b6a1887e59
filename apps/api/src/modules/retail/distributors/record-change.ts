/** The register of changes of the network: what happened, who entered it, by when CRAJ is told, and when it was. */
import type { Tx } from '@valira/db';
import { type NETWORK_CHANGES, networkChange } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, isNull } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { type Telling, tellBy } from './tell-by.ts';

export type NetworkChange = {
  readonly kind: (typeof NETWORK_CHANGES)[number];
  readonly subject: string;
  readonly distributorId: string;
  readonly facts: Readonly<Record<string, string | boolean>>;
  readonly tell: Telling;
};

export async function recordChange(core: Pick<Core, 'ids' | 'clock'>, tx: Tx, actor: string, change: NetworkChange): Promise<void> {
  const { tell, ...row } = change;
  const at = core.clock.now();
  await tx.insert(networkChange).values({ ...row, id: core.ids.next(), actor, at, tellBy: tellBy(tell, at) });
}

/** CRAJ was told of a change, once. */
export async function changeTold(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  id: string,
): Promise<Outcome<{ readonly toldAt: Date }, 'not_found' | 'wrong_state'>> {
  const at = core.clock.now();
  const told = await tx
    .update(networkChange)
    .set({ toldAt: at, toldBy: actor })
    .where(and(eq(networkChange.id, id), isNull(networkChange.toldAt)))
    .returning({ id: networkChange.id });
  if (told.length === 0) {
    const [found] = await tx.select({ id: networkChange.id }).from(networkChange).where(eq(networkChange.id, id));
    return found ? refuse('wrong_state') : refuse('not_found');
  }
  await addAudit(tx, core.ids, at, { actor, action: 'network-change-told', subject: id });
  return ok({ toldAt: at });
}
