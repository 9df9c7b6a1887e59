/** Claims of shop prizes, their rules, lapse, payment orders and the register of large wins. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { bigint, boolean, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

const cents = () => bigint({ mode: 'bigint' });

export const claimRule = pgTable('claim_rule', {
  validFrom: instant().primaryKey(),
  shopMustPayUpToCents: cents().notNull(),
  shopMayPayUpToCents: cents().notNull(),
  identifyFromCents: cents().notNull(),
  linkedDays: integer().notNull(),
  identityKeptMonths: integer().notNull(),
  approveFromCents: cents().notNull(),
  largeWinFromCents: cents().notNull(),
  largeWinDueDays: integer().notNull(),
  abandonedAfterDays: integer().notNull(),
  source: text().notNull(),
  daysAfterDispute: integer().notNull().default(30),
});

export const operatorTier = pgTable(
  'operator_tier',
  {
    productId: uuid().notNull(),
    tier: text().notNull(),
    validFrom: instant().notNull(),
    operatorOnly: boolean().notNull(),
    proposedBy: text().notNull(),
    approvedBy: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.tier, table.validFrom] })],
);

export const prizeEnd = pgTable(
  'prize_end',
  {
    accountId: uuid().notNull(),
    ticketId: uuid().notNull(),
    ending: text({ enum: ['shop', 'operator', 'lapse'] }).notNull(),
    amountCents: cents().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.ticketId] })],
);

export const claim = pgTable(
  'claim',
  {
    accountId: uuid().notNull(),
    ticketId: uuid().notNull(),
    id: uuid().notNull(),
    amountCents: cents().notNull(),
    payingAccountId: uuid().notNull(),
    terminalId: uuid(),
    clerkId: uuid(),
    key: uuid().notNull(),
    operationId: uuid().notNull(),
    at: instant().notNull(),
    ending: text({ enum: ['shop', 'operator'] })
      .notNull()
      .default('shop'),
    openedBy: text(),
    linkedCents: cents(),
    disputeId: uuid(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.ticketId] })],
);

export const prizeLapse = pgTable(
  'prize_lapse',
  {
    accountId: uuid().notNull(),
    ticketId: uuid().notNull(),
    ending: text({ enum: ['lapse'] })
      .notNull()
      .default('lapse'),
    amountCents: cents().notNull(),
    claimUntil: instant().notNull(),
    operationId: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.ticketId] })],
);

export const prizeAbandonment = pgTable(
  'prize_abandonment',
  {
    accountId: uuid().notNull(),
    ticketId: uuid().notNull(),
    operationId: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.ticketId] })],
);

export const contestLapse = pgTable(
  'contest_lapse',
  { contestId: uuid().notNull(), resultVersion: integer().notNull(), at: instant().notNull() },
  (table) => [primaryKey({ columns: [table.contestId, table.resultVersion] })],
);

export const lapseRun = pgTable('lapse_run', {
  businessDay: date({ mode: 'string' }).primaryKey(),
  tickets: integer().notNull(),
  amountCents: cents().notNull(),
  abandoned: integer().notNull(),
  at: instant().notNull(),
});

export const claimIdentity = pgTable('claim_identity', {
  claimId: uuid().primaryKey(),
  documentIndex: bytea().notNull(),
  amountCents: cents().notNull(),
  keyId: text().notNull(),
  box: bytea().notNull(),
  at: instant().notNull(),
  keptUntil: instant().notNull(),
});

export const paymentOrder = pgTable('payment_order', {
  id: uuid().primaryKey(),
  claimId: uuid().notNull(),
  amountCents: cents().notNull(),
  keyId: text().notNull(),
  box: bytea().notNull(),
  ibanEnd: text().notNull(),
  state: text({ enum: ['proposed', 'approved', 'sent', 'executed', 'rejected'] }).notNull(),
  approvalNeeded: boolean().notNull(),
  proposedBy: text().notNull(),
  proposedAt: instant().notNull(),
  approvedBy: text(),
  approvedAt: instant(),
  sentBy: text(),
  sentAt: instant(),
  fileReference: text(),
  endedBy: text(),
  endedAt: instant(),
  endReason: text(),
});

export const largeWin = pgTable(
  'large_win',
  {
    contestId: uuid().notNull(),
    ticketId: uuid().notNull(),
    resultVersion: integer().notNull(),
    accountId: uuid().notNull(),
    prizeId: uuid().notNull(),
    amountCents: cents().notNull(),
    channel: text({ enum: ['online', 'shop'] }).notNull(),
    grantedAt: instant().notNull(),
    dueAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.ticketId, table.resultVersion] })],
);

export const dispute = pgTable('dispute', {
  id: uuid().primaryKey(),
  accountId: uuid().notNull(),
  ticketId: uuid().notNull(),
  kind: text({ enum: ['disputed', 'lost'] }).notNull(),
  reason: text().notNull(),
  keyId: text().notNull(),
  box: bytea().notNull(),
  openedBy: text().notNull(),
  openedAt: instant().notNull(),
  state: text({ enum: ['open', 'proposed', 'decided'] })
    .notNull()
    .default('open'),
  outcome: text({ enum: ['holder', 'claimant'] }),
  proposedBy: text(),
  proposedAt: instant(),
  proposalReason: text(),
  decidedBy: text(),
  decidedAt: instant(),
});
