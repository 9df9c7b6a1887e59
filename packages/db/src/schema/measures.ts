/** Measures: the ways out of a contest's procedure, each proposed by one person and decided by another. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

export const measure = pgTable('measure', {
  id: uuid().primaryKey(),
  kind: text({ enum: ['release', 'void', 'breakdown', 'postponement', 'correction', 'redraw'] }).notNull(),
  contestId: uuid(),
  parentId: uuid(),
  reason: text().notNull(),
  terms: jsonb().notNull().default({}),
  proposedBy: text().notNull(),
  at: instant().notNull(),
});

export const measureDecision = pgTable('measure_decision', {
  measureId: uuid().primaryKey(),
  proposedBy: text().notNull(),
  decidedBy: text().notNull(),
  approved: boolean().notNull(),
  at: instant().notNull(),
});

export const measureEnd = pgTable('measure_end', {
  measureId: uuid().primaryKey(),
  facts: jsonb().notNull(),
  at: instant().notNull(),
});

export const drawRedraw = pgTable('draw_redraw', {
  contestId: uuid().primaryKey(),
  measureId: uuid().notNull(),
  statement: jsonb().notNull(),
  statementHash: bytea().notNull(),
  at: instant().notNull(),
});

export const postponement = pgTable(
  'postponement',
  {
    contestId: uuid().notNull(),
    seq: integer().notNull(),
    measureId: uuid().notNull(),
    statement: jsonb().notNull(),
    decidedAt: instant().notNull(),
    closesAt: instant().notNull(),
    drawsAt: instant().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.seq] })],
);
