/** Documents that the desk looks at, and how long people are kept. */
import { date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

export const identityCheck = pgTable('identity_check', {
  id: uuid().primaryKey(),
  accountId: uuid().notNull(),
  state: text({ enum: ['open', 'accepted', 'rejected'] })
    .notNull()
    .default('open'),
  reason: text({ enum: ['matches', 'unreadable', 'expired', 'other-person', 'not-accepted', 'altered', 'under-age'] }),
  note: text(),
  askedAt: instant().notNull(),
  decidedBy: text(),
  decidedAt: instant(),
});

export const identityDocument = pgTable('identity_document', {
  id: uuid().primaryKey(),
  checkId: uuid().notNull(),
  side: text({ enum: ['front', 'back', 'face'] }).notNull(),
  mediaType: text({ enum: ['image/jpeg', 'image/png', 'application/pdf'] }).notNull(),
  sizeBytes: integer().notNull(),
  keyId: text(),
  box: bytea(),
  at: instant().notNull(),
  erasedAt: instant(),
});

export const retentionRule = pgTable('retention_rule', {
  validFrom: instant().primaryKey(),
  keptMonths: integer().notNull(),
  source: text().notNull(),
});

export const retentionRun = pgTable('retention_run', {
  businessDay: date().primaryKey(),
  erased: integer().notNull(),
  at: instant().notNull(),
});
