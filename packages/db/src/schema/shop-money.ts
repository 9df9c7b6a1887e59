/** Commission by date, and weekly statements of shops. */
import { bigint, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

const cents = () => bigint({ mode: 'bigint' }).notNull();

export const commissionRate = pgTable('commission_rate', {
  id: uuid().primaryKey(),
  accountId: uuid(),
  productId: uuid(),
  channel: text({ enum: ['terminal', 'pack'] }).notNull(),
  rateBps: integer().notNull(),
  validFrom: instant().notNull(),
  reason: text().notNull(),
  enteredBy: text().notNull(),
  at: instant().notNull(),
});

export const shopStatement = pgTable(
  'shop_statement',
  {
    accountId: uuid().notNull(),
    week: date().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    openingCents: cents(),
    salesCents: cents(),
    cancelledCents: cents(),
    prizesCents: cents(),
    commissionCents: cents(),
    paidCents: cents(),
    otherCents: cents(),
    closingCents: cents(),
    tickets: integer().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.week] })],
);
