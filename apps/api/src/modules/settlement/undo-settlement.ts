/**
 * Takes a settlement back before another one is posted, or before the stakes go back: every posting of it once more, the other way round.
 *
 * What had been paid on it is first carried by the operator (`operator-loss` → prize fund), so the fund is whole and the next settlement
 * pays from it in full. Prizes recalled later come back to `operator-loss`; what cannot be recalled stays there (incident R06).
 * Example: version 1 paid 120.00 and version 2 gives 100.00 to somebody else. The operator carries 120.00, version 2 pays its 100.00 from the
 * fund, 80.00 of the 120.00 are recalled: the operator has lost 40.00 and the pool nothing.
 */
import type { Tx } from '@valira/db';
import { paymentChunk, prizeTable, transfer } from '@valira/db/schema';
import { cents } from '@valira/money';
import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Ids } from '../../platform/ids.ts';
import { account, HOUSE, nameOfCode, type Posting, postOperation } from '../ledger/index.ts';

/** Undoes the last settlement before `version`, once; nothing happens when there is none. */
export async function undoSettlement(tx: Tx, ids: Ids, at: Date, contestId: string, version: number): Promise<void> {
  const [table] = await tx
    .select()
    .from(prizeTable)
    .where(and(eq(prizeTable.contestId, contestId), lt(prizeTable.resultVersion, version)))
    .orderBy(desc(prizeTable.resultVersion))
    .limit(1);
  if (!table) return;
  // Ids of one process rise: the transfers of an operation come after its own id.
  const moved = await tx
    .select()
    .from(transfer)
    .where(and(eq(transfer.accountId, HOUSE), gt(transfer.id, table.operationId), eq(transfer.operationId, table.operationId)))
    .orderBy(asc(transfer.id));
  const [paid] = await tx
    .select({ amount: sql<string>`coalesce(sum(${paymentChunk.amountCents}), 0)` })
    .from(paymentChunk)
    .where(and(eq(paymentChunk.contestId, contestId), eq(paymentChunk.resultVersion, table.resultVersion)));
  const place = (code: number, owner: string) => {
    const name = nameOfCode.get(code);
    if (!name) throw new Error(`ledger code ${code} is not in the chart of accounts`);
    return account(name, owner);
  };
  const advance: Posting = {
    debit: account('operator-loss'),
    credit: account('prize-fund', contestId),
    amount: cents(BigInt(paid?.amount ?? 0)),
    kind: 'correction-advance',
    reference: contestId,
  };
  const reversed = moved.map(
    (row): Posting => ({
      debit: place(row.creditCode, row.creditOwner),
      credit: place(row.debitCode, row.debitOwner),
      amount: cents(row.amountCents),
      kind: `${row.kind}-reversed`,
      reference: contestId,
    }),
  );
  const posted = await postOperation(tx, ids, at, {
    accountId: HOUSE,
    key: `undo:${contestId}:${table.resultVersion}`,
    // The advance comes first: in no order of reading is the fund below nothing.
    postings: [advance, ...reversed].filter(({ amount }) => amount > 0n),
  });
  if (!posted.ok) throw new Error(`the settlement of contest ${contestId} cannot be taken back`);
}
