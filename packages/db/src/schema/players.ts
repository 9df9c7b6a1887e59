/** Players: standing and its history, person, declared bank account. */
import { boolean, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { byteas } from './barred-persons.ts';
import { bytea, instant } from './columns.ts';

export const player = pgTable('player', {
  accountId: uuid().primaryKey(),
  userId: text().notNull(),
  createdAt: instant().notNull(),
  verifiedAt: instant(),
  suspendedAt: instant(),
  pausedUntil: instant(),
  excludedAt: instant(),
  excludedUntil: instant(),
  barredAt: instant(),
  closedAt: instant(),
  changedAt: instant().notNull(),
});

export const playerTransition = pgTable(
  'player_transition',
  {
    accountId: uuid().notNull(),
    n: integer().notNull(),
    transition: text({
      enum: ['register', 'verify', 'suspend', 'reinstate', 'pause', 'exclude', 'return', 'bar', 'lift-bar', 'close'],
    }).notNull(),
    standing: text({ enum: ['provisional', 'verified', 'paused', 'suspended', 'self-excluded', 'barred', 'closed'] }).notNull(),
    until: instant(),
    actor: text().notNull(),
    reason: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.n] })],
);

export const playerPerson = pgTable('player_person', {
  accountId: uuid().primaryKey(),
  documentIndex: bytea().notNull(),
  nameIndex: bytea().notNull(),
  namesake: smallint().notNull().default(0),
  open: boolean().notNull().default(true),
  keyId: text(),
  box: bytea(),
  at: instant().notNull(),
  erasedAt: instant(),
  wordKeys: byteas().notNull().default([]),
});

export const playerPaymentAccount = pgTable(
  'player_payment_account',
  {
    accountId: uuid().notNull(),
    n: integer().notNull(),
    keyId: text(),
    box: bytea(),
    ibanIndex: bytea().notNull(),
    ibanEnd: text().notNull(),
    declaredBy: text().notNull(),
    at: instant().notNull(),
    erasedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.n] })],
);
