/**
 * Two-phase money: an amount leaves a player's cash at once and waits, until the hold is posted (paid out), voided (given back) or
 * expires (given back). What is held is not available. Each hold ends once: its end is a row with the hold's key.
 */
import type { Tx } from '@valira/db';
import { hold, holdEnd } from '@valira/db/schema';
import type { Cents } from '@valira/money';
import { cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import type { Ids } from '../../platform/ids.ts';
import { type AccountRef, account } from './chart-of-accounts.ts';
import { postOperation } from './post-operation.ts';

export type HoldRequest = {
  readonly accountId: string;
  readonly key: string;
  readonly amount: Cents;
  readonly purpose: string;
  readonly reference: string;
  readonly expiresAt: Date | null;
};

/** The hold's id. The same key holds once. */
export async function holdFunds(tx: Tx, ids: Ids, at: Date, request: HoldRequest): Promise<Outcome<string, 'insufficient_funds'>> {
  const { accountId, amount, purpose, reference, expiresAt } = request;
  const posted = await postOperation(tx, ids, at, {
    accountId,
    key: `hold:${request.key}`,
    postings: [{ debit: account('player-cash', accountId), credit: account('player-held', accountId), amount, kind: 'hold', reference }],
  });
  if (!posted.ok) return posted;
  // The operation's id is the hold's: a repeated request finds the hold it made.
  const id = posted.value.operationId;
  if (!posted.value.alreadyPosted)
    await tx.insert(hold).values({ accountId, id, amountCents: amount, purpose, reference, expiresAt, createdAt: at });
  return ok(id);
}

export type HoldOutcome = { readonly outcome: 'posted'; readonly to: AccountRef } | { readonly outcome: 'voided' | 'expired' };

/** Ends a hold. Ending it again the same way changes nothing; ending it another way is refused. */
export async function endHold(
  tx: Tx,
  ids: Ids,
  at: Date,
  accountId: string,
  holdId: string,
  end: HoldOutcome,
): Promise<Outcome<null, 'not_found' | 'wrong_state'>> {
  const [row] = await tx
    .select()
    .from(hold)
    .where(and(eq(hold.accountId, accountId), eq(hold.id, holdId)));
  if (!row) return refuse('not_found');
  const [ended] = await tx
    .select()
    .from(holdEnd)
    .where(and(eq(holdEnd.accountId, accountId), eq(holdEnd.holdId, holdId)));
  if (ended) return ended.outcome === end.outcome ? ok(null) : refuse('wrong_state');
  const to = end.outcome === 'posted' ? end.to : account('player-cash', accountId);
  const posted = await postOperation(tx, ids, at, {
    accountId,
    key: `hold-end:${holdId}`,
    postings: [
      {
        debit: account('player-held', accountId),
        credit: to,
        amount: cents(row.amountCents),
        kind: `hold-${end.outcome}`,
        reference: row.reference,
      },
    ],
  });
  if (!posted.ok) throw new Error(`hold ${holdId} is not covered by the held balance`);
  if (posted.value.alreadyPosted) return refuse('wrong_state');
  await tx.insert(holdEnd).values({ accountId, holdId, outcome: end.outcome, operationId: posted.value.operationId, at });
  return ok(null);
}
