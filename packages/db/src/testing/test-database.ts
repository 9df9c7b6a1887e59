/**
 * A database of its own for each test file: a clone of a migrated template, made in about 50 ms. The template carries the
 * checksum of its migrations in its name, so a changed migration makes a new one and an unchanged one is used again.
 */
import { createHash, randomBytes } from 'node:crypto';
import { expectOk } from '@valira/outcome';
import postgres from 'postgres';
import { CONTROL_DATABASE, type DatabaseShape, type DatabaseUrls, MAIN_DATABASE, prepareDatabase, urlAs } from '../databases.ts';
import { migrate, readMigrations } from '../migrate.ts';

export type TestDatabase = DatabaseUrls & {
  readonly database: string;
  /** Ends every session in the database and removes it. */
  drop(): Promise<void>;
};

const PASSWORDS = { owner: 'owner', application: 'application' };

/** Two test runs on one server must not make the same template at the same time. */
const TEMPLATE_LOCK = 7_251_914_820_002n;

/** A migrated main database. Call in `beforeAll`, `drop()` in `afterAll`. */
export const createTestDatabase = (): Promise<TestDatabase> => cloneTemplate(MAIN_DATABASE);

/** A migrated database of the independent control system. In tests it shares a server with the main one; its roles differ. */
export const createTestControlDatabase = (): Promise<TestDatabase> => cloneTemplate(CONTROL_DATABASE);

/** A database of that shape with its roles and nothing in it. */
export async function createEmptyTestDatabase(shape: DatabaseShape = MAIN_DATABASE, adminUrl = serverUrl()): Promise<TestDatabase> {
  const database = testName();
  return asTestDatabase(adminUrl, database, await prepareDatabase(adminUrl, { ...shape, database }, PASSWORDS));
}

/** Makes the templates where they are missing; once per test run. */
export async function makeTemplates(adminUrl: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`SELECT pg_advisory_lock(${TEMPLATE_LOCK.toString()}::bigint)`;
    for (const shape of [MAIN_DATABASE, CONTROL_DATABASE]) {
      const template = templateName(shape);
      const [complete] = await sql`SELECT 1 FROM pg_database WHERE datname = ${template} AND datistemplate`;
      if (complete) continue;
      await sql.unsafe(`DROP DATABASE IF EXISTS ${template}`);
      const { ownerUrl } = await prepareDatabase(adminUrl, { ...shape, database: template }, PASSWORDS);
      expectOk(await migrate(ownerUrl, shape));
      // Tests of anything but the register play on a mirror that does not grow old.
      if (shape === MAIN_DATABASE) await asAdmin(ownerUrl, [`UPDATE barred_mirror SET good_until = 'infinity'`]);
      await sql.unsafe(`ALTER DATABASE ${template} WITH IS_TEMPLATE true`);
    }
  } finally {
    await sql.end();
  }
}

async function cloneTemplate(shape: DatabaseShape): Promise<TestDatabase> {
  const adminUrl = serverUrl();
  const database = testName();
  await asAdmin(adminUrl, [
    `CREATE DATABASE ${database} TEMPLATE ${templateName(shape)} OWNER ${shape.owner}`,
    `REVOKE ALL ON DATABASE ${database} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${database} TO ${shape.application}`,
  ]);
  return asTestDatabase(adminUrl, database, {
    ownerUrl: urlAs(adminUrl, shape.owner, PASSWORDS.owner, database),
    appUrl: urlAs(adminUrl, shape.application, PASSWORDS.application, database),
  });
}

function asTestDatabase(adminUrl: string, database: string, urls: DatabaseUrls): TestDatabase {
  return { ...urls, database, drop: () => asAdmin(adminUrl, [`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`]) };
}

async function asAdmin(adminUrl: string, statements: readonly string[]): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

function templateName({ database, migrations }: DatabaseShape): string {
  const checksums = readMigrations(migrations).map(({ checksum }) => checksum);
  return `${database}_template_${createHash('sha256').update(checksums.join()).digest('hex').slice(0, 16)}`;
}

const testName = () => `valira_test_${randomBytes(6).toString('hex')}`;

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('no test server: run this file in the vitest project "db"');
  return url;
}
