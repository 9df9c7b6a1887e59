/**
 * Packs on sale become due by what the papers say: a share of their low prizes validated, days after activation, or the next pack of the game
 * activated in the shop. What is due is billed; a pack whose shop has no credit left stays due, and is tried again.
 *
 * How many low prizes a pack holds is asked of its sealed tickets and told to nobody: the answer is only whether it is due.
 */
import type { Tx } from '@valira/db';
import { instantPack, instantPayment } from '@valira/db/schema';
import { type Outcome, ok } from '@valira/outcome';
import { and, asc, between, eq, inArray, lte } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { findRun, type StoredRun } from '../runs/run.store.ts';
import { openedOutcomes } from '../tickets/open-outcome.ts';
import { firstIndexOf } from '../tickets/ticket-place.ts';
import { type BillTrigger, billPack } from './bill-pack.ts';
import { lockPacks, movePacks, type PackRow } from './move-packs.ts';

const SYSTEM = { actor: 'system' };

async function settle(
  core: Core,
  tx: Tx,
  run: StoredRun,
  pack: PackRow,
  trigger: BillTrigger,
): Promise<Outcome<null, 'credit_limit_reached'>> {
  const billed = await billPack(core, tx, run, pack, { tickets: run.packSize, trigger });
  if (!billed.ok) return billed;
  await movePacks(core, tx, [pack], { to: 'settled', by: SYSTEM });
  return ok(null);
}

/** The pack's row as it is now, held until the end of the transaction, when it is still on sale. */
async function onSale(tx: Tx, runId: string, pack: number): Promise<PackRow | null> {
  const found = await lockPacks(tx, runId, [pack]);
  const [row] = found.ok ? found.value : [];
  return row?.state === 'activated' ? row : null;
}

/** Other packs of the game that the shop has on sale are due when the papers say so: called with an activation. */
export async function settleEarlierPacks(
  core: Core,
  tx: Tx,
  run: StoredRun,
  activated: PackRow,
): Promise<Outcome<null, 'credit_limit_reached'>> {
  if (!run.papers.settlement?.nextPackActivated || !activated.accountId) return ok(null);
  const earlier = await tx
    .select()
    .from(instantPack)
    .where(and(eq(instantPack.runId, run.id), eq(instantPack.accountId, activated.accountId), eq(instantPack.state, 'activated')))
    .orderBy(asc(instantPack.pack));
  for (const pack of earlier) {
    if (pack.pack === activated.pack) continue;
    const settled = await settle(core, tx, run, pack, 'next-pack');
    if (!settled.ok) return settled;
  }
  return ok(null);
}

/** Whether so many of the pack's low prizes have been paid that it is due. */
async function lowPrizesGone(core: Core, tx: Tx, run: StoredRun, pack: PackRow): Promise<boolean> {
  const percent = run.papers.settlement?.lowPrizesPercent;
  if (percent === undefined) return false;
  const low = new Set(run.papers.tiers.flatMap(({ id, spread }) => (spread === 'low' ? [id] : [])));
  const first = firstIndexOf(run, pack.pack);
  const outcomes = await openedOutcomes(core, tx, run, first, run.packSize);
  const prizes = outcomes.filter(({ tier }) => tier !== null && low.has(tier.id)).length;
  const paid = await tx
    .select({ index: instantPayment.index })
    .from(instantPayment)
    .where(
      and(
        eq(instantPayment.runId, run.id),
        between(instantPayment.index, first, first + run.packSize - 1),
        inArray(instantPayment.tier, [...low]),
      ),
    );
  return paid.length * 100 >= prizes * percent && paid.length > 0;
}

/** A bill that the shop has no credit for is rolled back whole. */
class NoCredit extends Error {}

function settledOrNot(settled: Outcome<null>): true {
  if (!settled.ok) throw new NoCredit(settled.code);
  return true;
}

function notYet(error: unknown): false {
  if (error instanceof NoCredit) return false;
  throw error;
}

/** After a prize of the pack was paid. A shop without credit keeps its pack on sale until the daily look. */
export async function settleWhenLowPrizesGone(core: Core, runId: string, packNumber: number): Promise<boolean> {
  return core
    .inTransaction(async (tx) => {
      const run = await findRun(tx, runId);
      const pack = run && (await onSale(tx, runId, packNumber));
      if (!pack || !(await lowPrizesGone(core, tx, run, pack))) return false;
      return settledOrNot(await settle(core, tx, run, pack, 'low-prizes'));
    })
    .catch(notYet);
}

/** Every pack of a run whose days are over, or that is still on sale after the run's claim period began to count; each in its own transaction. */
export async function settleDuePacks(core: Core, run: StoredRun): Promise<number> {
  const days = run.papers.settlement?.daysAfterActivation;
  const now = core.clock.now();
  if (days === undefined && run.state !== 'ended') return 0;
  const before = run.state === 'ended' ? now : new Date(now.getTime() - (days ?? 0) * 86_400_000);
  const due = await core.db
    .select({ pack: instantPack.pack })
    .from(instantPack)
    .where(and(eq(instantPack.runId, run.id), eq(instantPack.state, 'activated'), lte(instantPack.activatedAt, before)))
    .orderBy(asc(instantPack.pack));
  let settled = 0;
  for (const { pack } of due) {
    const done = await core
      .inTransaction(async (tx) => {
        const row = await onSale(tx, run.id, pack);
        return row ? settledOrNot(await settle(core, tx, run, row, run.state === 'ended' ? 'end-of-game' : 'days')) : false;
      })
      .catch(notYet);
    if (done) settled += 1;
  }
  return settled;
}
