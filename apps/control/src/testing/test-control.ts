/** A control system on a database of its own, with a clock that tests set, and an operator that feeds it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestControlDatabase, type TestDatabase } from '@valira/db/testing';
import type { Hono } from 'hono';
import { pino } from 'pino';
import { controlApp } from '../app.ts';
import type { ControlDeps } from '../deps.ts';
import { openControlKeys } from '../keys/control-keys.ts';
import { openTrustedKeys } from '../keys/trusted-keys.ts';
import { openSql, type Sql } from '../sql.ts';
import { canonical, sha, TinyOperator } from './tiny-operator.ts';

const token = 'a'.repeat(64);

export type Answer = { readonly status: number; readonly json: unknown };

export type TestControl = {
  readonly deps: ControlDeps;
  readonly sql: Sql;
  readonly app: Hono;
  readonly operator: TinyOperator;
  readonly database: TestDatabase;
  readonly keysDir: string;
  setTime(at: Date): void;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string): Promise<Answer>;
  /** The status of a question to a control system whose database cannot be reached. */
  statusWithoutDatabase(path: string): Promise<number>;
  register(contestId: string, definition: unknown, closesAt: Date, kind?: 'draw' | 'pool'): Promise<Answer>;
  end(): Promise<void>;
};

export async function startTestControl(): Promise<TestControl> {
  const database = await createTestControlDatabase();
  const keysDir = mkdtempSync(join(tmpdir(), 'valira-control-'));
  const operator = new TinyOperator();
  operator.publishKeys(keysDir);
  let time = new Date('2026-11-28T19:00:00.000Z');
  const now = () => time;
  const sql = openSql(database.appUrl);
  const keys = openControlKeys(join(keysDir, 'own'));
  const deps = { sql, keys, trusted: openTrustedKeys(sql, join(keysDir, 'public-keys.json'), now), now, graceMs: 120_000 };
  const app = controlApp(deps, token, pino({ level: 'silent' }));
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await app.request(path, init);
    return { status: response.status, json: await response.json() };
  };
  const post: TestControl['post'] = (path, body, headers = {}) =>
    ask(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    deps,
    sql,
    app,
    operator,
    database,
    keysDir,
    setTime: (at) => {
      time = at;
    },
    post,
    get: (path) => ask(path, { headers: { authorization: `Bearer ${token}` } }),
    async statusWithoutDatabase(path) {
      const away = openSql('postgres://nobody@127.0.0.1:1/nowhere');
      const stranded = controlApp({ ...deps, sql: away }, token, pino({ level: 'silent' }));
      const { status } = await stranded.request(path, { headers: { authorization: `Bearer ${token}` } });
      await away.end();
      return status;
    },
    register: (contestId, definition, closesAt, kind = 'draw') =>
      post('/v1/contests', {
        contestId,
        kind,
        closesAt: closesAt.toISOString(),
        definitionHash: sha(Buffer.from(canonical(definition))).toString('hex'),
        definition,
      }),
    async end() {
      await sql.end();
      await database.drop();
      rmSync(keysDir, { recursive: true });
    },
  };
}
