/** Stops of sales and what they follow from. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

export const salesStop = pgTable('sales_stop', {
  id: uuid().primaryKey(),
  scope: text({ enum: ['all', 'product', 'contest'] }).notNull(),
  subject: uuid().notNull(),
  lines: bytea(),
  rule: text({
    enum: [
      'staff',
      'improbable-wins',
      'identical-lines',
      'fund-shortfall',
      'guarantee-cover',
      'ledger',
      'trial-balance',
      'clock',
      'generator',
      'build',
      'chains',
    ],
  }).notNull(),
  occasion: text().notNull(),
  reason: text().notNull(),
  facts: jsonb().notNull().default({}),
  stoppedBy: text().notNull(),
  at: instant().notNull(),
  releaseProposedBy: text(),
  releaseReason: text(),
  releaseProposedAt: instant(),
  releasedBy: text(),
  releasedAt: instant(),
});

export const guarantee = pgTable('guarantee', {
  id: uuid().primaryKey(),
  issuer: text().notNull(),
  document: text().notNull(),
  amountCents: bigint({ mode: 'bigint' }).notNull(),
  validFrom: instant().notNull(),
  validUntil: instant().notNull(),
  enteredBy: text().notNull(),
  enteredAt: instant().notNull(),
  confirmedBy: text(),
  confirmedAt: instant(),
});

export const exposureLimit = pgTable('exposure_limit', {
  validFrom: instant().primaryKey(),
  coverBps: integer().notNull(),
  winAlarmExponent: integer().notNull(),
  shortfallPpm: integer(),
  shortfallFromUnits: bigint({ mode: 'bigint' }).notNull().default(1000n),
});

export const winReview = pgTable(
  'win_review',
  {
    contestId: uuid().notNull(),
    resultVersion: integer().notNull(),
    improbable: boolean().notNull(),
    facts: jsonb().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.resultVersion] })],
);
