/**
 * A player's visit begins when they sign in: they say their birth date (Law 9.2), it is compared, and the register of barred persons is asked (Law
 * 11.3). Who is found is barred at once; they may still come in to see and withdraw what is theirs. While the mirror does not find the invented
 * person it is not to be believed, and no player comes in.
 */
import { barredMirror, player } from '@valira/db/schema';
import { type Refusal, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { lookUp } from './barred/look-up.ts';
import { findPerson, fullName } from './person.ts';
import { changePlayer } from './player.store.ts';

type VisitRefusal = 'birth_date_required' | 'wrong_credentials' | 'register_unavailable';

/** Why the visit of this user does not begin; null for who may come in, staff among them. */
export const beginVisit =
  (core: Pick<Core, 'db' | 'keys' | 'ids' | 'clock' | 'inTransaction'>) =>
  async (userId: string, birthDate: string | undefined): Promise<Refusal<VisitRefusal> | null> => {
    const { db } = core;
    const [row] = await db.select().from(player).where(eq(player.userId, userId));
    const person = row && (await findPerson(core, db, row.accountId));
    if (!person) return null;
    if (birthDate === undefined) return refuse('birth_date_required', { path: 'birthDate' });
    if (birthDate !== person.birthDate) return refuse('wrong_credentials');
    const [mirror] = await db.select().from(barredMirror);
    if (!mirror || mirror.broken) return refuse('register_unavailable');
    const { accountId } = row;
    const sought = { documentNumber: person.documentNumber, name: fullName(person), birthDate };
    const found = await lookUp(core, db, sought, { occasion: 'sign-in', accountId });
    // What an exclusion of this very account bars is its standing already.
    if (found.outcome === 'hit' && !row.barredAt && !row.excludedAt)
      await core.inTransaction((tx) =>
        changePlayer(core, tx, accountId, { kind: 'bar' }, { actor: 'system', reason: 'register of barred persons' }),
      );
    return null;
  };
