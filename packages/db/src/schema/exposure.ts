/** Stops of sales and what they follow from. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
