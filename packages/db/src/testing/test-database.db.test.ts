import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { MAIN_DATABASE } from '../databases.ts';
import { readMigrations } from '../migrate.ts';
import { createTestControlDatabase, createTestDatabase } from './test-database.ts';

describe('test databases', () => {
  it('are migrated, apart from one another, reached by owner and application, and gone when dropped', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const owner = postgres(one.ownerUrl, { max: 1 });
    expect(await owner`SELECT count(*)::int AS applied FROM schema_migration`).toEqual([
      { applied: readMigrations(MAIN_DATABASE.migrations).length },
    ]);
    await owner`CREATE TABLE mine ()`;
    const neighbour = postgres(other.appUrl, { max: 1 });
    expect(await neighbour`SELECT current_user AS login, to_regclass('mine')::text AS mine`).toEqual([{ login: 'valira_app', mine: null }]);
    await neighbour.end();
    await Promise.all([one.drop(), other.drop()]);
    await expect(owner`SELECT 1`).rejects.toThrow();
    await owner.end();
  });

  it('give the control system roles of its own', async () => {
    const control = await createTestControlDatabase();
    const sql = postgres(control.appUrl, { max: 1 });
    expect(await sql`SELECT current_user AS login`).toEqual([{ login: 'valira_control_app' }]);
    await sql.end();
    await control.drop();
  });
});
