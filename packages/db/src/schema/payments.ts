/** Deposits, what the provider told and moved, refunds, and the daily comparison. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { bigint, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

const cents = () => bigint({ mode: 'bigint' });

export const paymentRule = pgTable('payment_rule', {
  validFrom: instant().primaryKey(),
  depositMinCents: cents().notNull(),
  depositMaxCents: cents().notNull(),
  depositOpenMinutes: integer().notNull(),
  approveFromCents: cents().notNull(),
  source: text().notNull(),
});

export const deposit = pgTable('deposit', {
  id: uuid().primaryKey(),
  accountId: uuid().notNull(),
  amountCents: cents().notNull(),
  state: text({ enum: ['open', 'credited', 'cancelled'] }).notNull(),
  paymentId: text(),
  declinedCode: text(),
  openedAt: instant().notNull(),
  endedAt: instant(),
});

export const DEPOSIT_MOVEMENTS = ['deposit', 'deposit-refunded', 'refund-returned', 'deposit-disputed', 'dispute-won'] as const;

export const depositMovement = pgTable(
  'deposit_movement',
  {
    providerId: text().notNull(),
    kind: text({ enum: DEPOSIT_MOVEMENTS }).notNull(),
    depositId: uuid().notNull(),
    amountCents: cents().notNull(),
    cashCents: cents().notNull(),
    owedCents: cents().notNull(),
    operationId: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.kind] })],
);

export const providerEvent = pgTable('provider_event', {
  id: text().primaryKey(),
  type: text().notNull(),
  paymentId: text(),
  bodyHash: bytea().notNull(),
  createdAt: instant().notNull(),
  receivedAt: instant().notNull(),
  processedAt: instant(),
  outcome: text({ enum: ['applied', 'not-ours', 'no-payment'] }),
});

export const depositRefund = pgTable('deposit_refund', {
  id: uuid().primaryKey(),
  depositId: uuid().notNull(),
  amountCents: cents().notNull(),
  holdId: uuid().notNull(),
  reason: text().notNull(),
  state: text({ enum: ['proposed', 'approved', 'made', 'rejected'] }).notNull(),
  proposedBy: text().notNull(),
  proposedAt: instant().notNull(),
  decidedBy: text(),
  decidedAt: instant(),
  refundId: text(),
  endReason: text(),
});

export const providerEntry = pgTable('provider_entry', {
  id: text().primaryKey(),
  type: text().notNull(),
  source: text(),
  paymentId: text(),
  amountCents: cents().notNull(),
  feeCents: cents().notNull(),
  createdAt: instant().notNull(),
  operationId: uuid(),
  readAt: instant().notNull(),
});

export const paymentReconciliation = pgTable(
  'payment_reconciliation',
  {
    businessDay: date({ mode: 'string' }).notNull(),
    run: integer().notNull(),
    entries: integer().notNull(),
    providerCents: cents().notNull(),
    ledgerCents: cents().notNull(),
    feeCents: cents().notNull(),
    paidOutCents: cents().notNull(),
    differences: jsonb().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessDay, table.run] })],
);
