/**
 * A sealed run goes on sale: by somebody else than who proposed it, after its root was receipted, and when approved papers, generated file and what the
 * public is told say the same of every tier (incident R23: a run was printed with fewer top prizes than approved).
 */
import type { Tx } from '@valira/db';
import { instantPool, instantRun, instantTicket, productVersion, receipt } from '@valira/db/schema';
import { prizeOfTier } from '@valira/games/instants';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, count, eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { remainingPrizes } from '../remaining-prizes.ts';
import { recountOf } from './audit-record.ts';
import { type InstantRunRow, lockRun, type StoredRun, sealOf } from './run.store.ts';

/** The first tier of which the three do not say the same; null when they agree. */
export function tierThatDiffers(
  run: Pick<StoredRun, 'papers'>,
  generated: Readonly<Record<string, number>>,
  told: readonly { readonly tier: string; readonly count: number; readonly prizeCents: bigint }[],
): string | null {
  const { tiers } = run.papers;
  for (const tier of tiers) {
    const publicTier = told.find((row) => row.tier === tier.id);
    if (generated[tier.id] !== tier.count || publicTier?.count !== tier.count || publicTier.prizeCents !== prizeOfTier(tier))
      return tier.id;
  }
  const extra = Object.keys(generated).find((id) => !tiers.some((tier) => tier.id === id));
  return extra ?? (told.length === tiers.length ? null : '');
}

export async function openRun(
  core: Core,
  tx: Tx,
  actor: string,
  runId: string,
): Promise<Outcome<null, 'not_found' | 'wrong_state' | 'four_eyes' | 'not_on_sale' | 'not_receipted' | 'instant_counts_differ'>> {
  const run = await lockRun(tx, runId);
  if (!run) return refuse('not_found');
  if (run.state !== 'ready') return refuse('wrong_state');
  if (run.proposedBy === actor) return refuse('four_eyes');
  const [version] = await tx.select().from(productVersion).where(eq(productVersion.id, run.productVersionId));
  if (version?.state !== 'on-sale') return refuse('not_on_sale');
  const seal = await sealOf(tx, runId);
  const [receipted] = await tx
    .select({ id: receipt.id })
    .from(receipt)
    .where(and(eq(receipt.subject, 'instant-root'), eq(receipt.reference, wireId('instantRun', runId))));
  if (!seal || !receipted) return refuse('not_receipted');
  const { tiers } = await remainingPrizes(tx, run);
  const tier = tierThatDiffers(run, recountOf(seal.audit), tiers);
  if (tier !== null) return refuse('instant_counts_differ', { facts: { tier } });
  const [loaded] = await tx.select({ tickets: count() }).from(instantTicket).where(eq(instantTicket.runId, runId));
  if (loaded?.tickets !== run.size) return refuse('instant_counts_differ', { facts: { tickets: loaded?.tickets ?? 0 } });
  const now = core.clock.now();
  if (run.channel === 'online') await tx.insert(instantPool).values({ runId });
  await tx.update(instantRun).set({ state: 'on-sale', openedBy: actor, openedAt: now }).where(eq(instantRun.id, runId));
  await addAudit(tx, core.ids, now, { actor, action: 'instant.run-opened', subject: wireId('instantRun', runId) });
  return ok(null);
}

/** Sales end: by a person, or by the rule of the papers. Packs are not activated any more; tickets are paid until the claim period is over. */
export async function endRun(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  actor: string,
  { id, state }: Pick<InstantRunRow, 'id' | 'state'>,
  reason: string,
): Promise<Outcome<null, 'wrong_state'>> {
  if (state !== 'on-sale') return refuse('wrong_state');
  const now = core.clock.now();
  await tx.update(instantRun).set({ state: 'ended', endedBy: actor, endedAt: now, endReason: reason }).where(eq(instantRun.id, id));
  await addAudit(tx, core.ids, now, { actor, action: 'instant.run-ended', subject: wireId('instantRun', id), reason });
  return ok(null);
}
