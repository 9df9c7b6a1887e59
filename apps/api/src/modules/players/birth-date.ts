/** The birth date that a player says at each visit (Law 9.2), from what is kept of their person. */
import { player } from '@valira/db/schema';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { findPerson } from './person.ts';

/** Null for who is no player, and for a player whose person was erased or never kept. */
export const birthDateOf =
  ({ db, keys }: Pick<Core, 'db' | 'keys'>) =>
  async (userId: string): Promise<string | null> => {
    const [row] = await db.select({ accountId: player.accountId }).from(player).where(eq(player.userId, userId));
    return row ? ((await findPerson({ keys }, db, row.accountId))?.birthDate ?? null) : null;
  };
