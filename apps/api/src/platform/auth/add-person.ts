/** Makes a person who can sign in with e-mail and password. What the person is for (account, roles) is the caller's, in the same transaction. */
import type { Tx } from '@valira/db';
import { authAccount, authUser } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import type { Ids } from '../ids.ts';
import type { Language } from '../language.ts';
import type { Actor } from './actor.ts';

export type NewPerson = {
  readonly kind: Exclude<Actor['kind'], 'terminal'>;
  readonly name: string;
  readonly email: string;
  /** From `hashPassword`. */
  readonly passwordHash: string;
  readonly language: Language;
};

/** The user's id. Addresses are compared without regard to case. */
export async function addPerson(tx: Tx, ids: Ids, person: NewPerson): Promise<Outcome<string, 'email_taken'>> {
  const { kind, name, email, passwordHash, language } = person;
  const id = ids.next();
  const added = await tx
    .insert(authUser)
    .values({ id, kind, name, email: email.toLowerCase(), language })
    .onConflictDoNothing()
    .returning({ id: authUser.id });
  if (added.length === 0) return refuse('email_taken', { path: 'email' });
  await tx.insert(authAccount).values({ id: ids.next(), userId: id, accountId: id, providerId: 'credential', password: passwordHash });
  return ok(id);
}
