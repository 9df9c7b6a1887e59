/**
 * Whether a pool takes its result from the official results of its events, or has it typed at the pool itself.
 *
 * At the pool only where it is alone on its one event and nobody has typed anything at the event: otherwise one race could end in two orders.
 */
import type { Db, Tx } from '@valira/db';
import { sql } from 'drizzle-orm';
import type { Contest } from './contest.store.ts';

export async function isDecidedByEvents(
  db: Db | Tx,
  { id, source, eventIds }: Pick<Contest, 'id' | 'source' | 'eventIds'>,
): Promise<boolean> {
  const [eventId] = eventIds;
  if (source !== 'event' || eventId === undefined) return false;
  if (eventIds.length > 1) return true;
  const [row] = await db.execute<{ decided: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM contest_leg WHERE event_id = ${eventId} AND contest_id <> ${id})
      OR EXISTS (SELECT 1 FROM event_result_entry WHERE event_id = ${eventId}) AS decided`);
  return row?.decided ?? false;
}

/** The pool's events as they are until the transaction ends, against whoever types at them. Before the contest's row is locked. */
export async function holdEventsOf(tx: Tx, contestId: string): Promise<void> {
  await tx.execute(sql`
    SELECT id FROM event WHERE id IN (SELECT event_id FROM contest_leg WHERE contest_id = ${contestId}) ORDER BY id FOR SHARE`);
}
