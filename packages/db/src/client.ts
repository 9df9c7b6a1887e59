/**
 * Connections to PostgreSQL.
 *
 * `sql` speaks SQL directly (the sale path and bulk settlement), `db` is Drizzle (everything else). They are two pools on purpose:
 * Drizzle takes over how a client reads dates.
 */
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema/index.ts';

export type Sql = postgres.Sql<{ bigint: bigint }>;
export type Db = PostgresJsDatabase<typeof schema>;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export type Database = { readonly sql: Sql; readonly db: Db; close(): Promise<void> };

export type DatabaseOptions = {
  /** Connections of each of the two pools. */
  readonly connections?: number;
  /** Shown in pg_stat_activity. */
  readonly name: string;
};

/** Opens both pools lazily: the first query connects. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const settings = {
    max: options.connections ?? 10,
    onnotice: () => undefined,
    connection: { application_name: options.name },
  };
  const sql = postgres(url, { ...settings, types: { bigint: postgres.BigInt } });
  const forDrizzle = postgres(url, { ...settings, types: { bigint: postgres.BigInt } });
  return {
    sql,
    db: drizzle({ client: forDrizzle, schema, casing: 'snake_case' }),
    async close() {
      await Promise.all([sql.end({ timeout: 5 }), forDrizzle.end({ timeout: 5 })]);
    },
  };
}
