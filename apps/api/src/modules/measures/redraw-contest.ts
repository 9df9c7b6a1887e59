/**
 * Orders a stopped draw to be drawn once more. The signed statement is written with the approval, once for each draw; a job hands it in to the
 * inspector's log, and an official draws when the round that it names is due (module draws). Until then the contest stays locked, and may still
 * be made void.
 */
import type { Tx } from '@valira/db';
import type { Core } from '../../platform/core.ts';
import { type Contest, moveContest } from '../contests/index.ts';
import { orderRedraw } from '../draws/index.ts';
import { endMeasure, type Measure } from './measure.store.ts';

export async function redrawContest(
  tx: Tx,
  core: Core,
  contest: Contest,
  people: readonly [string, string],
  { id, reason }: Measure,
): Promise<void> {
  const { beacon, withdrawnOutputHash, earlier } = await orderRedraw(tx, core, contest.id, { id, reason, people });
  const at = core.clock.now();
  const facts = { reason, round: beacon.round, withdrawnOutputHash, earlier };
  await endMeasure(tx, at, id, facts);
  await moveContest(tx, core.ids, at, contest, { step: 'redraw-ordered', actors: people, facts });
}
