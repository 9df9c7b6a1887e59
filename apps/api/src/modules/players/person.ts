/** Who a player is, kept encrypted under the personal-data key; the account's id is bound into the box. */
import type { Db, Tx } from '@valira/db';
import { playerPerson } from '@valira/db/schema';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { uuidBytes } from '../../platform/ids.ts';
import { canonicalText } from '../../platform/json.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';

export const DOCUMENT_KINDS = ['passport', 'national-id', 'residence-card'] as const;

export type Address = {
  readonly street: string;
  readonly postalCode: string;
  readonly town: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
};

export type PersonDetails = {
  readonly givenNames: string;
  readonly surnames: string;
  /** YYYY-MM-DD */
  readonly birthDate: string;
  /** ISO 3166-1 alpha-2. */
  readonly nationality: string;
  readonly documentKind: (typeof DOCUMENT_KINDS)[number];
  readonly documentNumber: string;
  readonly address: Address;
  /** E.164; null where the player is reached by mail. */
  readonly mobile: string | null;
};

export const fullName = ({ givenNames, surnames }: Pick<PersonDetails, 'givenNames' | 'surnames'>): string => `${givenNames} ${surnames}`;

export const sealPerson = (keys: Keyring, accountId: string, person: PersonDetails): { keyId: string; box: Uint8Array } =>
  keys.encrypt('personal-data', Buffer.from(canonicalText(person)), uuidBytes(accountId));

/** Null when nothing was kept, or it was erased. */
export async function findPerson({ keys }: Pick<Core, 'keys'>, db: Db | Tx, accountId: string): Promise<PersonDetails | null> {
  const [row] = await db.select().from(playerPerson).where(eq(playerPerson.accountId, accountId));
  if (!row?.box || !row.keyId) return null;
  return JSON.parse(Buffer.from(keys.decrypt(row.keyId, row.box, uuidBytes(accountId))).toString()) as PersonDetails;
}
