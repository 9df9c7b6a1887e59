/**
 * Clerks' PINs: four to eight digits, Argon2id over an HMAC under the platform's key. So few digits could be tried out against a stolen
 * hash; without the key they cannot. Within a shop no two active clerks have the same PIN, because the PIN alone says who is at the counter.
 */
import type { Tx } from '@valira/db';
import { clerk } from '@valira/db/schema';
import { and, eq } from 'drizzle-orm';
import { hashPassword, verifyPassword } from '../../platform/auth/password-hash.ts';
import { hex } from '../../platform/hash.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';

export const PIN_PATTERN = /^\d{4,8}$/;

const peppered = (keys: Keyring, shopId: string, pin: string): string => hex(keys.mac('session', Buffer.from(`pin/${shopId}/${pin}`)));

export const hashPin = (keys: Keyring, shopId: string, pin: string): Promise<string> => hashPassword(peppered(keys, shopId, pin));

export type KnownClerk = { readonly id: string; readonly name: string; readonly cardNumber: string };

/** The active clerk of the shop who has this PIN, or null. */
export async function clerkWithPin(
  db: Pick<Tx, 'select'>,
  keys: Keyring,
  shopId: string,
  pin: string,
): Promise<(KnownClerk & { readonly cardUntil: Date }) | null> {
  const clerks = await db
    .select()
    .from(clerk)
    .where(and(eq(clerk.accountId, shopId), eq(clerk.state, 'active')));
  const given = peppered(keys, shopId, pin);
  for (const { id, name, cardNumber, cardUntil, pinHash } of clerks)
    if (await verifyPassword(pinHash, given)) return { id, name, cardNumber, cardUntil };
  return null;
}
