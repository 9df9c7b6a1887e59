/**
 * The one bank account of a player: money goes nowhere else (Law 35.6.5). It is named at registration; another one takes the place of the first
 * only by the desk, after the player has shown that it is theirs. Kept encrypted; the last four characters are shown.
 */
import type { Db, Tx } from '@valira/db';
import { playerPaymentAccount } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { desc, eq } from 'drizzle-orm';
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools';
import type { Core } from '../../platform/core.ts';
import { uuidBytes, wireId } from '../../platform/ids.ts';
import { canonicalText } from '../../platform/json.ts';
import { addAudit } from '../../platform/outbox.ts';
import { ibanIndexOf } from './person-index.ts';

export type DeclaredAccount = {
  /** As banks write it. */
  readonly holder: string;
  readonly iban: string;
  readonly ibanEnd: string;
};

/** The IBAN as banks exchange it, or why it cannot be paid to. */
export function readIban(typed: string): Outcome<string, 'iban_invalid' | 'iban_outside_sepa'> {
  const iban = electronicFormatIBAN(typed);
  if (!iban || !isValidIBAN(iban)) return refuse('iban_invalid', { path: 'iban' });
  return isSEPACountry(iban.slice(0, 2)) ? ok(iban) : refuse('iban_outside_sepa', { path: 'iban' });
}

/** Null when none was declared, or it was erased. */
export async function declaredAccount({ keys }: Pick<Core, 'keys'>, db: Db | Tx, accountId: string): Promise<DeclaredAccount | null> {
  const [row] = await db
    .select()
    .from(playerPaymentAccount)
    .where(eq(playerPaymentAccount.accountId, accountId))
    .orderBy(desc(playerPaymentAccount.n))
    .limit(1);
  if (!row?.box || !row.keyId) return null;
  const { holder, iban } = JSON.parse(Buffer.from(keys.decrypt(row.keyId, row.box, uuidBytes(accountId))).toString());
  return { holder, iban, ibanEnd: row.ibanEnd };
}

/** `iban` has been read. */
export async function declareAccount(
  { keys, ids, clock }: Pick<Core, 'keys' | 'ids' | 'clock'>,
  tx: Tx,
  accountId: string,
  { holder, iban }: Pick<DeclaredAccount, 'holder' | 'iban'>,
  actor: string,
): Promise<void> {
  const at = clock.now();
  const [last] = await tx
    .select({ n: playerPaymentAccount.n })
    .from(playerPaymentAccount)
    .where(eq(playerPaymentAccount.accountId, accountId))
    .orderBy(desc(playerPaymentAccount.n))
    .limit(1);
  const { keyId, box } = keys.encrypt('personal-data', Buffer.from(canonicalText({ holder, iban })), uuidBytes(accountId));
  await tx.insert(playerPaymentAccount).values({
    accountId,
    n: (last?.n ?? 0) + 1,
    keyId,
    box,
    ibanIndex: ibanIndexOf(keys, iban),
    ibanEnd: iban.slice(-4),
    declaredBy: actor,
    at,
  });
  await addAudit(tx, ids, at, { actor, action: 'player.account-declared', subject: wireId('account', accountId) });
}
