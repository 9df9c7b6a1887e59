/** Contests (draws and pools), their procedure, seals and results. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { bigint, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

export const contest = pgTable('contest', {
  id: uuid().primaryKey(),
  kind: text({ enum: ['draw', 'pool'] }).notNull(),
  productVersionId: uuid().notNull(),
  number: integer().notNull(),
  source: text({ enum: ['rng', 'machine', 'external', 'event'] }).notNull(),
  state: text({
    enum: [
      'scheduled',
      'open',
      'closed',
      'sealed',
      'drawn',
      'certified',
      'settled',
      'reconciled',
      'published',
      'archived',
      'locked',
      'postponed',
      'voiding',
      'void',
      'correcting',
    ],
  })
    .notNull()
    .default('scheduled'),
  opensAt: instant().notNull(),
  closesAt: instant().notNull(),
  drawsAt: instant().notNull(),
  frozen: jsonb().notNull().default({}),
  carriedIn: jsonb().notNull().default({}),
  resultVersion: integer().notNull().default(0),
  createdAt: instant().notNull(),
});

export const contestStep = pgTable(
  'contest_step',
  {
    contestId: uuid().notNull(),
    seq: integer().notNull(),
    step: text().notNull(),
    actors: text().array().notNull(),
    facts: jsonb().notNull().default({}),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.seq] })],
);

export const drawCommitment = pgTable(
  'draw_commitment',
  {
    contestId: uuid().notNull(),
    role: text({ enum: ['operator', 'second'] }).notNull(),
    digest: bytea().notNull(),
    holder: text().notNull(),
    publishedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.role] })],
);

export const drawReveal = pgTable(
  'draw_reveal',
  {
    contestId: uuid().notNull(),
    role: text().notNull(),
    secret: bytea().notNull(),
    revealedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.role] })],
);

export const drawBeacon = pgTable('draw_beacon', {
  contestId: uuid().primaryKey(),
  round: bigint({ mode: 'number' }).notNull(),
  signature: text().notNull(),
  value: text().notNull(),
  at: instant().notNull(),
});

export const drawSecret = pgTable('draw_secret', {
  contestId: uuid().primaryKey(),
  ciphertext: bytea().notNull(),
  keyId: text().notNull(),
});

export const drawAnnouncement = pgTable('draw_announcement', {
  contestId: uuid().primaryKey(),
  statement: jsonb().notNull(),
  statementHash: bytea().notNull(),
  at: instant().notNull(),
});

export const generatorCall = pgTable(
  'generator_call',
  {
    generator: text().notNull(),
    sequence: bigint({ mode: 'bigint' }).notNull(),
    purpose: text({ enum: ['secret', 'numbers'] }).notNull(),
    contestId: uuid().notNull(),
    outputHash: bytea().notNull(),
    head: bytea().notNull(),
    call: jsonb().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.generator, table.sequence] })],
);

export const seal = pgTable('seal', {
  contestId: uuid().primaryKey(),
  root: bytea().notNull(),
  leaves: bigint({ mode: 'bigint' }).notNull(),
  cancelled: bigint({ mode: 'bigint' }).notNull(),
  stakeCents: bigint({ mode: 'bigint' }).notNull(),
  statement: jsonb().notNull(),
  statementHash: bytea().notNull(),
  heads: jsonb().notNull(),
  sealedAt: instant().notNull(),
});

export const sealTile = pgTable(
  'seal_tile',
  {
    contestId: uuid().notNull(),
    level: integer().notNull(),
    index: bigint({ mode: 'bigint' }).notNull(),
    hashes: bytea().notNull(),
    firstTicketId: uuid(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.level, table.index] })],
);

export const sealCountersignature = pgTable('seal_countersignature', {
  contestId: uuid().primaryKey(),
  statement: jsonb().notNull(),
  at: instant().notNull(),
});

export const receipt = pgTable('receipt', {
  id: uuid().primaryKey(),
  subject: text({ enum: ['announcement', 'seal', 'countersignature', 'generator-head', 'day-head', 'redraw', 'instant-root'] }).notNull(),
  reference: text().notNull(),
  receipt: jsonb().notNull(),
  at: instant().notNull(),
});

export const resultEntry = pgTable(
  'result_entry',
  {
    contestId: uuid().notNull(),
    version: integer().notNull(),
    official: text().notNull(),
    result: jsonb().notNull(),
    resultHash: bytea().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.version, table.official] })],
);

export const contestResult = pgTable(
  'contest_result',
  {
    contestId: uuid().notNull(),
    version: integer().notNull(),
    result: jsonb().notNull(),
    origin: text({ enum: ['rng', 'entered-twice', 'imported', 'events'] }).notNull(),
    enteredBy: text().array().notNull(),
    external: jsonb(),
    certifiedBy: text(),
    certifiedAt: instant(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.version] })],
);

export const plannedDraw = pgTable(
  'planned_draw',
  {
    productId: uuid().notNull(),
    drawsAt: instant().notNull(),
    contestId: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.drawsAt] })],
);
