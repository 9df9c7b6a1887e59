/**
 * Hands outbox rows to the queue after their transaction committed, and forgets them. A crash between the two sends a row again, which
 * is harmless: jobs are keyed by what they are about and handlers run at least once. Two relays share the rows between them.
 */
import type { Db } from '@valira/db';
import { outbox } from '@valira/db/schema';
import { asc, inArray } from 'drizzle-orm';
import type { JobQueue } from './jobs/index.ts';

const BATCH = 500;

/** Relays one batch; returns how many rows it took. */
export const relayOnce = (db: Db, queue: JobQueue): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await tx.select().from(outbox).orderBy(asc(outbox.id)).limit(BATCH).for('update', { skipLocked: true });
    if (rows.length === 0) return 0;
    await queue.enqueueAll(rows.map(({ topic, key, payload }) => ({ topic, key, payload })));
    await tx.delete(outbox).where(
      inArray(
        outbox.id,
        rows.map(({ id }) => id),
      ),
    );
    return rows.length;
  });
