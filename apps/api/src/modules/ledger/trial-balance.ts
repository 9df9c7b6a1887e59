/** The trial balance and the checks of the whole ledger, from the transfers alone. */
import type { Db } from '@valira/db';
import { sql } from 'drizzle-orm';
import { type AccountName, nameOfCode } from './chart-of-accounts.ts';

export type TrialBalanceRow = {
  readonly code: number;
  readonly name: AccountName;
  readonly kind: string;
  readonly debitCents: bigint;
  readonly creditCents: bigint;
  /** On the account's normal side. */
  readonly balanceCents: bigint;
};

export type TrialBalance = {
  readonly rows: readonly TrialBalanceRow[];
  readonly totalDebitCents: bigint;
  readonly totalCreditCents: bigint;
  /** Zero, always. */
  readonly differenceCents: bigint;
};

type SumRow = { code: number; kind: string; normal_side: 'debit' | 'credit'; debit: string; credit: string };

export async function trialBalance(db: Db): Promise<TrialBalance> {
  const sums = await db.execute<SumRow>(sql`
    SELECT c.code, c.kind, c.normal_side, coalesce(d.total, 0)::text AS debit, coalesce(k.total, 0)::text AS credit
    FROM ledger_code c
    LEFT JOIN (SELECT debit_code AS code, sum(amount_cents) AS total FROM transfer GROUP BY 1) d USING (code)
    LEFT JOIN (SELECT credit_code AS code, sum(amount_cents) AS total FROM transfer GROUP BY 1) k USING (code)
    ORDER BY c.code`);
  const rows = sums.map((row): TrialBalanceRow => {
    const name = nameOfCode.get(row.code);
    if (!name) throw new Error(`ledger code ${row.code} is not in the chart of accounts`);
    const debitCents = BigInt(row.debit);
    const creditCents = BigInt(row.credit);
    const balanceCents = row.normal_side === 'debit' ? debitCents - creditCents : creditCents - debitCents;
    return { code: row.code, name, kind: row.kind, debitCents, creditCents, balanceCents };
  });
  const totalDebitCents = rows.reduce((total, row) => total + row.debitCents, 0n);
  const totalCreditCents = rows.reduce((total, row) => total + row.creditCents, 0n);
  return { rows, totalDebitCents, totalCreditCents, differenceCents: totalDebitCents - totalCreditCents };
}
