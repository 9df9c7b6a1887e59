/** Payments as jobs: events as they come, a sweep for whatever an event did not bring, and the daily comparison with the provider's account. */
import { deposit, paymentReconciliation } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { type DailySchedule, defineJob, type HandledJob, PATIENT, PROMPT, type SteadySchedule } from '../../platform/jobs/index.ts';
import { cancelStaleDeposits } from './deposits/cancel-deposit.ts';
import { type SyncDeps, syncDeposit } from './deposits/sync-deposit.ts';
import { paymentEventHandler, paymentEventJob, processWaitingEvents } from './deposits/take-event.ts';
import { reconcileDay } from './reconciliation/reconcile-day.ts';
import { makeRefunds } from './refunds/make-refunds.ts';

const SWEEP_MS = 30_000;
/** An open deposit is asked about after this long, in case its event was lost. */
const ASKED_AFTER_MS = 60_000;
const MOST_AT_ONCE = 50;

const sweepJob = defineJob({ name: 'payments.sweep', lane: 'background', schema: z.object({}), key: () => 'all', retry: PROMPT });
const reconcileJob = defineJob({
  name: 'payments.reconcile',
  lane: 'background',
  schema: z.object({ date: z.iso.date() }),
  key: ({ date }) => date,
  retry: PATIENT,
});

export const paymentJobs = [paymentEventJob, sweepJob, reconcileJob] as const;

export const paymentSweepSchedule: SteadySchedule = { name: 'payments sweep', everyMs: SWEEP_MS, message: () => sweepJob.message({}) };

const dayBefore = (date: Temporal.PlainDate): string => date.subtract({ days: 1 }).toString();

/** In the night, of the day that ended: the provider's account of it is complete by then. */
export const reconciliationSchedule = ({ db }: Pick<Core, 'db'>): DailySchedule => ({
  name: 'payments reconcile',
  at: Temporal.PlainTime.from('04:10'),
  message: (date) => reconcileJob.message({ date: dayBefore(date) }),
  isDone: async (date) =>
    (
      await db
        .select()
        .from(paymentReconciliation)
        .where(eq(paymentReconciliation.businessDay, dayBefore(date)))
    ).length > 0,
});

/** Everything that should have happened and has not. */
export async function sweepPayments(deps: SyncDeps): Promise<void> {
  await processWaitingEvents(deps);
  await makeRefunds(deps);
  await cancelStaleDeposits(deps);
  const quiet = await deps.db
    .select({ paymentId: deposit.paymentId })
    .from(deposit)
    .where(
      and(
        eq(deposit.state, 'open'),
        isNotNull(deposit.paymentId),
        lt(deposit.openedAt, new Date(deps.clock.now().getTime() - ASKED_AFTER_MS)),
      ),
    )
    .orderBy(deposit.openedAt)
    .limit(MOST_AT_ONCE);
  for (const { paymentId } of quiet) if (paymentId) await syncDeposit(deps, paymentId);
}

export const paymentHandlers = (deps: SyncDeps, alarm: (facts: object) => void): HandledJob[] => [
  paymentEventHandler(deps),
  sweepJob.handledBy(async () => {
    await sweepPayments(deps);
    return ok(null);
  }),
  reconcileJob.handledBy(async ({ date }) => {
    const { differences } = await reconcileDay(deps, date);
    if (differences.length > 0) alarm({ rule: 'payment-reconciliation', date, differences: differences.length });
    return ok(null);
  }),
];
