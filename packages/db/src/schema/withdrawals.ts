/** Withdrawals, the files they go to the bank in, and what the bank says of them. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

const cents = () => bigint({ mode: 'bigint' });

export const WITHDRAWAL_STATES = ['requested', 'reviewed', 'approved', 'exported', 'paid', 'returned', 'cancelled', 'rejected'] as const;

export const withdrawal = pgTable('withdrawal', {
  id: uuid().primaryKey(),
  accountId: uuid().notNull(),
  amountCents: cents().notNull(),
  holdId: uuid().notNull(),
  state: text({ enum: WITHDRAWAL_STATES }).notNull(),
  approvalNeeded: boolean().notNull(),
  requestedAt: instant().notNull(),
  reviewedBy: text(),
  reviewedAt: instant(),
  approvedBy: text(),
  approvedAt: instant(),
  batchId: uuid(),
  ibanEnd: text(),
  exportedAt: instant(),
  paidAt: instant(),
  endedBy: text(),
  endedAt: instant(),
  endReason: text(),
});

export const paymentBatch = pgTable('payment_batch', {
  id: uuid().primaryKey(),
  messageId: text().notNull(),
  payments: integer().notNull(),
  amountCents: cents().notNull(),
  keyId: text().notNull(),
  box: bytea().notNull(),
  fileHash: bytea().notNull(),
  createdBy: text().notNull(),
  createdAt: instant().notNull(),
});

export const bankImport = pgTable('bank_import', {
  id: uuid().primaryKey(),
  fileHash: bytea().notNull(),
  format: text({ enum: ['csv', 'pain.002'] }).notNull(),
  payments: integer().notNull(),
  paid: integer().notNull(),
  returned: integer().notNull(),
  importedBy: text().notNull(),
  at: instant().notNull(),
});
