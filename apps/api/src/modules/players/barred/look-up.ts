/**
 * Whether a person is barred: in the register's mirror, or by an exclusion of their own, with this account or another one. Found by the document's
 * number, by name and birth date, or by part of the name with the birth date when all words of the shorter name are in the longer one. A person of
 * the same birth date who shares two words of a name counts as the same until the desk has seen a document: nobody plays by a misspelling (R37).
 */
import type { Db, Tx } from '@valira/db';
import { barredMirror, barredQuery } from '@valira/db/schema';
import { sql } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { hex } from '../../../platform/hash.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import { documentIndexOf, nameIndexOf, wordKeysOf } from '../person-index.ts';

export type Sought = { readonly documentNumber: string | null; readonly name: string /** YYYY-MM-DD */; readonly birthDate: string };
export type LookedUp =
  | { readonly outcome: 'clear' | 'unavailable'; readonly personId: null }
  | { readonly outcome: 'hit'; readonly personId: string };
export type Occasion = (typeof barredQuery.$inferSelect)['occasion'];

export async function findBarred(
  db: Db | Tx,
  keys: Keyring,
  { documentNumber, name, birthDate }: Sought,
  at: Date,
): Promise<string | null> {
  const words = wordKeysOf(keys, name, birthDate).map(hex);
  const now = at.toISOString();
  const document = documentNumber === null ? null : hex(documentIndexOf(keys, documentNumber));
  const [row] = await db.execute<{ id: string }>(sql`
    SELECT b.id FROM barred_person b
    LEFT JOIN LATERAL (SELECT count(*) AS shared FROM barred_word w
      WHERE w.person_id = b.id AND w.key IN (SELECT decode(k, 'hex') FROM unnest(${sql.param(words)}::text[]) AS k)) s ON true
    WHERE b.removed_at IS NULL AND b.starts_at <= ${now}::timestamptz AND (b.ends_at IS NULL OR b.ends_at > ${now}::timestamptz)
      AND (b.id IN (
          SELECT d.id FROM barred_person d WHERE d.removed_at IS NULL AND d.document_index = decode(${document}::text, 'hex')
          UNION ALL SELECT n.id FROM barred_person n WHERE n.removed_at IS NULL AND n.name_index = ${nameIndexOf(keys, name, birthDate)}
          UNION ALL SELECT w.person_id FROM barred_word w WHERE w.key IN (SELECT decode(k, 'hex') FROM unnest(${sql.param(words)}::text[]) AS k)))
      AND (b.document_index = decode(${document}::text, 'hex') OR b.name_index = ${nameIndexOf(keys, name, birthDate)}
        OR (s.shared >= 2 AND s.shared = least(b.words, ${words.length})))
    LIMIT 1`);
  return row?.id ?? null;
}

/** Asks, and logs the question. When the mirror is too old or broken, the answer is `unavailable` unless somebody is found. */
export async function lookUp(
  { ids, clock, keys }: Pick<Core, 'ids' | 'clock' | 'keys'>,
  db: Db | Tx,
  sought: Sought,
  asked: { readonly occasion: Occasion; readonly accountId: string | null },
): Promise<LookedUp> {
  const at = clock.now();
  const personId = await findBarred(db, keys, sought, at);
  const [mirror] = await db.select().from(barredMirror);
  const good = mirror !== undefined && !mirror.broken && mirror.goodUntil > at;
  const found: LookedUp = personId ? { outcome: 'hit', personId } : { outcome: good ? 'clear' : 'unavailable', personId: null };
  await db.insert(barredQuery).values({ id: ids.next(), ...asked, outcome: found.outcome, personId, at });
  return found;
}
