/** A distributor of the network, before it has a licence or a contract: it sells nothing until both are entered and in force. */
import type { Tx } from '@valira/db';
import { distributor } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { recordChange } from './record-change.ts';

export type NewDistributor = {
  readonly name: string;
  readonly registerNumber: string;
} & (
  | { readonly kind: 'own' | 'principal' | 'secondary'; readonly principalId?: undefined }
  /** Class H: resells the stock of a principal distributor. */
  | { readonly kind: 'mixed'; readonly principalId: string }
);

/** The distributor's id. */
export async function registerDistributor(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  { kind, name, registerNumber, principalId }: NewDistributor,
): Promise<Outcome<string, 'not_found' | 'already_exists'>> {
  const { ids, clock } = core;
  if (principalId !== undefined) {
    const [principal] = await tx.select({ kind: distributor.kind }).from(distributor).where(eq(distributor.id, principalId));
    if (principal?.kind !== 'principal') return refuse('not_found', { path: 'principalId' });
  }
  const id = ids.next();
  const at = clock.now();
  const added = await tx
    .insert(distributor)
    .values({ id, kind, name, registerNumber, principalId: principalId ?? null, createdAt: at })
    .onConflictDoNothing()
    .returning({ id: distributor.id });
  if (added.length === 0) return refuse('already_exists', { path: 'registerNumber' });
  await addAudit(tx, ids, at, { actor, action: 'distributor-registered', subject: id, after: { kind, name, registerNumber } });
  await recordChange(core, tx, actor, {
    kind: 'distributor-registered',
    subject: id,
    distributorId: id,
    facts: { kind, name },
    tell: 'nothing',
  });
  return ok(id);
}
