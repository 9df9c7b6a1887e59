/** Authentication tables, players, shops, terminals and clerks. The constraints live in the migrations; a test compares these tables with the migrated database. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant, instantRanges } from './columns.ts';

export const authUser = pgTable('auth_user', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  kind: text({ enum: ['player', 'staff', 'inspector', 'second-holder'] })
    .notNull()
    .default('player'),
  language: text({ enum: ['ca', 'es', 'fr', 'en'] })
    .notNull()
    .default('ca'),
  twoFactorEnabled: boolean().notNull().default(false),
  createdAt: instant().notNull().default(sql`now()`),
  updatedAt: instant().notNull().default(sql`now()`),
});

export const authSession = pgTable('auth_session', {
  id: text().primaryKey(),
  userId: text().notNull(),
  token: text().notNull(),
  expiresAt: instant().notNull(),
  ipAddress: text(),
  userAgent: text(),
  createdAt: instant().notNull().default(sql`now()`),
  updatedAt: instant().notNull().default(sql`now()`),
});

export const authAccount = pgTable('auth_account', {
  id: text().primaryKey(),
  userId: text().notNull(),
  accountId: text().notNull(),
  providerId: text().notNull(),
  accessToken: text(),
  refreshToken: text(),
  accessTokenExpiresAt: instant(),
  refreshTokenExpiresAt: instant(),
  scope: text(),
  idToken: text(),
  password: text(),
  createdAt: instant().notNull().default(sql`now()`),
  updatedAt: instant().notNull().default(sql`now()`),
});

export const authVerification = pgTable('auth_verification', {
  id: text().primaryKey(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: instant().notNull(),
  createdAt: instant().notNull().default(sql`now()`),
  updatedAt: instant().notNull().default(sql`now()`),
});

export const authTwoFactor = pgTable('auth_two_factor', {
  id: text().primaryKey(),
  userId: text().notNull(),
  secret: text().notNull(),
  backupCodes: text().notNull(),
  verified: boolean().notNull().default(false),
  failedVerificationCount: integer().notNull().default(0),
  lockedUntil: instant(),
});

export const authPasskey = pgTable('auth_passkey', {
  id: text().primaryKey(),
  userId: text().notNull(),
  name: text(),
  publicKey: text().notNull(),
  credentialID: text('credential_id').notNull(),
  counter: integer().notNull(),
  deviceType: text().notNull(),
  backedUp: boolean().notNull(),
  transports: text(),
  aaguid: text(),
  createdAt: instant(),
});

/** Challenges that were solved. */
export const challengeUse = pgTable('challenge_use', {
  nonce: text().primaryKey(),
  expiresAt: instant().notNull(),
});

export const staffRole = pgTable(
  'staff_role',
  {
    userId: text().notNull(),
    role: text({ enum: ['product', 'official', 'race-desk', 'player-desk', 'finance', 'admin'] }).notNull(),
    grantedBy: text().notNull(),
    at: instant().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.userId, table.role] })],
);

export const shop = pgTable('shop', {
  accountId: uuid().primaryKey(),
  name: text().notNull(),
  address: text().notNull(),
  licenceNumber: text().notNull(),
  commissionBps: integer().notNull(),
  paysUpToCents: bigint({ mode: 'bigint' }).notNull(),
  distributorId: uuid().notNull(),
  opening: text().notNull().default(''),
  /** Kept by the database from the distributor's terms. */
  sells: instantRanges().notNull().default('{}'),
});

export const terminal = pgTable('terminal', {
  id: uuid().primaryKey(),
  accountId: uuid().notNull(),
  label: text().notNull(),
  state: text({ enum: ['awaiting', 'enrolled', 'revoked'] })
    .notNull()
    .default('awaiting'),
  enrolmentCodeHash: bytea(),
  enrolmentExpiresAt: instant(),
  publicKey: jsonb(),
  enrolledAt: instant(),
});

export const clerk = pgTable('clerk', {
  id: uuid().primaryKey(),
  accountId: uuid().notNull(),
  name: text().notNull(),
  cardNumber: text().notNull(),
  pinHash: text().notNull(),
  cardUntil: instant().notNull(),
  leftAt: instant(),
  state: text({ enum: ['active', 'left'] })
    .notNull()
    .default('active'),
});

export const clerkSession = pgTable('clerk_session', {
  tokenHash: bytea().primaryKey(),
  terminalId: uuid().notNull(),
  clerkId: uuid().notNull(),
  startedAt: instant().notNull(),
  expiresAt: instant().notNull(),
  endedAt: instant(),
});
