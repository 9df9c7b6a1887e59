/** A person becomes a player: sign-in, account, its two limited balances and the link between them, in one transaction. */
import type { Tx } from '@valira/db';
import { account, balance, player } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { addPerson } from '../../platform/auth/add-person.ts';
import type { Core } from '../../platform/core.ts';
import type { Language } from '../../platform/language.ts';
import { addAudit } from '../../platform/outbox.ts';
import { CODES } from '../ledger/index.ts';
import { ageOn, LEGAL_AGE } from './age.ts';

export type Registration = {
  readonly email: string;
  readonly passwordHash: string;
  readonly name: string;
  /** YYYY-MM-DD. Looked at, not kept: identity is verified and kept by the verification step. */
  readonly birthDate: string;
  readonly language: Language;
};

export type RegistrationRefusal = 'under_age' | 'email_taken';

export type RegisteredPlayer = { readonly userId: string; readonly accountId: string };

export async function registerPlayer(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  registration: Registration,
): Promise<Outcome<RegisteredPlayer, RegistrationRefusal>> {
  const { ids, clock } = core;
  const at = clock.now();
  if (ageOn(registration.birthDate, at) < LEGAL_AGE) return refuse('under_age', { path: 'birthDate' });
  const person = await addPerson(tx, ids, { ...registration, kind: 'player' });
  if (!person.ok) return person;
  const userId = person.value;
  const accountId = ids.next();
  await tx.insert(account).values({ id: accountId, kind: 'player', createdAt: at });
  await tx.insert(balance).values([
    { accountId, code: CODES['player-cash'] },
    { accountId, code: CODES['player-held'] },
  ]);
  await tx.insert(player).values({ accountId, userId, createdAt: at });
  await addAudit(tx, ids, at, { actor: `player:${userId}`, action: 'player-registered', subject: accountId });
  return ok({ userId, accountId });
}
