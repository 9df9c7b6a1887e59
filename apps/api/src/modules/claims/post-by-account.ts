/** Movements of many accounts under one operation: each account's are written under its own distribution key. */
import type { Tx } from '@valira/db';
import type { Core } from '../../platform/core.ts';
import { type Posting, writePostings } from '../ledger/index.ts';

export type AccountPosting = { readonly accountId: string; readonly posting: Posting };

/** The caller has written, in this transaction, the rows that make it happen once. */
export async function postByAccount(
  { ids }: Pick<Core, 'ids'>,
  tx: Tx,
  operationId: string,
  at: Date,
  rows: readonly AccountPosting[],
): Promise<void> {
  for (const accountId of new Set(rows.map((row) => row.accountId)))
    await writePostings(
      tx,
      ids,
      accountId,
      operationId,
      at,
      rows.filter((row) => row.accountId === accountId).map(({ posting }) => posting),
    );
}
