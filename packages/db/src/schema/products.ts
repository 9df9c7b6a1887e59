/** Licences, products and their versions. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

export const licence = pgTable('licence', {
  id: uuid().primaryKey(),
  kind: text({ enum: ['C', 'C@', 'convention'] }).notNull(),
  number: text().notNull(),
  legalName: text().notNull(),
  registerNumber: text().notNull(),
  responsiblePerson: text().notNull(),
  modalities: text().array().notNull(),
  pariMutuelInShops: boolean().notNull().default(false),
  validFrom: instant().notNull(),
  validUntil: instant().notNull(),
  suspended: boolean().notNull().default(false),
});

export const taxRule = pgTable('tax_rule', {
  validFrom: instant().primaryKey(),
  rateBps: integer().notNull(),
  base: text({ enum: ['stakes'] }).notNull(),
  source: text().notNull(),
});

export const product = pgTable('product', {
  id: uuid().primaryKey(),
  slug: text().notNull(),
  family: text({ enum: ['draw', 'pool', 'instant'] }).notNull(),
  createdAt: instant().notNull(),
  drawSource: text({ enum: ['rng', 'machine', 'external'] }),
  horizonDays: integer().notNull().default(35),
  subscriptionTries: integer().notNull().default(3),
  subscriptionRetryMinutes: integer().notNull().default(60),
});

export const productVersion = pgTable('product_version', {
  id: uuid().primaryKey(),
  productId: uuid().notNull(),
  version: integer().notNull(),
  modality: text({ enum: ['a', 'b', 'c'] }).notNull(),
  names: jsonb().notNull(),
  definition: jsonb().notNull(),
  definitionHash: bytea().notNull(),
  channels: text().array().notNull(),
  state: text({ enum: ['draft', 'submitted', 'approved', 'refused', 'on-sale', 'suspended', 'closed'] })
    .notNull()
    .default('draft'),
  registrationNumber: text(),
  proposedBy: text().notNull(),
  decidedBy: text(),
  releasedBy: text(),
  identicalLinesCap: integer(),
  createdAt: instant().notNull(),
  decidedAt: instant(),
});

export const drawAgreement = pgTable(
  'draw_agreement',
  {
    productId: uuid().notNull(),
    organiser: text().notNull(),
    reference: text().notNull(),
    validFrom: instant().notNull(),
    validUntil: instant().notNull(),
    enteredBy: text().notNull(),
    at: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.validFrom] })],
);
