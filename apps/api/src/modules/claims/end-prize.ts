/** The one row that ends a ticket's prizes. Whoever asks second waits for the first to commit, and then finds that it is taken. */
import type { Tx } from '@valira/db';
import { prizeEnd } from '@valira/db/schema';

export type PrizeEnd = typeof prizeEnd.$inferInsert;

/** The tickets whose prizes ended now; those that had ended before are left out. In ascending order, so that two do not wait for each other. */
export async function endPrizes(tx: Tx, ends: readonly PrizeEnd[]): Promise<Set<string>> {
  if (ends.length === 0) return new Set();
  const taken = await tx
    .insert(prizeEnd)
    .values(ends.toSorted((a, b) => (a.ticketId < b.ticketId ? -1 : 1)))
    .onConflictDoNothing()
    .returning({ ticketId: prizeEnd.ticketId });
  return new Set(taken.map(({ ticketId }) => ticketId));
}
