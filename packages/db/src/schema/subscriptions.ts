/** Standing orders of players. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { bigint, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const subscription = pgTable('subscription', {
  id: uuid().primaryKey(),
  accountId: uuid().notNull(),
  productId: uuid().notNull(),
  productVersionId: uuid().notNull(),
  wager: jsonb().notNull(),
  maxPriceCents: bigint({ mode: 'bigint' }).notNull(),
  draws: integer(),
  weekdays: smallint().array(),
  state: text({ enum: ['active', 'paused', 'stopped', 'finished', 'cancelled'] })
    .notNull()
    .default('active'),
  reason: text(),
  createdAt: instant().notNull(),
  changedAt: instant().notNull(),
});

export const subscriptionTicket = pgTable(
  'subscription_ticket',
  {
    subscriptionId: uuid().notNull(),
    contestId: uuid().notNull(),
    ticketId: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.contestId] })],
);

export const subscriptionTry = pgTable(
  'subscription_try',
  {
    subscriptionId: uuid().notNull(),
    contestId: uuid().notNull(),
    attempt: integer().notNull(),
    code: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.contestId, table.attempt] })],
);
