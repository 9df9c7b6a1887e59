import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectOk } from '@valira/outcome';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTROL_DATABASE, MAIN_DATABASE, urlAs } from './databases.ts';
import { embeddedBinaries, installedBinaries } from './embedded/index.ts';
import { type Migration, migrate, migrationProblem, readMigrations } from './migrate.ts';
import { createEmptyTestDatabase, startTestCluster, type TestCluster, type TestDatabase } from './testing/index.ts';

const step = (version: number, sql: string, checksum = `${version}`): Migration => ({ version, name: `step_${version}`, sql, checksum });

/** Both servers the platform promises; 15 is looked for where Debian's package puts it. */
const servers = [
  { name: 'PostgreSQL 18', binaries: expectOk(embeddedBinaries()) },
  ...(installedBinaries(15) ? [{ name: 'PostgreSQL 15', binaries: installedBinaries(15) }] : []),
];

describe.each(servers)('migrations on $name', ({ binaries }) => {
  let cluster: TestCluster;
  const opened: TestDatabase[] = [];
  const emptyDatabase = async (shape = MAIN_DATABASE) => {
    const database = await createEmptyTestDatabase(shape, cluster.adminUrl);
    opened.push(database);
    return database;
  };
  const query = async (url: string, text: string) => {
    const sql = postgres(url, { max: 1 });
    try {
      return await sql.unsafe(text);
    } finally {
      await sql.end();
    }
  };

  beforeAll(async () => {
    cluster = await startTestCluster(binaries);
  }, 60_000);
  afterAll(async () => {
    for (const database of opened) await database.drop();
    await cluster.remove();
  });

  it.each([MAIN_DATABASE, CONTROL_DATABASE])('bring an empty $database to the last file, and do nothing when repeated', async (shape) => {
    const { ownerUrl } = await emptyDatabase(shape);
    const applied = expectOk(await migrate(ownerUrl, shape));
    expect(applied).toHaveLength(readMigrations(shape.migrations).length);
    expect(expectOk(await migrate(ownerUrl, shape))).toEqual([]);
  });

  it('run once each when two processes start at the same moment', async () => {
    const { ownerUrl } = await emptyDatabase();
    const files = [1, 2, 3, 4].map((version) => step(version, `SELECT pg_sleep(0.02); CREATE TABLE made_${version} ()`));
    const both = await Promise.all([migrate(ownerUrl, MAIN_DATABASE, files), migrate(ownerUrl, MAIN_DATABASE, files)]);
    expect(both.flatMap((outcome) => expectOk(outcome)).sort()).toEqual(['0001_step_1', '0002_step_2', '0003_step_3', '0004_step_4']);
  });

  it('leave nothing of a failing file, keep the files before it, name it, and go on after its repair', async () => {
    const { ownerUrl } = await emptyDatabase();
    const broken = [step(1, 'CREATE TABLE kept ()'), step(2, 'CREATE TABLE lost (); SELECT 1/0')];
    await expect(migrate(ownerUrl, MAIN_DATABASE, broken)).rejects.toThrow(/0002_step_2 failed and was rolled back: division by zero/);
    expect(await query(ownerUrl, `SELECT to_regclass('kept')::text AS kept, to_regclass('lost')::text AS lost`)).toEqual([
      { kept: 'kept', lost: null },
    ]);
    const repaired = [step(1, 'CREATE TABLE kept ()'), step(2, 'CREATE TABLE lost ()')];
    expect(expectOk(await migrate(ownerUrl, MAIN_DATABASE, repaired))).toEqual(['0002_step_2']);
  });

  it('refuse a file that changed after it was applied, and a database that is ahead', async () => {
    const { ownerUrl } = await emptyDatabase();
    const files = [step(1, 'CREATE TABLE a ()'), step(2, 'CREATE TABLE b ()')];
    expectOk(await migrate(ownerUrl, MAIN_DATABASE, files));
    const changed = await migrate(ownerUrl, MAIN_DATABASE, [step(1, 'CREATE TABLE a (x int)', 'other'), step(2, '')]);
    expect(changed).toMatchObject({ ok: false, code: 'migration_changed', facts: { name: '0001_step_1' } });
    const behind = await migrate(ownerUrl, MAIN_DATABASE, files.slice(0, 1));
    expect(behind).toMatchObject({ ok: false, code: 'migration_missing', facts: { name: '0002_step_2' } });
    if (!behind.ok) expect(migrationProblem(behind)).toMatch(/0002_step_2, which this version does not know/);
  });

  it('give up on a lock that somebody holds instead of queueing sales behind it', async () => {
    const { ownerUrl } = await emptyDatabase();
    const files = [step(1, 'CREATE TABLE busy ()'), step(2, `SET LOCAL lock_timeout = '100ms'; ALTER TABLE busy ADD COLUMN x int`)];
    expectOk(await migrate(ownerUrl, MAIN_DATABASE, files.slice(0, 1)));
    const seller = postgres(ownerUrl, { max: 1 });
    await seller.begin(async (tx) => {
      await tx`SELECT * FROM busy`;
      await expect(migrate(ownerUrl, MAIN_DATABASE, files)).rejects.toThrow(/lock timeout/);
    });
    await seller.end();
  });

  it('make the application role where the login may, and refuse by name where it may not', async () => {
    const { ownerUrl, database } = await emptyDatabase();
    const shape = { ...MAIN_DATABASE, application: `app_of_${database}` };
    expect(await migrate(ownerUrl, shape, [])).toMatchObject({ code: 'application_role_missing', facts: { role: shape.application } });
    expectOk(await migrate(urlAs(cluster.adminUrl, 'postgres', 'test', database), shape, []));
    expect(await query(cluster.adminUrl, `SELECT rolcanlogin FROM pg_roles WHERE rolname = '${shape.application}'`)).toHaveLength(1);
  });

  it('let the application role create nothing and no other role connect', async () => {
    const { appUrl, ownerUrl } = await emptyDatabase();
    expectOk(await migrate(ownerUrl, MAIN_DATABASE));
    await expect(query(appUrl, 'CREATE TABLE own ()')).rejects.toThrow(/permission denied/);
    await expect(query(appUrl, 'DROP TABLE schema_migration')).rejects.toThrow(/must be owner/);
    const control = await emptyDatabase(CONTROL_DATABASE);
    await expect(query(urlAs(appUrl, 'valira_app', 'application', control.database), 'SELECT 1')).rejects.toThrow(
      /permission denied for database/,
    );
  });
});

describe('migration files', () => {
  it.each([MAIN_DATABASE, CONTROL_DATABASE])('of $database each open with why, locks and rollout', ({ migrations }) => {
    for (const { version, name } of readMigrations(migrations)) {
      const file = `${String(version).padStart(4, '0')}_${name}.sql`;
      const header = /^(--.*\n)+/.exec(readFileSync(join(migrations, file), 'utf8'))?.[0] ?? '';
      for (const word of ['Why:', 'Locks:', 'Rollout:']) expect(header, file).toContain(word);
    }
  });
});
