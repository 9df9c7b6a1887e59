/** Limits that players set themselves, what waits, what was, and what a sale asks. */
import { bigint, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

const kind = () => text({ enum: ['deposit', 'stake', 'loss'] }).notNull();
const period = () => text({ enum: ['day', 'week', 'month'] }).notNull();
const amount = () => bigint({ mode: 'bigint' });

export const playLimit = pgTable(
  'play_limit',
  {
    accountId: uuid().notNull(),
    kind: kind(),
    period: period(),
    amountCents: amount(),
    requestId: uuid(),
    since: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind, table.period] })],
);

export const playLimitRequest = pgTable('play_limit_request', {
  id: uuid().primaryKey(),
  accountId: uuid().notNull(),
  kind: kind(),
  period: period(),
  amountCents: amount(),
  askedAt: instant().notNull(),
  readyAt: instant().notNull(),
  state: text({ enum: ['waiting', 'confirmed', 'withdrawn'] })
    .notNull()
    .default('waiting'),
  endedAt: instant(),
});

export const playLimitChange = pgTable('play_limit_change', {
  id: uuid().primaryKey(),
  accountId: uuid().notNull(),
  kind: text().notNull(),
  period: text().notNull(),
  beforeCents: amount(),
  afterCents: amount(),
  at: instant().notNull(),
});

export const playAllowance = pgTable('play_allowance', {
  accountId: uuid().primaryKey(),
  stakeDay: amount(),
  stakeWeek: amount(),
  stakeMonth: amount(),
  lossDay: amount(),
  lossWeek: amount(),
  lossMonth: amount(),
  day: date().notNull(),
  week: date().notNull(),
  month: date().notNull(),
  stakedDay: amount().notNull().default(0n),
  stakedWeek: amount().notNull().default(0n),
  stakedMonth: amount().notNull().default(0n),
});

export const playReminder = pgTable('play_reminder', {
  accountId: uuid().primaryKey(),
  minutes: integer().notNull(),
  at: instant().notNull(),
});
