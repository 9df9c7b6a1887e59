/** Releasing a stop takes two people: one proposes with a reason, another releases. The database holds the same rule. */
import { salesStop } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';

export type ReleaseRefusal = 'not_found' | 'wrong_state' | 'four_eyes';

export const proposeRelease = (core: Core, actor: string, stopId: string, reason: string): Promise<Outcome<null, ReleaseRefusal>> =>
  core.inTransaction<Outcome<null, ReleaseRefusal>>(async (tx) => {
    const [stop] = await tx.select().from(salesStop).where(eq(salesStop.id, stopId)).for('update');
    if (!stop) return refuse('not_found');
    if (stop.releaseProposedAt) return refuse('wrong_state');
    const at = core.clock.now();
    await tx
      .update(salesStop)
      .set({ releaseProposedBy: actor, releaseReason: reason, releaseProposedAt: at })
      .where(eq(salesStop.id, stopId));
    await addAudit(tx, core.ids, at, { actor, action: 'sales.release-proposed', subject: stopId, reason });
    return ok(null);
  });

export const releaseStop = (core: Core, actor: string, stopId: string): Promise<Outcome<null, ReleaseRefusal>> =>
  core.inTransaction<Outcome<null, ReleaseRefusal>>(async (tx) => {
    const [stop] = await tx.select().from(salesStop).where(eq(salesStop.id, stopId)).for('update');
    if (!stop) return refuse('not_found');
    if (!stop.releaseProposedAt || stop.releasedAt) return refuse('wrong_state');
    if (stop.releaseProposedBy === actor) return refuse('four_eyes');
    const at = core.clock.now();
    await tx.update(salesStop).set({ releasedBy: actor, releasedAt: at }).where(eq(salesStop.id, stopId));
    await addAudit(tx, core.ids, at, { actor, action: 'sales.released', subject: stopId, reason: stop.releaseReason ?? '' });
    return ok(null);
  });
