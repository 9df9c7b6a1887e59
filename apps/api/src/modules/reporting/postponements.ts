/** The moves of a contest's close that its record has to show: all since the announcement, which names the close as it was then. */
import type { Db } from '@valira/db';
import { drawAnnouncement, postponement } from '@valira/db/schema';
import type { PostponementStatement, Signed } from '@valira/games/verifiable';
import { asc, eq } from 'drizzle-orm';
import type { Contest } from '../contests/index.ts';

export async function postponementsOf(db: Db, { id }: Pick<Contest, 'id'>): Promise<Signed<PostponementStatement>[]> {
  const [announced] = await db.select({ at: drawAnnouncement.at }).from(drawAnnouncement).where(eq(drawAnnouncement.contestId, id));
  const moves = await db.select().from(postponement).where(eq(postponement.contestId, id)).orderBy(asc(postponement.seq));
  return moves.filter(({ at }) => !announced || at > announced.at).map(({ statement }) => statement as Signed<PostponementStatement>);
}
