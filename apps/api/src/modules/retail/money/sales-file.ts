/**
 * The monthly sales file of a distributor, due by the 10th of the next month (Decret 16-12-2020, art. 22): sales and cancellations by shop and
 * product. CRAJ has published no layout, so this is the operator's own, named and numbered in the first line; another is another writer here.
 *
 * A sale counts in the month of its instant in Andorra, a cancellation in the month in which it was made: the months add up to the ledger.
 */
import type { Db } from '@valira/db';
import { sql } from 'drizzle-orm';
import { OPERATOR_ZONE } from '../../../platform/business-day.ts';

export const SALES_FILE_LAYOUT = 'valira-distributor-sales/1';

export type SalesRow = {
  readonly shop: string;
  readonly address: string;
  readonly product: string;
  readonly registrationNumber: string;
  readonly tickets: number;
  readonly salesCents: bigint;
  readonly cancelled: number;
  readonly cancelledCents: bigint;
};

/** Half-open, in the operator's zone. Example: 2026-10 is from 2026-09-30T22:00Z to 2026-10-31T23:00Z. */
export function monthBounds(month: string): { readonly from: Date; readonly to: Date } {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const instantOf = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(OPERATOR_ZONE).epochMilliseconds);
  return { from: instantOf(first), to: instantOf(first.add({ months: 1 })) };
}

export async function salesOfMonth(db: Pick<Db, 'execute'>, distributorId: string, month: string): Promise<readonly SalesRow[]> {
  const { from, to } = monthBounds(month);
  const rows = await db.execute<{
    shop: string;
    address: string;
    product: string;
    registration: string;
    tickets: number;
    sales: string;
    cancelled: number;
    cancelled_cents: string;
  }>(sql`
    WITH moved AS (
      SELECT t.account_id, t.reference, t.kind, t.operation_id, t.amount_cents FROM transfer t JOIN shop s ON s.account_id = t.account_id
      WHERE s.distributor_id = ${distributorId} AND t.kind IN ('stake', 'stake-cancelled')
        AND t.id >= uuid_floor(${from.toISOString()}::timestamptz - interval '1 day') AND t.id < uuid_floor(${to.toISOString()}::timestamptz + interval '1 day')
        AND t.at >= ${from.toISOString()}::timestamptz AND t.at < ${to.toISOString()}::timestamptz)
    SELECT s.name AS shop, s.address, p.slug AS product, coalesce(v.registration_number, '') AS registration,
      count(DISTINCT m.operation_id) FILTER (WHERE m.kind = 'stake')::int AS tickets,
      coalesce(sum(m.amount_cents) FILTER (WHERE m.kind = 'stake'), 0)::text AS sales,
      count(DISTINCT m.operation_id) FILTER (WHERE m.kind = 'stake-cancelled')::int AS cancelled,
      coalesce(sum(m.amount_cents) FILTER (WHERE m.kind = 'stake-cancelled'), 0)::text AS cancelled_cents
    FROM moved m JOIN shop s ON s.account_id = m.account_id JOIN contest c ON c.id = m.reference
      JOIN product_version v ON v.id = c.product_version_id JOIN product p ON p.id = v.product_id
    GROUP BY s.account_id, s.name, s.address, p.slug, v.registration_number ORDER BY s.name, s.account_id, p.slug, v.registration_number`);
  return rows.map(({ shop, address, product, registration, tickets, sales, cancelled, cancelled_cents }) => ({
    shop,
    address,
    product,
    registrationNumber: registration,
    tickets,
    salesCents: BigInt(sales),
    cancelled,
    cancelledCents: BigInt(cancelled_cents),
  }));
}

const decimal = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;

/** Quoted where the separator, a quote or a line's end could be taken for one; and no field begins a formula of a spreadsheet. */
const field = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export function salesFile(
  distributor: { readonly name: string; readonly registerNumber: string },
  month: string,
  rows: readonly SalesRow[],
): string {
  const { from, to } = monthBounds(month);
  const head = [
    SALES_FILE_LAYOUT,
    distributor.registerNumber,
    distributor.name,
    month,
    OPERATOR_ZONE,
    from.toISOString(),
    to.toISOString(),
  ];
  const lines = rows.map((row) =>
    [
      row.shop,
      row.address,
      row.product,
      row.registrationNumber,
      String(row.tickets),
      decimal(row.salesCents),
      String(row.cancelled),
      decimal(row.cancelledCents),
    ].map(field),
  );
  const columns = ['shop', 'address', 'product', 'registration', 'tickets', 'sales_eur', 'cancelled', 'cancelled_eur'];
  return `\uFEFF${[head.map(field), columns, ...lines].map((line) => line.join(';')).join('\r\n')}\r\n`;
}
