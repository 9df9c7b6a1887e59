/** Distributors, their licences and contracts, what of the network has to be told to CRAJ, and changes of shops' credit. */
import { bigint, boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const distributor = pgTable('distributor', {
  id: uuid().primaryKey(),
  kind: text({ enum: ['own', 'principal', 'secondary', 'mixed'] }).notNull(),
  name: text().notNull(),
  registerNumber: text().notNull(),
  principalId: uuid(),
  createdAt: instant().notNull(),
});

export const distributorTerm = pgTable('distributor_term', {
  id: uuid().primaryKey(),
  distributorId: uuid().notNull(),
  what: text({ enum: ['licence', 'contract'] }).notNull(),
  number: text().notNull(),
  validFrom: instant().notNull(),
  validUntil: instant().notNull(),
  resaleAllowed: boolean().notNull().default(false),
  endedAt: instant(),
  endReason: text(),
  enteredBy: text().notNull(),
  at: instant().notNull(),
});

export const NETWORK_CHANGES = [
  'distributor-registered',
  'term-entered',
  'term-ended',
  'shop-opened',
  'shop-changed',
  'shop-suspended',
  'shop-reopened',
  'shop-closed',
  'clerk-carded',
  'clerk-renewed',
  'clerk-left',
] as const;

export const networkChange = pgTable('network_change', {
  id: uuid().primaryKey(),
  kind: text({ enum: NETWORK_CHANGES }).notNull(),
  subject: uuid().notNull(),
  distributorId: uuid().notNull(),
  facts: jsonb().notNull(),
  actor: text().notNull(),
  at: instant().notNull(),
  tellBy: instant(),
  toldAt: instant(),
  toldBy: text(),
});

export const creditChange = pgTable('credit_change', {
  id: uuid().primaryKey(),
  accountId: uuid().notNull(),
  creditCents: bigint({ mode: 'bigint' }).notNull(),
  reason: text().notNull(),
  proposedBy: text().notNull(),
  proposedAt: instant().notNull(),
  state: text({ enum: ['proposed', 'approved', 'rejected'] }).notNull(),
  decidedBy: text(),
  decidedAt: instant(),
});

export const networkCalendarRun = pgTable('network_calendar_run', {
  businessDay: date().primaryKey(),
  alarms: integer().notNull(),
  at: instant().notNull(),
});
