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

export type LedgerFinding = { readonly check: string; readonly subject: string; readonly expected: string; readonly found: string };

/** Everything that must hold over the transfers; an empty list is a sound ledger. */
export async function verifyLedger(db: Db): Promise<LedgerFinding[]> {
  const findings = async (check: string, query: ReturnType<typeof sql>): Promise<LedgerFinding[]> => {
    const rows = await db.execute<{ subject: string; expected: string; found: string }>(query);
    return rows.map((row) => ({ check, subject: row.subject, expected: row.expected, found: row.found }));
  };
  const balanceSheet = await trialBalance(db);
  return [
    ...(balanceSheet.differenceCents === 0n
      ? []
      : [{ check: 'trial balance is zero', subject: 'ledger', expected: '0', found: String(balanceSheet.differenceCents) }]),
    ...(await findings(
      'a balance row equals its transfers',
      sql`SELECT b.account_id || '/' || b.code AS subject, coalesce(m.moved, 0)::text AS expected, b.amount_cents::text AS found
          FROM balance b LEFT JOIN (
            SELECT owner, code, sum(amount) AS moved FROM (
              SELECT credit_owner AS owner, credit_code AS code, amount_cents AS amount FROM transfer
              UNION ALL SELECT debit_owner, debit_code, -amount_cents FROM transfer) t GROUP BY 1, 2) m
          ON m.owner = b.account_id AND m.code = b.code
          WHERE b.amount_cents <> coalesce(m.moved, 0)`,
    )),
    ...(await findings(
      'a ticket’s stake is in the ledger',
      sql`SELECT t.id::text AS subject, t.stake_cents::text AS expected, coalesce(sum(f.amount_cents), 0)::text AS found
          FROM ticket t LEFT JOIN transfer f ON f.account_id = t.account_id AND f.operation_id = t.id AND f.kind = 'stake'
          GROUP BY t.id, t.stake_cents HAVING t.stake_cents <> coalesce(sum(f.amount_cents), 0)`,
    )),
    ...(await findings(
      'no stake without its ticket',
      sql`SELECT f.operation_id::text AS subject, '0' AS expected, sum(f.amount_cents)::text AS found FROM transfer f
          WHERE f.kind = 'stake' AND NOT EXISTS (SELECT 1 FROM ticket t WHERE t.account_id = f.account_id AND t.id = f.operation_id)
          GROUP BY f.operation_id`,
    )),
    ...(await findings(
      'liabilities of contests are never negative',
      sql`SELECT owner || '/' || code AS subject, '>= 0' AS expected, sum(amount)::text AS found FROM (
            SELECT credit_owner AS owner, credit_code AS code, amount_cents AS amount FROM transfer WHERE credit_code IN (30, 31, 37)
            UNION ALL SELECT debit_owner, debit_code, -amount_cents FROM transfer WHERE debit_code IN (30, 31, 37)) t
          GROUP BY owner, code HAVING sum(amount) < 0`,
    )),
    ...(await findings(
      'a prize is posted once',
      sql`SELECT p.ticket_id::text AS subject, p.amount_cents::text AS expected, coalesce(sum(f.amount_cents), 0)::text AS found
          FROM prize p LEFT JOIN transfer f ON f.account_id = p.account_id AND f.id = p.id
          GROUP BY p.ticket_id, p.amount_cents, p.id HAVING p.amount_cents <> coalesce(sum(f.amount_cents), 0)`,
    )),
  ];
}
