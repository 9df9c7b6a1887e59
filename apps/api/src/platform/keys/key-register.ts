/** The register of keys: which keys there are, what for, and from when. Kept beside the data that they sign, without any secret. */
import type { Db } from '@valira/db';
import { keyRegister } from '@valira/db/schema';
import type { Keyring } from './keyring.ts';

export async function registerKeys(db: Db, keys: Keyring, holder: string): Promise<void> {
  const rows = keys
    .describe()
    .map(({ keyId, purpose, algorithm, publicKey, createdAt }) => ({ keyId, purpose, algorithm, holder, publicKey, validFrom: createdAt }));
  await db.insert(keyRegister).values(rows).onConflictDoNothing();
}
