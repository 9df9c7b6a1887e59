/** Ledger tables: accounts, transfers, holds and the balances that carry a limit. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { sql } from 'drizzle-orm';
import { bigint, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

export const account = pgTable('account', {
  id: uuid().primaryKey(),
  kind: text({ enum: ['player', 'shop', 'house'] }).notNull(),
  state: text({ enum: ['active', 'suspended', 'excluded', 'barred', 'closed'] })
    .notNull()
    .default('active'),
  pausedUntil: instant(),
  createdAt: instant().notNull().default(sql`clock_timestamp()`),
});

export const ledgerCode = pgTable('ledger_code', {
  code: smallint().primaryKey(),
  name: text().notNull(),
  owner: text({ enum: ['account', 'contest', 'product', 'house'] }).notNull(),
  normalSide: text({ enum: ['debit', 'credit'] }).notNull(),
  kind: text({ enum: ['asset', 'liability', 'income', 'expense'] }).notNull(),
});

export const transfer = pgTable(
  'transfer',
  {
    accountId: uuid().notNull(),
    id: uuid().notNull(),
    operationId: uuid().notNull(),
    debitCode: smallint().notNull(),
    debitOwner: uuid().notNull(),
    creditCode: smallint().notNull(),
    creditOwner: uuid().notNull(),
    amountCents: bigint({ mode: 'bigint' }).notNull(),
    kind: text().notNull(),
    reference: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

export const ledgerOperation = pgTable(
  'ledger_operation',
  {
    accountId: uuid().notNull(),
    key: text().notNull(),
    operationId: uuid().notNull(),
    inputHash: bytea().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
);

export const balance = pgTable(
  'balance',
  {
    accountId: uuid().notNull(),
    code: smallint().notNull(),
    amountCents: bigint({ mode: 'bigint' }).notNull().default(0n),
    floorCents: bigint({ mode: 'bigint' }).notNull().default(0n),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.code] })],
);

export const hold = pgTable(
  'hold',
  {
    accountId: uuid().notNull(),
    id: uuid().notNull(),
    amountCents: bigint({ mode: 'bigint' }).notNull(),
    purpose: text().notNull(),
    reference: uuid().notNull(),
    expiresAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

export const holdEnd = pgTable(
  'hold_end',
  {
    accountId: uuid().notNull(),
    holdId: uuid().notNull(),
    outcome: text({ enum: ['posted', 'voided', 'expired'] }).notNull(),
    operationId: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.holdId] })],
);
