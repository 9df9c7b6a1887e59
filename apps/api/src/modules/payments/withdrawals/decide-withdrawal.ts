/** Two people of finance say yes, one after the other; one is enough to say no. Until the file is written the player can take it back. */
import type { Tx } from '@valira/db';
import { withdrawal } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import { endHold } from '../../ledger/index.ts';
import { isStoppable, lockWithdrawal, type Withdrawal } from './withdrawal.ts';

type Deps = Pick<Core, 'ids' | 'clock'>;
type Decided = Outcome<Pick<Withdrawal, 'state'>, 'not_found' | 'wrong_state' | 'four_eyes'>;

/** The first yes makes it reviewed, the second – of another person – approved. */
export async function approveWithdrawal({ ids, clock }: Deps, tx: Tx, actor: string, id: string): Promise<Decided> {
  const row = await lockWithdrawal(tx, id);
  if (!row) return refuse('not_found');
  if (row.state !== 'requested' && row.state !== 'reviewed') return refuse('wrong_state', { facts: { state: row.state } });
  if (row.reviewedBy === actor) return refuse('four_eyes');
  const at = clock.now();
  const step =
    row.state === 'requested'
      ? ({ state: 'reviewed', reviewedBy: actor, reviewedAt: at } as const)
      : ({ state: 'approved', approvedBy: actor, approvedAt: at } as const);
  await tx.update(withdrawal).set(step).where(eq(withdrawal.id, id));
  await addAudit(tx, ids, at, {
    actor,
    action: `withdrawal.${step.state}`,
    subject: wireId('withdrawal', id),
    before: row.state,
    after: { state: step.state, amountCents: row.amountCents },
  });
  return ok({ state: step.state });
}

async function stop({ ids, clock }: Deps, tx: Tx, row: Withdrawal, actor: string, state: 'cancelled' | 'rejected', reason: string | null) {
  const at = clock.now();
  await tx.update(withdrawal).set({ state, endedBy: actor, endedAt: at, endReason: reason }).where(eq(withdrawal.id, row.id));
  const ended = await endHold(tx, ids, at, row.accountId, row.holdId, { outcome: 'voided' });
  if (!ended.ok) throw new Error(`hold of withdrawal ${row.id} cannot be given back`);
  await addAudit(tx, ids, at, {
    actor,
    action: `withdrawal.${state}`,
    subject: wireId('withdrawal', row.id),
    before: row.state,
    after: { state },
    ...(reason !== null && { reason }),
  });
  return ok({ state });
}

export async function rejectWithdrawal(core: Deps, tx: Tx, actor: string, id: string, reason: string): Promise<Decided> {
  const row = await lockWithdrawal(tx, id);
  if (!row) return refuse('not_found');
  if (!isStoppable(row)) return refuse('wrong_state', { facts: { state: row.state } });
  return stop(core, tx, row, actor, 'rejected', reason);
}

export async function cancelWithdrawal(core: Deps, tx: Tx, accountId: string, actor: string, id: string): Promise<Decided> {
  const row = await lockWithdrawal(tx, id);
  if (row?.accountId !== accountId) return refuse('not_found');
  if (!isStoppable(row)) return refuse('wrong_state', { facts: { state: row.state } });
  return stop(core, tx, row, actor, 'cancelled', null);
}
