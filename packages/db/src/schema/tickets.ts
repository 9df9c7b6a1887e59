/** Tickets, entries, serials, purchase keys and the intake chain. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { bigint, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

export const ticket = pgTable(
  'ticket',
  {
    accountId: uuid().notNull(),
    id: uuid().notNull(),
    productVersionId: uuid().notNull(),
    contestId: uuid().notNull(),
    contests: smallint().notNull(),
    stakeCents: bigint({ mode: 'bigint' }).notNull(),
    channel: text({ enum: ['online', 'shop'] }).notNull(),
    terminalId: uuid(),
    clerkId: uuid(),
    intakeId: uuid().notNull(),
    intakeSeq: bigint({ mode: 'bigint' }).notNull(),
    hash: bytea().notNull(),
    soldAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

export const entry = pgTable(
  'entry',
  {
    contestId: uuid().notNull(),
    ticketId: uuid().notNull(),
    accountId: uuid().notNull(),
    lines: bytea().notNull(),
    stakeCents: bigint({ mode: 'bigint' }).notNull(),
    commitment: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.ticketId, table.accountId] })],
);

export const ticketSerial = pgTable(
  'ticket_serial',
  {
    serialHash: bytea().notNull(),
    accountId: uuid().notNull(),
    ticketId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.serialHash] })],
);

export const saleKey = pgTable(
  'sale_key',
  {
    accountId: uuid().notNull(),
    key: uuid().notNull(),
    outcome: text({ enum: ['sold', 'abandoned'] }).notNull(),
    inputHash: bytea(),
    ticketId: uuid(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
);

export const ticketCancellation = pgTable(
  'ticket_cancellation',
  {
    accountId: uuid().notNull(),
    ticketId: uuid().notNull(),
    actor: text().notNull(),
    reason: text().notNull(),
    intakeId: uuid().notNull(),
    intakeSeq: bigint({ mode: 'bigint' }).notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.ticketId] })],
);

export const intake = pgTable('intake', {
  id: uuid().primaryKey(),
  keyId: text().notNull(),
  publicKey: bytea().notNull(),
  startedAt: instant().notNull(),
});

export const intakeLink = pgTable(
  'intake_link',
  {
    intakeId: uuid().notNull(),
    id: uuid().notNull(),
    seq: bigint({ mode: 'bigint' }).notNull(),
    previousHead: bytea().notNull(),
    head: bytea().notNull(),
    records: bytea().notNull(),
    recordCount: integer().notNull(),
    amountCents: bigint({ mode: 'bigint' }).notNull(),
    signature: bytea().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.intakeId, table.seq, table.id] })],
);

/** What exists once in a draw: the place of a fraction in the stock of numbers, or the number of a raffle code. */
export const soldNumber = pgTable(
  'sold_number',
  { contestId: uuid().notNull(), number: bigint({ mode: 'bigint' }).notNull(), ticketId: uuid().notNull() },
  (table) => [primaryKey({ columns: [table.contestId, table.number] })],
);
