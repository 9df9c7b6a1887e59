/** What a player has in cash and owes after a dispute, the cash row locked until the transaction ends. */
import type { Tx } from '@valira/db';
import { balance } from '@valira/db/schema';
import { cents } from '@valira/money';
import { and, eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { account, CODES, postOperation } from '../ledger/index.ts';
import { least, type Split } from './deposits/split-movement.ts';

export async function owedBy(db: Pick<Tx, 'execute'>, accountId: string): Promise<bigint> {
  const [row] = await db.execute<{ owed: string }>(sql`
    SELECT coalesce(sum(CASE WHEN debit_code = ${CODES['player-receivable']} THEN amount_cents ELSE -amount_cents END), 0)::text AS owed
    FROM transfer WHERE account_id = ${accountId}
      AND (debit_code = ${CODES['player-receivable']} OR credit_code = ${CODES['player-receivable']})`);
  return BigInt(row?.owed ?? 0);
}

export async function lockFunds(tx: Tx, accountId: string): Promise<Split> {
  const [cash] = await tx
    .select()
    .from(balance)
    .where(and(eq(balance.accountId, accountId), eq(balance.code, CODES['player-cash'])))
    .for('update');
  if (!cash) throw new Error(`account ${accountId} is no player's`);
  return { cashCents: cash.amountCents, owedCents: await owedBy(tx, accountId) };
}

/** Pays a debt from what has come in since, as far as it reaches. `cause` is the occasion, and part of the operation's key. */
export async function recoverDebt({ ids }: Pick<Core, 'ids'>, tx: Tx, accountId: string, cause: string, at: Date): Promise<bigint> {
  const { cashCents, owedCents } = await lockFunds(tx, accountId);
  const amount = least(cashCents, owedCents);
  if (amount === 0n) return 0n;
  const posted = await postOperation(tx, ids, at, {
    accountId,
    key: `debt-recovered:${cause}`,
    postings: [
      {
        debit: account('player-cash', accountId),
        credit: account('player-receivable', accountId),
        amount: cents(amount),
        kind: 'debt-recovered',
        reference: accountId,
      },
    ],
  });
  if (!posted.ok) throw new Error(`account ${accountId} was refused its own cash`);
  return amount;
}
