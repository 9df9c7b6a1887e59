/** Instant runs, their packs, tickets and money. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { bigint, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

const cents = () => bigint({ mode: 'bigint' });

export const INSTANT_RUN_STATES = ['proposed', 'generating', 'failed', 'cancelled', 'ready', 'on-sale', 'ended', 'lapsed'] as const;
export const INSTANT_RUN_PHASES = ['generate', 'audit', 'load', 'recount'] as const;
export const INSTANT_PACK_STATES = ['warehouse', 'shipped', 'received', 'activated', 'settled', 'returned', 'stolen', 'destroyed'] as const;

export const instantRun = pgTable('instant_run', {
  id: uuid().primaryKey(),
  productVersionId: uuid().notNull(),
  game: smallint().notNull(),
  run: smallint().notNull(),
  channel: text({ enum: ['online', 'shop'] }).notNull(),
  size: integer().notNull(),
  packSize: smallint().notNull(),
  firstPack: integer().notNull(),
  priceCents: cents().notNull(),
  prizeFundCents: cents().notNull(),
  papersHash: bytea().notNull(),
  proposedBy: text().notNull(),
  createdAt: instant().notNull(),
  state: text({ enum: INSTANT_RUN_STATES }).notNull().default('proposed'),
  phase: text({ enum: INSTANT_RUN_PHASES }),
  doneTickets: integer().notNull().default(0),
  failure: text(),
  openedBy: text(),
  openedAt: instant(),
  endedBy: text(),
  endedAt: instant(),
  endReason: text(),
});

export const instantSecret = pgTable(
  'instant_secret',
  {
    runId: uuid().notNull(),
    role: text({ enum: ['operator', 'second'] }).notNull(),
    commitment: bytea().notNull(),
    keyId: text().notNull(),
    box: bytea().notNull(),
    suppliedBy: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.role] })],
);

export const instantSeal = pgTable('instant_seal', {
  runId: uuid().primaryKey(),
  runHash: bytea().notNull(),
  root: bytea().notNull(),
  leaves: integer().notNull(),
  audit: jsonb().notNull(),
  statement: jsonb().notNull(),
  statementHash: bytea().notNull(),
  sealedAt: instant().notNull(),
});

export const instantTile = pgTable(
  'instant_tile',
  { runId: uuid().notNull(), level: smallint().notNull(), index: integer().notNull(), hashes: bytea().notNull() },
  (table) => [primaryKey({ columns: [table.runId, table.level, table.index] })],
);

export const instantTicket = pgTable(
  'instant_ticket',
  { runId: uuid().notNull(), index: integer().notNull(), virnHash: bytea(), sealed: bytea().notNull() },
  (table) => [primaryKey({ columns: [table.runId, table.index] })],
);

export const instantShipment = pgTable('instant_shipment', {
  id: uuid().primaryKey(),
  runId: uuid().notNull(),
  accountId: uuid().notNull(),
  packs: integer().notNull(),
  sentBy: text().notNull(),
  at: instant().notNull(),
});

export const instantDestruction = pgTable('instant_destruction', {
  id: uuid().primaryKey(),
  runId: uuid().notNull(),
  packs: integer().notNull(),
  tickets: integer().notNull(),
  countedBy: text().notNull(),
  witnessedBy: text().notNull(),
  method: text().notNull(),
  at: instant().notNull(),
});

export const instantPack = pgTable(
  'instant_pack',
  {
    runId: uuid().notNull(),
    pack: integer().notNull(),
    state: text({ enum: INSTANT_PACK_STATES }).notNull().default('warehouse'),
    accountId: uuid(),
    moves: smallint().notNull().default(0),
    activatedAt: instant(),
    unsold: smallint().array().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.runId, table.pack] })],
);

export const instantPackMove = pgTable(
  'instant_pack_move',
  {
    runId: uuid().notNull(),
    pack: integer().notNull(),
    n: smallint().notNull(),
    fromState: text({ enum: INSTANT_PACK_STATES }).notNull(),
    toState: text({ enum: INSTANT_PACK_STATES }).notNull(),
    accountId: uuid(),
    actor: text().notNull(),
    clerkId: uuid(),
    shipmentId: uuid(),
    destructionId: uuid(),
    unsold: smallint().array(),
    reason: text(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.pack, table.n] })],
);

export const instantPackBill = pgTable(
  'instant_pack_bill',
  {
    runId: uuid().notNull(),
    pack: integer().notNull(),
    accountId: uuid().notNull(),
    tickets: smallint().notNull(),
    amountCents: cents().notNull(),
    commissionCents: cents().notNull(),
    trigger: text({ enum: ['low-prizes', 'days', 'next-pack', 'returned', 'stolen', 'end-of-game'] }).notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.pack] })],
);

export const INSTANT_ANSWERS = [
  'pays',
  'no-win',
  'paid',
  'claimed',
  'claim-at-operator',
  'expired',
  'wrong-number',
  'unknown',
  'not-active',
  'stolen',
  'unsold',
  'too-many',
] as const;

export const instantAttempt = pgTable('instant_attempt', {
  id: uuid().primaryKey(),
  runId: uuid(),
  index: integer(),
  actor: text().notNull(),
  accountId: uuid(),
  answer: text({ enum: INSTANT_ANSWERS }).notNull(),
  at: instant().notNull(),
});

export const instantPayment = pgTable(
  'instant_payment',
  {
    runId: uuid().notNull(),
    index: integer().notNull(),
    ticketId: uuid().notNull(),
    tier: text().notNull(),
    amountCents: cents().notNull(),
    accountId: uuid().notNull(),
    claimId: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.index] })],
);

export const instantPool = pgTable('instant_pool', { runId: uuid().primaryKey(), nextIndex: integer().notNull().default(0) });

export const instantSale = pgTable(
  'instant_sale',
  {
    accountId: uuid().notNull(),
    id: uuid().notNull(),
    runId: uuid().notNull(),
    index: integer().notNull(),
    priceCents: cents().notNull(),
    operationId: uuid().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

export const instantReveal = pgTable(
  'instant_reveal',
  {
    accountId: uuid().notNull(),
    saleId: uuid().notNull(),
    tier: text(),
    amountCents: cents().notNull(),
    outcome: bytea().notNull(),
    salt: bytea().notNull(),
    revealedBy: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.saleId] })],
);

export const instantRefund = pgTable(
  'instant_refund',
  { accountId: uuid().notNull(), saleId: uuid().notNull(), requestId: uuid().notNull(), at: instant().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.saleId] })],
);

export const INSTANT_REQUESTS = ['refund', 'reconstruction', 'destruction'] as const;

export const instantRequest = pgTable('instant_request', {
  id: uuid().primaryKey(),
  kind: text({ enum: INSTANT_REQUESTS }).notNull(),
  runId: uuid().notNull(),
  index: integer(),
  details: jsonb(),
  reason: text().notNull(),
  proposedBy: text().notNull(),
  proposedAt: instant().notNull(),
  decision: text({ enum: ['approved', 'refused'] }),
  decidedBy: text(),
  decidedAt: instant(),
});

export const instantAccrual = pgTable(
  'instant_accrual',
  {
    runId: uuid().notNull(),
    n: integer().notNull(),
    tickets: integer().notNull(),
    fundCents: cents().notNull(),
    taxCents: cents().notNull(),
    commissionCents: cents().notNull(),
    revenueCents: cents().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.n] })],
);

export const instantLapse = pgTable('instant_lapse', {
  runId: uuid().primaryKey(),
  tickets: integer().notNull(),
  amountCents: cents().notNull(),
  restCents: cents().notNull(),
  claimUntil: instant().notNull(),
  at: instant().notNull(),
});

export const INSTANT_ALARMS = [
  'top-prizes-gone',
  'selective-selling',
  'stolen-ticket-shown',
  'wrong-numbers',
  'generation-failed',
] as const;

export const instantAlarm = pgTable('instant_alarm', {
  id: uuid().primaryKey(),
  kind: text({ enum: INSTANT_ALARMS }).notNull(),
  runId: uuid().notNull(),
  subject: text().notNull(),
  facts: jsonb().notNull(),
  at: instant().notNull(),
});
