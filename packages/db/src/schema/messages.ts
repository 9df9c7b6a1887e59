/** What players are told, how, and whether they want to be. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

const channel = () => text({ enum: ['app', 'mail', 'sms', 'push'] }).notNull();

export const messageRoute = pgTable(
  'message_route',
  { kind: text().notNull(), channel: channel(), fromCents: bigint({ mode: 'bigint' }).notNull().default(sql`0`) },
  (table) => [primaryKey({ columns: [table.kind, table.channel] })],
);

export const message = pgTable('message', {
  id: uuid().primaryKey(),
  accountId: uuid().notNull(),
  kind: text().notNull(),
  channel: channel(),
  cause: text().notNull(),
  facts: jsonb().notNull(),
  contestId: uuid(),
  resultVersion: integer(),
  state: text({ enum: ['queued', 'sending', 'sent', 'suppressed', 'failed'] })
    .notNull()
    .default('queued'),
  attempts: integer().notNull().default(0),
  dueAt: instant().notNull(),
  endedAt: instant(),
  reason: text(),
  createdAt: instant().notNull(),
});

export const messageConsent = pgTable(
  'message_consent',
  { accountId: uuid().notNull(), channel: channel(), advertising: boolean().notNull(), at: instant().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.channel] })],
);

export const messageContact = pgTable(
  'message_contact',
  {
    accountId: uuid().notNull(),
    channel: text({ enum: ['sms', 'push'] }).notNull(),
    keyId: text().notNull(),
    box: bytea().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.channel] })],
);

export const watchedTicket = pgTable(
  'watched_ticket',
  { accountId: uuid().notNull(), ticketAccountId: uuid().notNull(), ticketId: uuid().notNull(), at: instant().notNull() },
  (table) => [primaryKey({ columns: [table.ticketAccountId, table.ticketId, table.accountId] })],
);
