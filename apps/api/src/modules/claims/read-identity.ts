/** Shows a member of staff or the inspector who made a claim. Each look is in the audit chain; what was seen is not. */
import type { Tx } from '@valira/db';
import { claimIdentity } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { uuidBytes, wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import type { Identification } from './claimant.ts';

/** Not found when nobody had to be known, or when what was known has been erased. */
export async function readIdentity(
  { keys, ids, clock }: Pick<Core, 'keys' | 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  claimId: string,
): Promise<Outcome<Identification, 'not_found'>> {
  const [row] = await tx.select().from(claimIdentity).where(eq(claimIdentity.claimId, claimId));
  if (!row) return refuse('not_found');
  await addAudit(tx, ids, clock.now(), { actor, action: 'claim.identity-read', subject: wireId('claim', claimId) });
  return ok(JSON.parse(Buffer.from(keys.decrypt(row.keyId, row.box, uuidBytes(claimId))).toString()) as Identification);
}
