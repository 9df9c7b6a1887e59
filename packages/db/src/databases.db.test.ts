import { expectOk } from '@valira/outcome';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveApplicationLogin, MAIN_DATABASE, urlAs } from './databases.ts';
import { migrate } from './migrate.ts';
import { createEmptyTestDatabase, type TestDatabase } from './testing/index.ts';

let database: TestDatabase;
/** A role of this test's own: roles belong to the whole server. */
let shape: typeof MAIN_DATABASE;
let adminUrl: string;

beforeAll(async () => {
  database = await createEmptyTestDatabase();
  shape = { ...MAIN_DATABASE, application: `login_of_${database.database}` };
  const admin = new URL(process.env.TEST_DATABASE_URL ?? '');
  adminUrl = urlAs(admin.href, decodeURIComponent(admin.username), decodeURIComponent(admin.password), database.database);
});
afterAll(() => database.drop());

describe('a server of the operator, reached as its owner alone', () => {
  it('gets an application login that is not the owner, and a new password when asked again', async () => {
    expectOk(await migrate(adminUrl, shape, []));
    const first = expectOk(await giveApplicationLogin(adminUrl, shape, "it's:one/p@ss"));
    const sql = postgres(first, { max: 1 });
    expect(await sql`SELECT current_user AS login, current_database() AS database`).toEqual([
      { login: shape.application, database: database.database },
    ]);
    await expect(sql`CREATE TABLE own ()`).rejects.toThrow(/permission denied/);
    await sql.end();
    const second = expectOk(await giveApplicationLogin(adminUrl, shape, 'two'));
    const again = postgres(second, { max: 1 });
    expect(await again`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    await again.end();
    const outdated = postgres(first, { max: 1 });
    await expect(outdated`SELECT 1`).rejects.toThrow(/password authentication failed/);
    await outdated.end();
  });

  it('is refused where that login may not create roles, and where nobody answers', async () => {
    expect(await giveApplicationLogin(database.ownerUrl, { ...shape, application: `${shape.application}_2` }, 'x')).toMatchObject({
      ok: false,
      code: 'may_not_create_roles',
    });
    expect(await giveApplicationLogin('postgres://a:b@127.0.0.1:1/c', shape, 'x')).toMatchObject({
      ok: false,
      code: 'server_unreachable',
      facts: { server: '127.0.0.1:1' },
    });
  });
});
