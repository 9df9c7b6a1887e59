/**
 * Withdraws a result that is being corrected: the contest is `correcting` until the next version has been typed twice. From this commit on no
 * ticket of it validates or is paid. The postings of the withdrawn version are undone when the next one is settled, and its prizes are
 * recalled in pairs with the new ones (module settlement).
 */
import type { Tx } from '@valira/db';
import type { Core } from '../../platform/core.ts';
import { type Contest, moveContest } from '../contests/index.ts';
import { endMeasure, type Measure } from './measure.store.ts';

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
  await endMeasure(tx, at, id, { withdrawnVersion: contest.resultVersion });
}
