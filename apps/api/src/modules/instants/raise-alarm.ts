/** What the operator is warned of; once for each run and subject. */
import type { Tx } from '@valira/db';
import { instantAlarm } from '@valira/db/schema';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { addAudit } from '../../platform/outbox.ts';

type Alarm = {
  readonly kind: (typeof instantAlarm.$inferSelect)['kind'];
  readonly runId: string;
  readonly subject: string;
  readonly facts: unknown;
};

export async function raiseAlarm(
  { ids, clock }: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  { kind, runId, subject, facts }: Alarm,
): Promise<boolean> {
  const at = clock.now();
  const added = await tx
    .insert(instantAlarm)
    .values({ id: ids.next(), kind, runId, subject, facts: toJson(facts), at })
    .onConflictDoNothing()
    .returning({ id: instantAlarm.id });
  if (added.length === 0) return false;
  await addAudit(tx, ids, at, {
    actor: 'system',
    action: `instant.alarm-${kind}`,
    subject: wireId('instantRun', runId),
    after: { about: subject, facts },
  });
  return true;
}
