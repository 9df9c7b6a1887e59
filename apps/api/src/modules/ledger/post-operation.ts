/**
 * Posts one business operation: an atomic group of transfers under one key.
 *
 * The key and the hash of the input are taken first, in the same transaction. The same key with the same input posts nothing and
 * answers as before; with another input it throws, since a caller that derives its key from the business identity cannot differ.
 * Rows of limited balances are locked in ascending (account, code) order, as everywhere.
 *
 * Example: a deposit of 50.00 is one transfer payment-clearing → player-cash of 5,000 cents under the key of the payment.
 */
import type { Tx } from '@valira/db';
import { balance, ledgerOperation } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, sql } from 'drizzle-orm';
import { sha256 } from '../../platform/hash.ts';
import type { Ids } from '../../platform/ids.ts';
import { canonicalText } from '../../platform/json.ts';
import { CODES, LIMITED, type Posting } from './chart-of-accounts.ts';

export type Operation = {
  /** The player, shop or house that the operation belongs to. */
  readonly accountId: string;
  readonly key: string;
  readonly postings: readonly Posting[];
};

export type Posted = { readonly operationId: string; readonly alreadyPosted: boolean };

type BalanceChange = { readonly accountId: string; readonly code: number; readonly delta: bigint };

/** The fields that are stored, named and written as they are. */
const asPosted = ({ debit, credit, amount, kind, reference }: Posting) => ({
  debit: { account: debit.account, owner: debit.owner },
  credit: { account: credit.account, owner: credit.owner },
  amount,
  kind,
  reference,
});

/** Net change of each limited balance, in locking order. */
export function balanceChanges(postings: readonly Posting[]): BalanceChange[] {
  const changes = new Map<string, BalanceChange>();
  const change = (name: keyof typeof CODES, owner: string, delta: bigint) => {
    if (!LIMITED.has(name)) return;
    const key = `${owner}/${String(CODES[name]).padStart(3, '0')}`;
    changes.set(key, { accountId: owner, code: CODES[name], delta: (changes.get(key)?.delta ?? 0n) + delta });
  };
  for (const { debit, credit, amount } of postings) {
    change(debit.account, debit.owner, -amount);
    change(credit.account, credit.owner, amount);
  }
  return [...changes.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

/** Writes the transfers and moves the limited balances. The caller has made sure that it happens once. */
export async function writePostings(
  tx: Tx,
  ids: Ids,
  accountId: string,
  operationId: string,
  at: Date,
  postings: readonly Posting[],
): Promise<void> {
  const moving = postings.filter(({ amount }) => amount !== 0n);
  if (moving.length === 0) return;
  const column = <T>(pick: (posting: Posting) => T) => sql.param(moving.map(pick));
  for (const { accountId: owner, code, delta } of balanceChanges(moving)) {
    const changed = await tx
      .update(balance)
      .set({ amountCents: sql`${balance.amountCents} + ${delta}` })
      .where(and(eq(balance.accountId, owner), eq(balance.code, code)))
      .returning({ code: balance.code });
    if (changed.length !== 1) throw new Error(`account ${owner} has no balance for code ${code}`);
  }
  await tx.execute(sql`
    INSERT INTO transfer (account_id, id, operation_id, debit_code, debit_owner, credit_code, credit_owner, amount_cents, kind, reference, at)
    SELECT ${accountId}::uuid, id, ${operationId}::uuid, debit_code, debit_owner, credit_code, credit_owner, amount, kind, reference, ${at.toISOString()}::timestamptz
    FROM unnest(${sql.param(moving.map(() => ids.next()))}::uuid[], ${column((p) => CODES[p.debit.account])}::smallint[], ${column((p) => p.debit.owner)}::uuid[],
      ${column((p) => CODES[p.credit.account])}::smallint[], ${column((p) => p.credit.owner)}::uuid[], ${column((p) => String(p.amount))}::bigint[],
      ${column((p) => p.kind)}::text[], ${column((p) => p.reference)}::uuid[])
      AS posting (id, debit_code, debit_owner, credit_code, credit_owner, amount, kind, reference)`);
}

/**
 * Refuses when a limited balance would fall below its floor. A refusal has written nothing, its key included: the caller may commit, and the
 * same key is judged afresh. What the debited balances are is known under their locks, before the key is taken.
 */
export async function postOperation(tx: Tx, ids: Ids, at: Date, operation: Operation): Promise<Outcome<Posted, 'insufficient_funds'>> {
  // Over what is written and nothing else: the ledger's check computes it again from the transfers.
  const moving = operation.postings.filter(({ amount }) => amount !== 0n);
  const inputHash = sha256(Buffer.from(canonicalText(moving.map(asPosted))));
  let covered = true;
  for (const { accountId, code, delta } of balanceChanges(moving)) {
    if (delta >= 0n) continue;
    const [row] = await tx
      .select()
      .from(balance)
      .where(and(eq(balance.accountId, accountId), eq(balance.code, code)))
      .for('update');
    covered &&= row !== undefined && row.amountCents + delta >= row.floorCents;
  }
  const earlier = async (): Promise<Posted | null> => {
    const [found] = await tx
      .select()
      .from(ledgerOperation)
      .where(and(eq(ledgerOperation.accountId, operation.accountId), eq(ledgerOperation.key, operation.key)));
    if (found && !Buffer.from(found.inputHash).equals(inputHash))
      throw new Error(`operation ${operation.key} was posted with other transfers`);
    return found ? { operationId: found.operationId, alreadyPosted: true } : null;
  };
  const before = await earlier();
  if (before) return ok(before);
  if (!covered) return refuse('insufficient_funds');
  const operationId = ids.next();
  const taken = await tx
    .insert(ledgerOperation)
    .values({ accountId: operation.accountId, key: operation.key, operationId, inputHash, at })
    .onConflictDoNothing()
    .returning({ operationId: ledgerOperation.operationId });
  if (taken.length === 0) {
    const meanwhile = await earlier();
    if (!meanwhile) throw new Error(`operation ${operation.key} is being posted elsewhere`);
    return ok(meanwhile);
  }
  await writePostings(tx, ids, operation.accountId, operationId, at, moving);
  return ok({ operationId, alreadyPosted: false });
}
