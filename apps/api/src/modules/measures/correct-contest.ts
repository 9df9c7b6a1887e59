/**
 * Withdraws a result that is being corrected: the contest is `correcting` until the next version has been typed twice. From this commit on no
 * ticket of it validates or is paid. The postings of the withdrawn version are undone when the next one is settled, and its prizes are
 * recalled in pairs with the new ones (module settlement). Players who had won by a published result are told.
 */
import type { Tx } from '@valira/db';
import { player, prize } from '@valira/db/schema';
import { and, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { type Contest, moveContest } from '../contests/index.ts';
import { type Named, queueMessages } from '../messages/index.ts';
import { endMeasure, type Measure } from './measure.store.ts';

const TOLD: ReadonlySet<Contest['state']> = new Set(['published', 'archived']);

export async function correctContest(
  tx: Tx,
  core: Core,
  contest: Contest,
  people: readonly [string, string],
  { id, reason }: Measure,
): Promise<void> {
  const at = core.clock.now();
  await moveContest(tx, core.ids, at, contest, {
    step: 'result-withdrawn',
    to: 'correcting',
    actors: people,
    facts: { reason, version: contest.resultVersion, from: contest.state },
  });
  if (TOLD.has(contest.state)) await tellWinners(tx, core, contest, at);
  await endMeasure(tx, at, id, { withdrawnVersion: contest.resultVersion });
}

/** Whoever was told of a win is told that the result is being corrected. */
async function tellWinners(tx: Tx, core: Core, { id, resultVersion, names, number }: Contest, at: Date): Promise<void> {
  const winners = await tx
    .selectDistinct({ accountId: prize.accountId })
    .from(prize)
    .innerJoin(player, eq(player.accountId, prize.accountId))
    .where(and(eq(prize.contestId, id), eq(prize.resultVersion, resultVersion)));
  await queueMessages(
    core,
    tx,
    at,
    winners.map(({ accountId }) => ({
      accountId,
      kind: 'result-corrected',
      cause: `correction:${id}:${resultVersion}`,
      facts: { product: names as Named, number },
    })),
  );
}
