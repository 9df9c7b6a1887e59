/**
 * Which keys of the platform are believed: those pinned in this system's own database.
 *
 * The published keys of a purpose are taken when none is pinned for it yet; afterwards a new one is believed only when two
 * people register it here (`register-key.ts`). Who can write the platform's files can therefore not bring in a key.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Sql } from '../sql.ts';
import { keyIdOf } from '../statements/signed-statement.ts';
import { readPublishedKeys } from './published-keys.ts';

export type TrustedPurpose = 'intake' | 'seal';

export type TrustedKey = {
  readonly keyId: string;
  readonly purpose: TrustedPurpose;
  readonly publicKey: Uint8Array;
  readonly actors: readonly string[];
  readonly reason: string;
  readonly at: Date;
};

export type TrustedKeys = {
  /** The raw key of an id that is believed for this purpose, else null. */
  find(purpose: TrustedPurpose, keyId: string): Promise<Uint8Array | null>;
  all(): Promise<readonly TrustedKey[]>;
};

const pinned = (sql: Sql): Promise<TrustedKey[]> =>
  sql<TrustedKey[]>`SELECT key_id AS "keyId", purpose, public_key AS "publicKey", actors, reason, at FROM trusted_key ORDER BY at, key_id`;

/** Pins what is published for the purposes that have no key yet. Safe to repeat and to run twice at once. */
async function pinFirst(sql: Sql, path: string, now: Date): Promise<void> {
  const published = readPublishedKeys(path);
  if (published.length === 0) return;
  await sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(hashtext('trusted_key'))`;
    for (const purpose of ['intake', 'seal'] as const) {
      const [known] = await tx`SELECT 1 FROM trusted_key WHERE purpose = ${purpose}`;
      if (known) continue;
      for (const key of published.filter((one) => one.purpose === purpose))
        await tx`
          INSERT INTO trusted_key (key_id, purpose, public_key, actors, reason, at)
          VALUES (${key.keyId}, ${purpose}, ${key.publicKey}, ${['first-sight']}, 'first key of this purpose', ${now})`;
    }
  });
}

export function openTrustedKeys(sql: Sql, publishedPath: string, now: () => Date): TrustedKeys {
  const known = new Map<string, Uint8Array>();
  const read = async () => {
    for (const key of await pinned(sql)) known.set(`${key.purpose}/${key.keyId}`, key.publicKey);
  };
  return {
    async find(purpose, keyId) {
      const name = `${purpose}/${keyId}`;
      if (!known.has(name)) {
        await pinFirst(sql, publishedPath, now());
        await read();
      }
      return known.get(name) ?? null;
    },
    all: () => pinned(sql),
  };
}

export type KeyRegistration = {
  readonly purpose: TrustedPurpose;
  readonly publicKey: Uint8Array;
  readonly actors: readonly string[];
  readonly reason: string;
};

/** Believes a further key on the word of two people. The key's id comes back. */
export async function registerKey(
  sql: Sql,
  { purpose, publicKey, actors, reason }: KeyRegistration,
  now: Date,
): Promise<Outcome<string, 'same_person_twice' | 'reason_missing' | 'key_malformed' | 'key_of_another_purpose'>> {
  if (actors.length !== 2 || actors[0] === actors[1] || actors.some((actor) => actor === '')) return refuse('same_person_twice');
  if (reason.trim() === '') return refuse('reason_missing');
  if (publicKey.length !== 32) return refuse('key_malformed');
  const keyId = keyIdOf(publicKey);
  await sql`
    INSERT INTO trusted_key (key_id, purpose, public_key, actors, reason, at)
    VALUES (${keyId}, ${purpose}, ${publicKey}, ${[...actors]}, ${reason}, ${now}) ON CONFLICT DO NOTHING`;
  const [kept] = await sql<{ purpose: string }[]>`SELECT purpose FROM trusted_key WHERE key_id = ${keyId}`;
  return kept?.purpose === purpose ? ok(keyId) : refuse('key_of_another_purpose', { facts: { keyId } });
}
