/**
 * A player's year in money: what was there on 1 January, every movement, what is there on 31 December, on the operator's calendar. Cash and held count
 * together, so money that only waits for a withdrawal has not left.
 *
 * Example: opening 20.00, deposits +50.00, stakes −30.00, prizes +12.00, withdrawals −40.00, closing 12.00.
 */
import type { Db, Tx } from '@valira/db';
import { sql } from 'drizzle-orm';
import { OPERATOR_ZONE } from '../../platform/business-day.ts';
import { wireId } from '../../platform/ids.ts';
import { CODES } from '../ledger/index.ts';

/** The lines of a statement; a kind of movement that none of the others is about is `other`. */
export const STATEMENT_LINES = ['deposits', 'withdrawals', 'stakes', 'prizes', 'refunds', 'disputes', 'other'] as const;
export type StatementLine = (typeof STATEMENT_LINES)[number];

const LINE_OF: Readonly<Record<string, StatementLine>> = {
  deposit: 'deposits',
  'deposit-refunded': 'deposits',
  'refund-returned': 'deposits',
  'deposit-disputed': 'disputes',
  'dispute-won': 'disputes',
  'debt-recovered': 'disputes',
  'hold-posted': 'withdrawals',
  'withdrawal-returned': 'withdrawals',
  stake: 'stakes',
  'stake-cancelled': 'refunds',
  refund: 'refunds',
  prize: 'prizes',
  'prize-recalled': 'prizes',
};

export type StatementEntry = { readonly id: string; readonly at: Date; readonly kind: string; readonly amountCents: bigint };

export type YearStatement = {
  readonly year: number;
  readonly openingCents: bigint;
  readonly closingCents: bigint;
  readonly totals: Readonly<Record<StatementLine, bigint>>;
  readonly entries: readonly StatementEntry[];
};

const startOf = (year: number): Date =>
  new Date(Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(OPERATOR_ZONE).epochMilliseconds);

export const lineOf = (kind: string): StatementLine => LINE_OF[kind] ?? 'other';

type Row = { readonly id: string; readonly at: string; readonly kind: string; readonly cents: string };

export async function yearStatement(db: Db | Tx, accountId: string, year: number): Promise<YearStatement> {
  const own = (code: string, owner: string) =>
    sql.raw(`(${code} IN (${CODES['player-cash']}, ${CODES['player-held']}) AND ${owner} = account_id)`);
  const [credited, debited] = [own('credit_code', 'credit_owner'), own('debit_code', 'debit_owner')];
  const [start, end] = [startOf(year).toISOString(), startOf(year + 1).toISOString()];
  const [before] = await db.execute<{ cents: string }>(sql`
    SELECT coalesce(sum(CASE WHEN ${credited} THEN amount_cents ELSE 0 END - CASE WHEN ${debited} THEN amount_cents ELSE 0 END), 0)::text AS cents
    FROM transfer WHERE account_id = ${accountId} AND at < ${start}`);
  const rows = await db.execute<Row>(sql`
    SELECT id, at::text, kind, (CASE WHEN ${credited} THEN amount_cents ELSE -amount_cents END)::text AS cents
    FROM transfer WHERE account_id = ${accountId} AND at >= ${start} AND at < ${end} AND ${credited} <> ${debited}
    ORDER BY at, id`);
  const entries = rows.map(({ id, at, kind, cents }) => ({
    id: wireId('transfer', id),
    at: new Date(at),
    kind,
    amountCents: BigInt(cents),
  }));
  const sum = (of: readonly StatementEntry[]): bigint => of.reduce((total, { amountCents }) => total + amountCents, 0n);
  const openingCents = BigInt(before?.cents ?? 0);
  const totals = Object.fromEntries(
    STATEMENT_LINES.map((line) => [line, sum(entries.filter(({ kind }) => lineOf(kind) === line))]),
  ) as Record<StatementLine, bigint>;
  return { year, openingCents, closingCents: openingCents + sum(entries), totals, entries };
}
