/** Idempotency, outbox, audit chain and key register. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { sql } from 'drizzle-orm';
import { bigint, date, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

export const commandKey = pgTable(
  'command_key',
  {
    actor: text().notNull(),
    key: uuid().notNull(),
    command: text().notNull(),
    inputHash: bytea().notNull(),
    status: smallint().notNull(),
    answer: jsonb().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.actor, table.key] })],
);

export const outbox = pgTable('outbox', {
  id: bigint({ mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  topic: text().notNull(),
  key: text().notNull(),
  payload: jsonb().notNull(),
  createdAt: instant().notNull().default(sql`clock_timestamp()`),
  relayedAt: instant(),
});

export const auditIntent = pgTable('audit_intent', {
  id: uuid().primaryKey(),
  body: jsonb().notNull(),
  at: instant().notNull(),
});

export const auditEvent = pgTable(
  'audit_event',
  {
    seq: bigint({ mode: 'bigint' }).notNull(),
    id: uuid().notNull(),
    previousHash: bytea().notNull(),
    hash: bytea().notNull(),
    body: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.seq, table.id] })],
);

export const dailyHead = pgTable('daily_head', {
  businessDay: date({ mode: 'string' }).primaryKey(),
  statement: text().notNull(),
  keyId: text().notNull(),
  signature: bytea().notNull(),
  at: instant().notNull(),
});

export const keyRegister = pgTable('key_register', {
  keyId: text().primaryKey(),
  purpose: text().notNull(),
  algorithm: text().notNull(),
  holder: text().notNull(),
  publicKey: bytea(),
  validFrom: instant().notNull(),
  validUntil: instant(),
});
