/** Who migrates the control database. */
import { openSql } from './sql.ts';

/** The owner's login: the one that is set, else the application's where it may create tables, else nobody's. */
export async function ownerUrlOf(databaseUrl: string, ownerUrl: string | null): Promise<string | null> {
  if (ownerUrl !== null) return ownerUrl;
  const sql = openSql(databaseUrl, 1);
  try {
    const [row] = await sql<{ may: boolean }[]>`SELECT has_schema_privilege(current_schema(), 'CREATE') AS may`;
    return row?.may ? databaseUrl : null;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
