import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import * as schema from './index.ts';

let database: TestDatabase;
let sql: postgres.Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

const tables = Object.values(schema).flatMap((value) => (is(value, PgTable) ? [value] : []));
const TYPES: Readonly<Record<string, string>> = {
  'timestamp with time zone': 'timestamp with time zone',
  'text[]': 'ARRAY',
  'smallint[]': 'ARRAY',
  'bytea[]': 'ARRAY',
};

describe('the schema in code', () => {
  it.each(tables.map((table) => [getTableName(table), table] as const))(
    'has the columns, types and primary key of %s',
    async (name, table) => {
      const columns = await sql<{ column: string; type: string; required: boolean }[]>`
      SELECT column_name AS column, data_type AS type, is_nullable = 'NO' AS required FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ${name} ORDER BY column_name`;
      const declared = Object.entries(getTableColumns(table))
        .map(([key, column]) => {
          const type = column.getSQLType();
          return { column: toSnakeCase(key), type: TYPES[type] ?? type, required: column.notNull };
        })
        .sort((a, b) => (a.column < b.column ? -1 : 1));
      expect(declared).toEqual([...columns].map((column) => ({ ...column })).sort((a, b) => (a.column < b.column ? -1 : 1)));

      const key = await sql<{ column: string }[]>`
      SELECT a.attname AS column FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = ${name}::regclass AND i.indisprimary ORDER BY array_position(i.indkey::int2[], a.attnum)`;
      const own = Object.entries(getTableColumns(table)).flatMap(([field, column]) => (column.primary ? [toSnakeCase(field)] : []));
      const composite = getTableConfig(table).primaryKeys.flatMap(({ columns: parts }) => parts.map((part) => toSnakeCase(part.name)));
      expect([...own, ...composite]).toEqual(key.map(({ column }) => column));
    },
  );

  it('leaves no table of the database out', async () => {
    const rows = await sql<{ name: string }[]>`
      SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'schema_migration' ORDER BY 1`;
    expect(tables.map(getTableName).sort()).toEqual(rows.map(({ name }) => name));
  });
});

describe('the database', () => {
  it('refuses the application UPDATE and DELETE on every table of the ledger, tickets, chains and results', async () => {
    const app = postgres(database.appUrl, { max: 1 });
    const kept = [
      'transfer',
      'ledger_operation',
      'hold',
      'ticket',
      'entry',
      'ticket_serial',
      'sale_key',
      'intake_link',
      'seal',
      'seal_tile',
      'receipt',
      'draw_announcement',
      'draw_commitment',
      'draw_reveal',
      'generator_call',
      'result_entry',
      'contest_step',
      'planned_draw',
      'contest_leg',
      'event_stop',
      'scratch_proposal',
      'scratch_rejection',
      'scratch',
      'event_result_entry',
      'event_result',
      'event_official',
      'objection',
      'objection_vote',
      'objection_decision',
      'event_result_withdrawal',
      'subscription_ticket',
      'subscription_try',
      'win_review',
      'process_start',
      'day_check',
      'prize',
      'prize_table',
      'claim',
      'claim_rule',
      'operator_tier',
      'prize_end',
      'prize_lapse',
      'prize_abandonment',
      'contest_lapse',
      'lapse_run',
      'large_win',
      'payment_chunk',
      'settlement_chunk',
      'contest_record',
      'audit_event',
      'daily_head',
      'instant_secret',
      'instant_seal',
      'instant_tile',
      'instant_ticket',
      'instant_pack_move',
      'instant_pack_bill',
      'instant_attempt',
      'instant_payment',
      'instant_sale',
      'instant_reveal',
      'instant_refund',
      'instant_accrual',
      'instant_lapse',
      'command_key',
    ];
    for (const name of kept) {
      const [{ column = '' } = {}] = await sql<
        { column: string }[]
      >`SELECT column_name AS column FROM information_schema.columns WHERE table_name = ${name} LIMIT 1`;
      await expect(app.unsafe(`UPDATE ${name} SET ${column} = ${column}`), `UPDATE ${name}`).rejects.toMatchObject({ code: '42501' });
      await expect(app.unsafe(`DELETE FROM ${name}`), `DELETE ${name}`).rejects.toMatchObject({ code: '42501' });
    }
    await app.end();
  });

  it('refuses its owner too, in every partition, until the owner takes the trigger away', async () => {
    const rows = await sql<{ name: string }[]>`
      SELECT c.relname AS name FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid WHERE c.relkind = 'r'
        -- A cancelled ticket gives its numbers back to the stock.
        AND i.inhparent <> 'sold_number'::regclass ORDER BY 1`;
    expect(rows.length).toBeGreaterThan(40);
    for (const { name } of rows) await expect(sql.unsafe(`DELETE FROM ${name}`), name).rejects.toMatchObject({ code: 'VA001' });
    await sql`SELECT ensure_month_partition('ticket', now())`;
    const [made] = await sql<
      { name: string }[]
    >`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'ticket'::regclass LIMIT 1`;
    await expect(sql.unsafe(`DELETE FROM ${made?.name}`)).rejects.toMatchObject({ code: 'VA001' });
  });
});
