/**
 * A breakdown: every contest that is open, of one product or of all, becomes void under one decision.
 *
 * `proposeBreakdown` writes what one person asks for; `startBreakdown` is what the second person's approval does, in one transaction: close
 * locks ascending, then row by row. A contest that has closed meanwhile is no longer one of them: its result can still come.
 */
import type { Tx } from '@valira/db';
import { contest as contestTable, measure, measureDecision, product, productVersion } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';
import { closeLockKey, lockContest } from '../contests/index.ts';
import { endMeasure, type Measure } from './measure.store.ts';
import { voidContest } from './void-contest.ts';

/** Null: all products. */
const termsSchema = z.object({ productId: z.string().nullable() });

export const proposeBreakdown = (
  core: Core,
  actor: string,
  { product: slug, reason }: { readonly product: string | null; readonly reason: string },
): Promise<Outcome<string, 'not_found'>> =>
  core.inTransaction<Outcome<string, 'not_found'>>(async (tx) => {
    const [found] = slug === null ? [] : await tx.select({ id: product.id }).from(product).where(eq(product.slug, slug));
    if (slug !== null && !found) return refuse('not_found', { path: 'product' });
    const id = core.ids.next();
    const at = core.clock.now();
    await tx.insert(measure).values({ id, kind: 'breakdown', reason, terms: { productId: found?.id ?? null }, proposedBy: actor, at });
    await addAudit(tx, core.ids, at, { actor, action: 'breakdown.proposed', subject: id, after: { product: slug }, reason });
    return ok(id);
  });

export async function startBreakdown(tx: Tx, core: Core, breakdown: Measure, decidedBy: string): Promise<void> {
  const { productId } = termsSchema.parse(breakdown.terms);
  const open = await tx
    .select({ id: contestTable.id })
    .from(contestTable)
    .innerJoin(productVersion, eq(productVersion.id, contestTable.productVersionId))
    .where(and(eq(contestTable.state, 'open'), productId === null ? undefined : eq(productVersion.productId, productId)));
  const ids = open.map(({ id }) => id).sort((a, b) => (closeLockKey(a) < closeLockKey(b) ? -1 : 1));
  for (const id of ids) await tx.execute(sql`SELECT pg_advisory_xact_lock(${closeLockKey(id).toString()}::bigint)`);
  const at = core.clock.now();
  const voided: string[] = [];
  for (const contestId of ids) {
    const contest = await lockContest(tx, contestId);
    if (contest?.state !== 'open') continue;
    const id = core.ids.next();
    const { reason, proposedBy } = breakdown;
    await tx.insert(measure).values({ id, kind: 'void', contestId, parentId: breakdown.id, reason, proposedBy, at });
    await tx.insert(measureDecision).values({ measureId: id, proposedBy, decidedBy, approved: true, at });
    await voidContest(tx, core, contest, [proposedBy, decidedBy], reason);
    voided.push(contestId);
  }
  await endMeasure(tx, at, breakdown.id, { contests: voided });
  await addAudit(tx, core.ids, at, {
    actor: `${breakdown.proposedBy},${decidedBy}`,
    action: 'breakdown.approved',
    subject: breakdown.id,
    after: { contests: voided },
    reason: breakdown.reason,
  });
}
