/** Reprints of tickets. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const ticketReprint = pgTable(
  'ticket_reprint',
  {
    accountId: uuid().notNull(),
    ticketId: uuid().notNull(),
    number: integer().notNull(),
    actor: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.ticketId, table.number] })],
);
