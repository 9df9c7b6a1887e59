/** A player shows a document: its pictures are encrypted and wait for the desk. One request at a time; a rejected one may be followed by another. */
import type { Tx } from '@valira/db';
import { identityCheck, identityDocument } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { uuidBytes, wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { lockedStanding } from '../player.store.ts';
import { MOST_DOCUMENT_BYTES, mediaTypeOf } from './document-type.ts';

export type Side = 'front' | 'back' | 'face';
export type Picture = { readonly side: Side; readonly bytes: Uint8Array };
type AskRefusal = 'player_not_in_state' | 'document_type' | 'document_too_large' | 'already_exists';

export async function askVerification(
  { ids, clock, keys }: Pick<Core, 'ids' | 'clock' | 'keys'>,
  tx: Tx,
  accountId: string,
  pictures: readonly Picture[],
  actor: string,
): Promise<Outcome<{ readonly id: string }, AskRefusal>> {
  const at = clock.now();
  const standing = await lockedStanding(tx, accountId, at);
  if (!standing || standing.state === 'closed' || standing.identity === 'verified') return refuse('player_not_in_state');
  const read = [];
  for (const [i, { side, bytes }] of pictures.entries()) {
    const mediaType = mediaTypeOf(bytes);
    if (!mediaType) return refuse('document_type', { path: `documents.${i}.content` });
    if (bytes.length > MOST_DOCUMENT_BYTES) return refuse('document_too_large', { path: `documents.${i}.content` });
    read.push({ side, bytes, mediaType });
  }
  const open = await tx
    .select({ id: identityCheck.id })
    .from(identityCheck)
    .where(and(eq(identityCheck.accountId, accountId), eq(identityCheck.state, 'open')));
  if (open.length > 0) return refuse('already_exists');
  const id = ids.next();
  await tx.insert(identityCheck).values({ id, accountId, askedAt: at });
  for (const { side, bytes, mediaType } of read) {
    const documentId = ids.next();
    const sealed = keys.encrypt('personal-data', bytes, uuidBytes(documentId));
    await tx.insert(identityDocument).values({ id: documentId, checkId: id, side, mediaType, sizeBytes: bytes.length, ...sealed, at });
  }
  await addAudit(tx, ids, at, {
    actor,
    action: 'identity.asked',
    subject: wireId('identityCheck', id),
    after: { pictures: pictures.length },
  });
  return ok({ id });
}
