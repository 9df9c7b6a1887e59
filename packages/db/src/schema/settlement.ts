/** Settlement, prizes and the records of contests. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

export const settlementChunk = pgTable(
  'settlement_chunk',
  {
    contestId: uuid().notNull(),
    resultVersion: integer().notNull(),
    chunk: integer().notNull(),
    firstTicketId: uuid().notNull(),
    lastTicketId: uuid().notNull(),
    entries: integer().notNull(),
    stakeCents: bigint({ mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.resultVersion, table.chunk] })],
);

export const prizeTable = pgTable(
  'prize_table',
  {
    contestId: uuid().notNull(),
    resultVersion: integer().notNull(),
    tiers: jsonb().notNull(),
    commonTiers: jsonb(),
    prizesCents: bigint({ mode: 'bigint' }).notNull(),
    refundsCents: bigint({ mode: 'bigint' }).notNull(),
    carry: jsonb().notNull(),
    flows: jsonb().notNull(),
    operationId: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.resultVersion] })],
);

export const reconciliation = pgTable(
  'reconciliation',
  {
    contestId: uuid().notNull(),
    resultVersion: integer().notNull(),
    agrees: boolean().notNull(),
    statement: jsonb().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.resultVersion, table.at] })],
);

export const prize = pgTable(
  'prize',
  {
    accountId: uuid().notNull(),
    contestId: uuid().notNull(),
    ticketId: uuid().notNull(),
    resultVersion: integer().notNull(),
    id: uuid().notNull(),
    chunk: integer().notNull(),
    kind: text({ enum: ['prize', 'refund'] }).notNull(),
    amountCents: bigint({ mode: 'bigint' }).notNull(),
    shares: jsonb().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.ticketId, table.resultVersion, table.accountId, table.kind] })],
);

export const paymentChunk = pgTable(
  'payment_chunk',
  {
    contestId: uuid().notNull(),
    resultVersion: integer().notNull(),
    chunk: integer().notNull(),
    prizes: integer().notNull(),
    amountCents: bigint({ mode: 'bigint' }).notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.resultVersion, table.chunk] })],
);

export const recallChunk = pgTable(
  'recall_chunk',
  {
    contestId: uuid().notNull(),
    resultVersion: integer().notNull(),
    chunk: integer().notNull(),
    recalledCents: bigint({ mode: 'bigint' }).notNull(),
    keptCents: bigint({ mode: 'bigint' }).notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.resultVersion, table.chunk] })],
);

export const contestRecord = pgTable(
  'contest_record',
  {
    contestId: uuid().notNull(),
    resultVersion: integer().notNull(),
    sequence: bigint({ mode: 'bigint' }).notNull(),
    document: text().notNull(),
    documentHash: bytea().notNull(),
    previousHash: bytea().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.resultVersion] })],
);
