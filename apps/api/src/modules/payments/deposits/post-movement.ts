/** Writes one movement of a deposit, once: its row, keyed by the provider's id, and the transfers it is made of, in one transaction. */
import type { Tx } from '@valira/db';
import { depositMovement, depositRefund, holdEnd } from '@valira/db/schema';
import { cents } from '@valira/money';
import { and, eq } from 'drizzle-orm';
import type { Core } from '../../../platform/core.ts';
import { account, endHold, type Posting, postOperation } from '../../ledger/index.ts';
import { lockFunds } from '../player-funds.ts';
import { type DepositMovement, isCredit } from './movements-of.ts';
import { splitMovement } from './split-movement.ts';

type Deposit = { readonly id: string; readonly accountId: string };

/** A refund of our own wish takes what was held for it. Null when there is none, or its hold has ended. */
async function fromHold({ ids }: Pick<Core, 'ids'>, tx: Tx, { accountId }: Deposit, movement: DepositMovement, at: Date) {
  if (movement.kind !== 'deposit-refunded' || movement.refundId === null) return null;
  const [refund] = await tx.select().from(depositRefund).where(eq(depositRefund.id, movement.refundId)).for('update');
  if (refund?.state !== 'approved' || refund.amountCents !== movement.amountCents) return null;
  const ended = await endHold(tx, ids, at, accountId, refund.holdId, { outcome: 'posted', to: account('payment-clearing') });
  if (!ended.ok) return null;
  await tx.update(depositRefund).set({ state: 'made', refundId: movement.providerId }).where(eq(depositRefund.id, refund.id));
  const [end] = await tx
    .select()
    .from(holdEnd)
    .where(and(eq(holdEnd.accountId, accountId), eq(holdEnd.holdId, refund.holdId)));
  if (!end) throw new Error(`hold ${refund.holdId} ended without a row`);
  return { operationId: end.operationId, cashCents: movement.amountCents, owedCents: 0n };
}

async function fromFunds({ ids }: Pick<Core, 'ids'>, tx: Tx, deposit: Deposit, movement: DepositMovement, at: Date) {
  const { providerId, kind, amountCents } = movement;
  const { accountId } = deposit;
  const split = splitMovement(amountCents, isCredit(kind) ? 'in' : 'out', await lockFunds(tx, accountId));
  const posting = (name: 'player-cash' | 'player-receivable', part: bigint): Posting[] => {
    if (part === 0n) return [];
    const [own, clearing] = [account(name, accountId), account('payment-clearing')];
    const sides = isCredit(kind) ? { debit: clearing, credit: own } : { debit: own, credit: clearing };
    return [{ ...sides, amount: cents(part), kind, reference: deposit.id }];
  };
  const posted = await postOperation(tx, ids, at, {
    accountId,
    key: `${kind}:${providerId}`,
    postings: [...posting('player-cash', split.cashCents), ...posting('player-receivable', split.owedCents)],
  });
  if (!posted.ok) throw new Error(`${kind} ${providerId} was refused by the ledger`);
  return { operationId: posted.value.operationId, ...split };
}

/** The caller holds the deposit's row, so of two that see the same movement missing one comes first. */
export async function postMovement(core: Pick<Core, 'ids'>, tx: Tx, deposit: Deposit, movement: DepositMovement, at: Date): Promise<void> {
  const { providerId, kind, amountCents } = movement;
  const written = (await fromHold(core, tx, deposit, movement, at)) ?? (await fromFunds(core, tx, deposit, movement, at));
  await tx.insert(depositMovement).values({ providerId, kind, depositId: deposit.id, amountCents, at, ...written });
}
