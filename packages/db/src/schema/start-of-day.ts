/** Certified builds, starts of processes and the checks of each day. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { boolean, date, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

export const certifiedBuild = pgTable('certified_build', {
  buildHash: bytea().primaryKey(),
  version: text().notNull(),
  proposedBy: text().notNull(),
  reason: text().notNull(),
  proposedAt: instant().notNull(),
  certifiedBy: text(),
  certifiedAt: instant(),
});

export const processStart = pgTable('process_start', {
  id: uuid().primaryKey(),
  process: text().notNull(),
  version: text().notNull(),
  buildHash: bytea().notNull(),
  demo: boolean().notNull(),
  at: instant().notNull(),
});

export const dayCheck = pgTable(
  'day_check',
  {
    businessDay: date({ mode: 'string' }).notNull(),
    name: text({ enum: ['ledger', 'clock', 'generator', 'build', 'chains'] }).notNull(),
    passed: boolean().notNull(),
    facts: jsonb().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessDay, table.name] })],
);
