/** The mirror of the register of barred persons, own exclusions beside it, and every question to it. */
import { boolean, customType, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

export const barredRule = pgTable('barred_rule', {
  validFrom: instant().primaryKey(),
  maxAgeMinutes: integer().notNull(),
  openTickets: text({ enum: ['keep', 'cancel'] }).notNull(),
  leastOfLastPercent: integer().notNull(),
  canaryDocument: text(),
  source: text().notNull(),
});

export const barredImport = pgTable('barred_import', {
  id: uuid().primaryKey(),
  source: text().notNull(),
  contentHash: bytea().notNull(),
  entries: integer().notNull(),
  added: integer().notNull(),
  removed: integer().notNull(),
  at: instant().notNull(),
});

export const barredImportRefusal = pgTable('barred_import_refusal', {
  id: uuid().primaryKey(),
  source: text().notNull(),
  reason: text().notNull(),
  line: integer(),
  at: instant().notNull(),
});

export const barredPerson = pgTable('barred_person', {
  id: uuid().primaryKey(),
  source: text({ enum: ['register', 'self-exclusion'] }).notNull(),
  reference: text().notNull(),
  documentIndex: bytea(),
  nameIndex: bytea().notNull(),
  words: integer().notNull(),
  entryHash: bytea().notNull(),
  startsAt: instant().notNull(),
  endsAt: instant(),
  removedAt: instant(),
});

export const barredWord = pgTable('barred_word', { personId: uuid().notNull(), key: bytea().notNull() }, (table) => [
  primaryKey({ columns: [table.personId, table.key] }),
]);

export const barredMirror = pgTable('barred_mirror', {
  one: boolean().primaryKey().default(true),
  goodUntil: instant().notNull(),
  broken: boolean().notNull().default(false),
});

export const barredQuery = pgTable('barred_query', {
  id: uuid().primaryKey(),
  occasion: text({ enum: ['registration', 'sign-in', 'refresh', 'canary', 'verification'] }).notNull(),
  accountId: uuid(),
  outcome: text({ enum: ['clear', 'hit', 'unavailable'] }).notNull(),
  personId: uuid(),
  asked: integer().notNull().default(1),
  at: instant().notNull(),
});

/** Several keyed hashes. The driver takes no list of bytes: written by SQL that decodes text. */
export const byteas = customType<{ data: readonly Uint8Array[] }>({ dataType: () => 'bytea[]' });
