/**
 * When the last top prize of a run has been paid or opened, the operator is warned, and sales end where the papers say so: nobody is sold a chance that
 * is not there.
 */
import type { Tx } from '@valira/db';
import { prizeOfTier } from '@valira/games/instants';
import type { Core } from '../../platform/core.ts';
import { raiseAlarm } from './raise-alarm.ts';
import { remainingPrizes } from './remaining-prizes.ts';
import { endRun } from './runs/open-run.ts';
import { lockRun, type StoredRun } from './runs/run.store.ts';

/** Tiers placed as top prizes; where none is said to be, the dearest one. */
export function topTiers({ papers }: Pick<StoredRun, 'papers'>): ReadonlySet<string> {
  const placed = papers.tiers.filter(({ spread }) => spread === 'top');
  if (placed.length > 0) return new Set(placed.map(({ id }) => id));
  const isDearest = (prize: bigint) => papers.tiers.every((tier) => prizeOfTier(tier) <= prize);
  return new Set(papers.tiers.filter((tier) => isDearest(prizeOfTier(tier))).map(({ id }) => id));
}

/** Called with a prize of `tier` that was just given, in its transaction. */
export async function watchTopPrizes(core: Pick<Core, 'ids' | 'clock'>, tx: Tx, { id, papers }: StoredRun, tier: string): Promise<void> {
  const top = topTiers({ papers });
  if (!top.has(tier)) return;
  const run = await lockRun(tx, id);
  if (!run) return;
  const { tiers } = await remainingPrizes(tx, run);
  if (tiers.some((row) => top.has(row.tier) && row.left > 0)) return;
  const ends = papers.endOfGame.topPrizesGone === 'end-sales' && run.state === 'on-sale';
  await raiseAlarm(core, tx, { kind: 'top-prizes-gone', runId: id, subject: 'top', facts: { tiers: [...top], salesEnded: ends } });
  if (ends) await endRun(core, tx, 'system', run, 'top-prizes-gone');
}
