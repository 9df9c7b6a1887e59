/**
 * A player's cash, movement by movement: every transfer that touches the account's cash, with a plus when it came and a minus when it
 * left. The sum of all entries is the cash balance.
 *
 * Example: deposit +50.00, stake −4.80, prize +12.00; balance 57.20.
 */
import type { Db } from '@valira/db';
import { contest, transfer } from '@valira/db/schema';
import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import { CODES } from '../ledger/index.ts';

export type WalletEntry = {
  readonly id: string;
  readonly at: Date;
  readonly kind: string;
  readonly amountCents: bigint;
  /** The contest that the movement concerns, if it concerns one. */
  readonly contestId: string | null;
};

/** At most `limit` entries, the newest first, of those older than `before`. */
export async function walletEntries(db: Db, accountId: string, limit: number, before: string | undefined): Promise<WalletEntry[]> {
  const cash = CODES['player-cash'];
  const credited = and(eq(transfer.creditCode, cash), eq(transfer.creditOwner, accountId));
  const debited = and(eq(transfer.debitCode, cash), eq(transfer.debitOwner, accountId));
  return db
    .select({
      id: transfer.id,
      at: transfer.at,
      kind: transfer.kind,
      amountCents: sql`CASE WHEN ${credited} THEN ${transfer.amountCents} ELSE -${transfer.amountCents} END`.mapWith(transfer.amountCents),
      contestId: contest.id,
    })
    .from(transfer)
    .leftJoin(contest, eq(contest.id, transfer.reference))
    .where(and(eq(transfer.accountId, accountId), or(credited, debited), before === undefined ? undefined : lt(transfer.id, before)))
    .orderBy(desc(transfer.id))
    .limit(limit);
}
