/**
 * Stops sales of everything, of a product, of a draw or pool, or of one packed ticket in a draw. The next batch of the intake sees it.
 *
 * One person suffices to stop, and so does a rule. A stop is named by what made it (its occasion): asking again for the same is harmless,
 * and what two people have released is not stopped again for the same occasion.
 */
import type { Tx } from '@valira/db';
import { salesStop } from '@valira/db/schema';
import type { Core } from '../../platform/core.ts';
import { toJson } from '../../platform/json.ts';
import { addAudit } from '../../platform/outbox.ts';
import { HOUSE } from '../ledger/index.ts';

export type StopScope =
  | { readonly scope: 'all' }
  | { readonly scope: 'product'; readonly productId: string }
  | { readonly scope: 'contest'; readonly contestId: string; readonly lines?: Uint8Array };

export type Stop = {
  readonly where: StopScope;
  readonly rule: (typeof salesStop.$inferSelect)['rule'];
  readonly occasion: string;
  readonly reason: string;
  readonly facts?: unknown;
};

const subjectOf = (where: StopScope): string =>
  where.scope === 'all' ? HOUSE : where.scope === 'product' ? where.productId : where.contestId;

/** The new stop's id; null when this occasion has been stopped before. */
export async function stopSales(tx: Tx, core: Pick<Core, 'ids' | 'clock'>, actor: string, stop: Stop): Promise<string | null> {
  const { where, rule, occasion, reason, facts } = stop;
  const at = core.clock.now();
  const id = core.ids.next();
  const subject = subjectOf(where);
  const lines = where.scope === 'contest' ? (where.lines ?? null) : null;
  const added = await tx
    .insert(salesStop)
    .values({ id, scope: where.scope, subject, lines, rule, occasion, reason, facts: toJson(facts ?? {}), stoppedBy: actor, at })
    .onConflictDoNothing()
    .returning({ id: salesStop.id });
  if (added.length === 0) return null;
  await addAudit(tx, core.ids, at, {
    actor,
    action: 'sales.stopped',
    subject: id,
    after: { scope: where.scope, subject, rule, occasion, facts: facts ?? {} },
    reason,
  });
  return id;
}
