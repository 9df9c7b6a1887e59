/** Whose desk a contest is run from: a draw is the officials' alone, a pool the race desk's too. */
import type { Db, Tx } from '@valira/db';
import { contest, productVersion } from '@valira/db/schema';
import { type Refusal, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { StaffActor } from '../../platform/auth/actor.ts';

const refusalFor = ({ roles }: StaffActor, kind: 'draw' | 'pool'): Refusal | null =>
  roles.includes('official') || (kind === 'pool' && roles.includes('race-desk')) ? null : refuse('not_allowed');

/** Null where this person may; also for a contest that is none, which the command says. */
export async function deskRefusal(db: Db | Tx, actor: StaffActor, contestId: string): Promise<Refusal | null> {
  const [found] = await db.select({ kind: contest.kind }).from(contest).where(eq(contest.id, contestId));
  return found ? refusalFor(actor, found.kind) : null;
}

/** The same before there is a contest, by the product that it would be of. */
export async function productDeskRefusal(db: Db | Tx, actor: StaffActor, productVersionId: string): Promise<Refusal | null> {
  const [found] = await db
    .select({ modality: productVersion.modality })
    .from(productVersion)
    .where(eq(productVersion.id, productVersionId));
  return found ? refusalFor(actor, found.modality === 'c' ? 'pool' : 'draw') : null;
}
