/**
 * What the provider tells: the signature is checked on the bytes as they came, the event is stored once under the provider's id with the job that will
 * look at it, and the provider is answered. Events of kinds that nobody knows are stored too, and counted.
 */
import { providerEvent } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Core } from '../../../platform/core.ts';
import { sha256 } from '../../../platform/hash.ts';
import { defineJob, type HandledJob, PROMPT } from '../../../platform/jobs/index.ts';
import { addToOutbox } from '../../../platform/outbox.ts';
import type { PaymentProvider } from '../provider.ts';
import { type SyncDeps, syncDeposit } from './sync-deposit.ts';

export const paymentEventJob = defineJob({
  name: 'payments.event',
  lane: 'clock',
  schema: z.object({ id: z.string() }),
  key: ({ id }) => id,
  retry: PROMPT,
});

/** `new` the first time, `known` ever after. */
export async function takeEvent(
  { clock, inTransaction, provider }: Pick<Core, 'clock' | 'inTransaction'> & { readonly provider: PaymentProvider },
  body: Uint8Array,
  signature: string,
): Promise<Outcome<'new' | 'known', 'webhook_signature_invalid'>> {
  const receivedAt = clock.now();
  const event = provider.readEvent(body, signature, receivedAt);
  if (!event) return refuse('webhook_signature_invalid');
  const { id, type, paymentId, createdAt } = event;
  return inTransaction(async (tx) => {
    const added = await tx
      .insert(providerEvent)
      .values({ id, type, paymentId, bodyHash: sha256(body), createdAt, receivedAt })
      .onConflictDoNothing()
      .returning({ id: providerEvent.id });
    if (added.length === 0) return ok('known');
    const { topic, key, payload } = paymentEventJob.message({ id });
    await addToOutbox(tx, topic, key, payload);
    return ok('new');
  });
}

/** Looks at what an event is about. Running twice changes nothing: what counts is the payment as it is now. */
export async function processEvent(deps: SyncDeps, id: string): Promise<void> {
  const [event] = await deps.db.select().from(providerEvent).where(eq(providerEvent.id, id));
  if (!event || event.processedAt) return;
  const outcome = event.paymentId ? await syncDeposit(deps, event.paymentId) : 'no-payment';
  await deps.db
    .update(providerEvent)
    .set({ processedAt: deps.clock.now(), outcome })
    .where(and(eq(providerEvent.id, id), isNull(providerEvent.processedAt)));
}

const WAITS_TOO_LONG_MS = 30_000;
const MOST_AT_ONCE = 200;

/** Events whose job the queue lost. */
export async function processWaitingEvents(deps: SyncDeps): Promise<number> {
  const rows = await deps.db
    .select({ id: providerEvent.id })
    .from(providerEvent)
    .where(and(isNull(providerEvent.processedAt), lt(providerEvent.receivedAt, new Date(deps.clock.now().getTime() - WAITS_TOO_LONG_MS))))
    .orderBy(sql`received_at`)
    .limit(MOST_AT_ONCE);
  for (const { id } of rows) await processEvent(deps, id);
  return rows.length;
}

export const paymentEventHandler = (deps: SyncDeps): HandledJob =>
  paymentEventJob.handledBy(async ({ id }) => {
    await processEvent(deps, id);
    return ok(null);
  });
