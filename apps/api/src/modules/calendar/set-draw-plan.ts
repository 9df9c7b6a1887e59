/** Says where a product's numbers come from and how far ahead its draws are made. Draws that exist keep their source. */
import { product } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';

export type DrawPlan = { readonly source: 'rng' | 'machine' | 'external' | null; readonly horizonDays: number };

export const setDrawPlan = (
  core: Core,
  actor: string,
  slug: string,
  plan: DrawPlan,
): Promise<Outcome<null, 'not_found' | 'invalid_input'>> =>
  core.inTransaction<Outcome<null, 'not_found' | 'invalid_input'>>(async (tx) => {
    const [owner] = await tx.select().from(product).where(eq(product.slug, slug)).for('update');
    if (!owner) return refuse('not_found');
    if (owner.family !== 'draw') return refuse('invalid_input', { path: 'source' });
    await tx.update(product).set({ drawSource: plan.source, horizonDays: plan.horizonDays }).where(eq(product.id, owner.id));
    await addAudit(tx, core.ids, core.clock.now(), {
      actor,
      action: 'product.draws-planned',
      subject: owner.id,
      before: { source: owner.drawSource, horizonDays: owner.horizonDays },
      after: plan,
    });
    return ok(null);
  });
