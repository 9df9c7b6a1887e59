/**
 * The platform's two databases and who may do what in them.
 *
 * Each has an owner, who migrates and is used for nothing else, and an application role with only the privileges that
 * migrations grant it. The independent control system has its own cluster, so its roles exist there and nowhere else.
 */
import { fileURLToPath } from 'node:url';
import { type Outcome, ok, refuse } from '@valira/outcome';
import postgres from 'postgres';

export type DatabaseShape = {
  readonly database: string;
  readonly owner: string;
  readonly application: string;
  /** Folder of the SQL migrations. */
  readonly migrations: string;
};

export const MAIN_DATABASE: DatabaseShape = {
  database: 'valira',
  owner: 'valira_owner',
  application: 'valira_app',
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
};

export const CONTROL_DATABASE: DatabaseShape = {
  database: 'valira_control',
  owner: 'valira_control_owner',
  application: 'valira_control_app',
  migrations: fileURLToPath(new URL('../migrations-control', import.meta.url)),
};

export type DatabaseUrls = { readonly ownerUrl: string; readonly appUrl: string };

export type RolePasswords = { readonly owner: string; readonly application: string };

/**
 * Makes roles and database on a cluster the platform may administer, and returns how to reach them. Safe to repeat; passwords
 * are set anew each time. `adminUrl` needs the right to create roles and databases.
 */
export async function prepareDatabase(adminUrl: string, shape: DatabaseShape, passwords: RolePasswords): Promise<DatabaseUrls> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    for (const [role, password] of [
      [shape.owner, passwords.owner],
      [shape.application, passwords.application],
    ] as const) {
      const [found] = await sql`SELECT 1 FROM pg_roles WHERE rolname = ${role}`;
      await sql.unsafe(`${found ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD '${password.replaceAll("'", "''")}'`);
    }
    const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = ${shape.database}`;
    if (!found) {
      await sql.unsafe(`CREATE DATABASE ${shape.database} OWNER ${shape.owner}`);
      await sql.unsafe(`REVOKE ALL ON DATABASE ${shape.database} FROM PUBLIC`);
      await sql.unsafe(`GRANT CONNECT ON DATABASE ${shape.database} TO ${shape.application}`);
    }
  } finally {
    await sql.end();
  }
  return {
    ownerUrl: urlAs(adminUrl, shape.owner, passwords.owner, shape.database),
    appUrl: urlAs(adminUrl, shape.application, passwords.application, shape.database),
  };
}

/** The same server's URL for another login and database. */
export function urlAs(url: string, user: string, password: string, database: string): string {
  const changed = new URL(url);
  changed.username = encodeURIComponent(user);
  changed.password = encodeURIComponent(password);
  changed.pathname = `/${database}`;
  return changed.href;
}

/**
 * Lets the application log in to a server that is reached as its owner alone: makes the role where needed, gives it the password
 * and returns its URL.
 */
export async function giveApplicationLogin(
  ownerUrl: string,
  { application }: DatabaseShape,
  password: string,
): Promise<Outcome<string, 'may_not_create_roles' | 'server_unreachable'>> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    const [found] = await sql`SELECT 1 FROM pg_roles WHERE rolname = ${application}`;
    await sql.unsafe(`${found ? 'ALTER' : 'CREATE'} ROLE ${application} LOGIN PASSWORD '${password.replaceAll("'", "''")}'`);
    const [{ database }] = await sql<[{ database: string }]>`SELECT current_database() AS database`;
    await sql.unsafe(`GRANT CONNECT ON DATABASE "${database.replaceAll('"', '""')}" TO ${application}`);
    return ok(urlAs(ownerUrl, application, password, database));
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === '42501') return refuse('may_not_create_roles');
    const words = error instanceof Error ? error.message || String(error) : String(error);
    return refuse('server_unreachable', { facts: { server: new URL(ownerUrl).host, words } });
  } finally {
    await sql.end();
  }
}
