/**
 * Forward-only migrations: SQL files `NNNN_name.sql`, applied in order, each in one transaction that also records it.
 *
 * The order of truth is the database: a file that was applied and has changed since, or has gone, is refused, because two
 * installations would then differ without anybody knowing. Several processes may call this at once; they take turns.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome, ok, type Refusal, refuse } from '@valira/outcome';
import postgres from 'postgres';
import type { DatabaseShape } from './databases.ts';

export type Migration = {
  /** `NNNN`, from 1, without gaps. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly checksum: string;
};

export type MigrationRefusal = 'migration_changed' | 'migration_missing' | 'application_role_missing' | 'server_too_old';

const OLDEST_SERVER = 150_000;

/** One lock for all migrations of a database; the number is arbitrary and used for nothing else. */
const MIGRATION_LOCK = 7_251_914_820_001n;

/** The files of a folder in order. Throws on a name or number that does not fit: that is a mistake in the repository. */
export function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  return files.map((file, index) => {
    const [, digits, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? [];
    if (!digits || !name || Number(digits) !== index + 1) {
      throw new Error(`${join(folder, file)}: expected ${String(index + 1).padStart(4, '0')}_name.sql`);
    }
    const sql = readFileSync(join(folder, file), 'utf8');
    return { version: index + 1, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/**
 * Brings the database at `ownerUrl` to the last migration; returns the names applied now. Throws what the server says about a
 * migration that fails, naming its file; everything of that file is rolled back and the ones before it stay.
 */
export async function migrate(
  ownerUrl: string,
  shape: DatabaseShape,
  migrations: readonly Migration[] = readMigrations(shape.migrations),
): Promise<Outcome<readonly string[], MigrationRefusal>> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {}, connection: { application_name: 'valira-migrate' } });
  try {
    const refusal = await checkServer(sql, shape);
    if (refusal) return refusal;
    const applied: string[] = [];
    for (;;) {
      const step = await applyNext(sql, shape, migrations);
      if (!step.ok) return step;
      if (step.value === undefined) return ok(applied);
      applied.push(step.value);
    }
  } finally {
    await sql.end();
  }
}

/** What to tell the person who started the platform. */
export function migrationProblem({ code, facts }: Refusal<MigrationRefusal>): string {
  switch (code) {
    case 'migration_changed':
      return `Migration ${facts.name} was changed after this database had applied it. Restore the file; put the change into a new migration.`;
    case 'migration_missing':
      return `This database has applied migration ${facts.name}, which this version does not know. Start the version that made it, or a later one.`;
    case 'application_role_missing':
      return `The database role ${facts.role} does not exist and this login may not create it. Let an administrator run: CREATE ROLE ${facts.role} LOGIN PASSWORD '…'`;
    case 'server_too_old':
      return `The database server is PostgreSQL ${facts.server}; 15 or later is needed.`;
  }
}

async function checkServer(
  sql: postgres.Sql,
  { application }: DatabaseShape,
): Promise<Refusal<'application_role_missing' | 'server_too_old'> | undefined> {
  const [server] = await sql<{ number: number; words: string; role: boolean; may: boolean }[]>`
    SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS words,
           EXISTS (SELECT 1 FROM pg_roles WHERE rolname = ${application}) AS role,
           EXISTS (SELECT 1 FROM pg_roles WHERE rolname = current_user AND (rolcreaterole OR rolsuper)) AS may`;
  if (!server || server.number < OLDEST_SERVER) return refuse('server_too_old', { facts: { server: server?.words ?? '' } });
  if (server.role) return undefined;
  if (!server.may) return refuse('application_role_missing', { facts: { role: application } });
  await sql.unsafe(`CREATE ROLE ${application}`);
  return undefined;
}

async function applyNext(
  sql: postgres.Sql,
  { application }: DatabaseShape,
  migrations: readonly Migration[],
): Promise<Outcome<string | undefined, 'migration_changed' | 'migration_missing'>> {
  return sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK.toString()}::bigint)`;
    await tx`
      CREATE TABLE IF NOT EXISTS schema_migration (
        version int PRIMARY KEY,
        name text NOT NULL,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`;
    // A process that serves requests has to see whether the database is as new as its code.
    await tx.unsafe(`GRANT SELECT ON schema_migration TO ${application}`);
    const applied = await tx<{ version: number; name: string; checksum: string }[]>`
      SELECT version, name, checksum FROM schema_migration ORDER BY version`;
    for (const [index, row] of applied.entries()) {
      const file = migrations[index];
      const name = `${String(row.version).padStart(4, '0')}_${row.name}`;
      if (!file || file.version !== row.version) return refuse('migration_missing', { facts: { name } });
      if (file.checksum !== row.checksum) return refuse('migration_changed', { facts: { name } });
    }
    const next = migrations[applied.length];
    if (!next) return ok(undefined);
    const name = `${String(next.version).padStart(4, '0')}_${next.name}`;
    // A lock that sales hold must make the migration wait briefly and fail, not make every later sale wait behind it.
    await tx.unsafe(`SET LOCAL lock_timeout = '10s'`);
    try {
      await tx.unsafe(next.sql);
    } catch (error) {
      throw new Error(`migration ${name} failed and was rolled back: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
    await tx`INSERT INTO schema_migration (version, name, checksum) VALUES (${next.version}, ${next.name}, ${next.checksum})`;
    return ok(name);
  });
}
