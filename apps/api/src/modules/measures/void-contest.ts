/**
 * Makes a contest void: sales end now, whatever had been settled is taken back, and every stake is on its way back.
 *
 * The caller holds the contest's close lock and its row. A void takes the next version number, so refunds are never mistaken for prizes of a
 * result. The contest is `voiding` until the last stretch is paid back and the record is published.
 */
import type { Tx } from '@valira/db';
import { contest as contestTable } from '@valira/db/schema';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { type Contest, databaseNow, moveContest } from '../contests/index.ts';
import { undoSettlement } from '../settlement/index.ts';

export async function voidContest(tx: Tx, core: Core, contest: Contest, people: readonly [string, string], reason: string): Promise<void> {
  const now = await databaseNow(tx);
  const resultVersion = contest.resultVersion + 1;
  await undoSettlement(tx, core.ids, now, contest.id, resultVersion);
  const closesNow = contest.state === 'open' && now < contest.closesAt;
  await tx
    .update(contestTable)
    .set({ resultVersion, ...(closesNow && { closesAt: now }) })
    .where(eq(contestTable.id, contest.id));
  await moveContest(tx, core.ids, now, contest, {
    step: 'voided',
    to: 'voiding',
    actors: people,
    facts: { reason, from: contest.state, announcedCloseAt: contest.closesAt },
  });
}
