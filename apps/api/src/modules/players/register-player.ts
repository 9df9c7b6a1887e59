/**
 * A person becomes a player: sign-in, account, its two limited balances, who they are and where their money returns to, in one transaction.
 *
 * One natural person has one account (Law 35.6.5): whoever is known by the number of their document, or by name and birth date, however they are
 * spelt, is refused. The account is provisional until the identity is proven.
 */
import type { Tx } from '@valira/db';
import { account, balance, player, playerPerson } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { sql } from 'drizzle-orm';
import { addPerson } from '../../platform/auth/add-person.ts';
import type { Core } from '../../platform/core.ts';
import { hex } from '../../platform/hash.ts';
import type { Language } from '../../platform/language.ts';
import { CODES } from '../ledger/index.ts';
import { ageOn, LEGAL_AGE } from './age.ts';
import { lookUp } from './barred/look-up.ts';
import { declareAccount, readIban } from './declared-account.ts';
import { fullName, type PersonDetails, sealPerson } from './person.ts';
import { documentIndexOf, nameIndexOf, nameWords, plainDocument, wordKeysOf } from './person-index.ts';
import { recordTransition } from './player.store.ts';

export type Registration = {
  /** Null where the player signs in with the mobile number of `person`. */
  readonly email: string | null;
  readonly passwordHash: string;
  readonly language: Language;
  readonly person: PersonDetails;
  /** As typed. */
  readonly iban: string;
};

export type RegistrationRefusal =
  | 'under_age'
  | 'email_taken'
  | 'person_registered'
  | 'person_barred'
  | 'iban_invalid'
  | 'iban_outside_sepa'
  | 'contact_required'
  | 'identity_unreadable';

export type RegisteredPlayer = { readonly userId: string; readonly accountId: string };

/** Whoever has no mail address signs in by their number: an address that nobody can write to stands for it. */
export const addressOfMobile = (mobile: string): string => `${mobile.slice(1)}@mobile.invalid`;

export async function registerPlayer(
  core: Pick<Core, 'ids' | 'clock' | 'keys'>,
  tx: Tx,
  { email, passwordHash, language, person, iban: typed }: Registration,
): Promise<Outcome<RegisteredPlayer, RegistrationRefusal>> {
  const { ids, clock, keys } = core;
  const at = clock.now();
  if (ageOn(person.birthDate, at) < LEGAL_AGE) return refuse('under_age', { path: 'birthDate' });
  // Nothing that folds to nothing: everybody of a script that is not read here would be one person.
  if (nameWords(fullName(person)).length < 2) return refuse('identity_unreadable', { path: 'surnames' });
  if (plainDocument(person.documentNumber).length < 5) return refuse('identity_unreadable', { path: 'documentNumber' });
  const iban = readIban(typed);
  if (!iban.ok) return iban;
  const address = email ?? (person.mobile && addressOfMobile(person.mobile));
  if (!address) return refuse('contact_required', { path: 'email' });
  const name = fullName(person);
  const { documentNumber, birthDate } = person;
  const found = await lookUp(core, tx, { documentNumber, name, birthDate }, { occasion: 'registration', accountId: null });
  if (found.outcome === 'hit') return refuse('person_barred');
  const added = await addPerson(tx, ids, { kind: 'player', name, email: address, passwordHash, language });
  if (!added.ok) return added;
  const userId = added.value;
  const accountId = ids.next();
  await tx.insert(account).values({ id: accountId, kind: 'player', createdAt: at });
  await tx.insert(balance).values([
    { accountId, code: CODES['player-cash'] },
    { accountId, code: CODES['player-held'] },
  ]);
  await tx.insert(player).values({ accountId, userId, createdAt: at, changedAt: at });
  const alone = await tx
    .insert(playerPerson)
    .values({
      accountId,
      documentIndex: documentIndexOf(keys, person.documentNumber),
      nameIndex: nameIndexOf(keys, name, person.birthDate),
      wordKeys: sql`ARRAY(SELECT decode(k, 'hex') FROM unnest(${sql.param(wordKeysOf(keys, name, person.birthDate).map(hex))}::text[]) AS k)`,
      ...sealPerson(keys, accountId, person),
      at,
    })
    .onConflictDoNothing()
    .returning({ accountId: playerPerson.accountId });
  if (alone.length === 0) return refuse('person_registered');
  const actor = `player:${userId}`;
  await recordTransition(core, tx, at, { accountId, transition: 'register', until: null, actor, reason: 'own request' }, null, {
    identity: 'provisional',
    state: 'provisional',
  });
  await declareAccount(core, tx, accountId, { holder: name, iban: iban.value }, actor);
  return ok({ userId, accountId });
}
