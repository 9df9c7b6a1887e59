import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRoute, z } from '@hono/zod-openapi';
import { authUser } from '@valira/db/schema';
import { ok, refuse } from '@valira/outcome';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { queueCheck } from '../../composition.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, PUBLIC_URL } from '../../testing/http-world.ts';
import { requireNobody } from '../auth/index.ts';
import { prepareQueueSchema } from '../jobs/index.ts';
import { LANGUAGES } from '../language.ts';
import { PROBLEMS } from '../problem-registry.ts';
import { json, problems } from './answer.ts';
import { idempotent } from './idempotent.ts';
import { newModule } from './new-module.ts';

let world: HttpWorld;
let built: string;
beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'valira-pages-'));
  for (const site of ['web', 'terminal']) {
    mkdirSync(join(built, site, 'assets'), { recursive: true });
    writeFileSync(join(built, site, 'index.html'), `<title>${site}</title>`);
    writeFileSync(join(built, site, 'assets', 'app-1a2b.js'), `"${site}"`);
  }
  writeFileSync(join(built, 'secret.txt'), 'secret');
  world = await makeHttpWorld({
    expectsBugs: true,
    sites: [
      { at: '/terminal/', folder: join(built, 'terminal'), permissions: 'camera=()' },
      { at: '/', folder: join(built, 'web'), permissions: 'camera=(self)' },
    ],
  });
});
afterAll(async () => {
  await world.end();
  rmSync(built, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => world.anyone.call(path, { headers });

describe('what goes wrong inside', () => {
  const failing = (error: unknown) => {
    const module = newModule();
    const app = createApp({ ...world.parts, health: { ...world.parts.health } });
    module.get('/fail', () => {
      throw error;
    });
    app.route('/v1/test', module);
    return app.request(`${PUBLIC_URL}/v1/test/fail`, { headers: { 'x-request-id': 'request-77' } });
  };
  const counted = async (name: string) => {
    const metric = world.parts.spine.telemetry.metrics.registry.getSingleMetric(name);
    return (await metric?.get())?.values[0]?.value;
  };

  it('as a bug is a 500 that tells nothing, is counted, and is logged under the request’s id', async () => {
    const before = (await counted('valira_bugs_total')) ?? 0;
    const answer = await failing(new Error('balance row of acc 17 is gone'));
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('acc 17');
    expect(answer.headers.get('x-request-id')).toBe('request-77');
    expect(await counted('valira_bugs_total')).toBe(before + 1);
    expect(world.logged.filter((line) => line.includes('request-77') && line.includes('balance row of acc 17 is gone'))).toHaveLength(1);
  });

  it('as a fault of the database is 503 busy with retry-after, and no bug', async () => {
    const before = await counted('valira_bugs_total');
    const answer = await failing(Object.assign(new Error('could not serialize access'), { code: '40001' }));
    expect([answer.status, (await jsonOf(answer)).code, answer.headers.get('retry-after')]).toEqual([503, 'busy', '1']);
    expect(await counted('valira_bugs_total')).toBe(before);
  });

  it('leaves nobody’s name or address in the log, even when a statement with them fails', async () => {
    const person = { id: 'twice', name: 'Núria Secret', email: 'nuria@example.ad' };
    await world.db.insert(authUser).values(person);
    const failure = await world.db
      .insert(authUser)
      .values(person)
      .then(
        () => null,
        (error: unknown) => error,
      );
    await failing(failure);
    const text = world.logged.join('');
    expect(text).toContain('auth_user_pkey');
    expect(text).not.toContain('Núria Secret');
    expect(text).not.toContain('nuria@example.ad');
  });
});

describe('a refusal that is a fact', () => {
  const route = createRoute({
    method: 'post',
    path: '/test/enter',
    ...requireNobody,
    responses: { 200: json(z.object({ done: z.boolean() }), 'Done'), ...problems },
  });
  const enter = async (kept: readonly string[], key: string) => {
    const app = createApp(world.parts);
    const module = newModule().openapi(route, (c) =>
      idempotent(
        c,
        'enter',
        {},
        async (tx) => {
          runs += 1;
          await tx.insert(authUser).values({ id: `${key}-${runs}`, name: key, email: `${key}-${runs}@example.ad` });
          return runs < 0 ? ok({ done: true }) : refuse('entries_differ', { facts: { round: runs } });
        },
        { kept },
      ),
    );
    app.route('/v1', module);
    return jsonOf(await app.request(`${PUBLIC_URL}/v1/test/enter`, { method: 'POST', headers: { 'idempotency-key': key } }));
  };
  let runs = 0;
  const written = async (key: string) => (await world.db.select().from(authUser)).filter(({ name }) => name === key).length;

  it('stays written, and its answer is given again without running again', async () => {
    const key = crypto.randomUUID();
    const first = await enter(['entries_differ'], key);
    expect(first).toMatchObject({ status: 409, code: 'entries_differ', facts: { round: runs } });
    expect(await enter(['entries_differ'], key)).toEqual(first);
    expect(await written(key)).toBe(1);
  });

  it('is undone when it is not named as one', async () => {
    const key = crypto.randomUUID();
    expect(await enter([], key)).toMatchObject({ code: 'entries_differ' });
    expect(await written(key)).toBe(0);
  });
});

describe('health', () => {
  it('is alive without looking at anything, and ready when database and migrations are', async () => {
    expect(await jsonOf(await get('/healthz'))).toEqual({ alive: true });
    const ready = await get('/readyz');
    expect([ready.status, await jsonOf(ready)]).toEqual([200, { ready: true, checks: { database: true, migrations: true } }]);
  });

  it('is not ready while the queue has no schema in the database', async () => {
    const app = createApp({ ...world.parts, health: { metricsToken: undefined, checks: { queue: queueCheck(world.core, null) } } });
    expect(await jsonOf(await app.request(`${PUBLIC_URL}/readyz`))).toEqual({ ready: false, checks: { queue: false } });
    await prepareQueueSchema(world.database.ownerUrl, 'valira_app');
    expect(await jsonOf(await app.request(`${PUBLIC_URL}/readyz`))).toEqual({ ready: true, checks: { queue: true } });
  });

  it('names what is missing when it is not ready, and gives up on a check that hangs', async () => {
    const app = createApp({
      ...world.parts,
      health: {
        metricsToken: undefined,
        checks: {
          database: async () => undefined,
          queue: () => Promise.reject(new Error('gone')),
          slow: () => new Promise(() => undefined),
        },
      },
    });
    const answer = await app.request(`${PUBLIC_URL}/readyz`);
    expect([answer.status, await jsonOf(answer)]).toEqual([503, { ready: false, checks: { database: true, queue: false, slow: false } }]);
  });

  it('shows metrics to this machine, or to whoever has the token, and to nobody through a proxy', async () => {
    await get('/v1/clock');
    const shown = await get('/metrics');
    expect(await shown.text()).toMatch(/valira_http_request_seconds_count\{method="GET",route="\/v1\/clock",status="200"\} \d+/);
    expect((await get('/metrics', { 'x-forwarded-for': '10.0.0.1' })).status).toBe(404);
    const guarded = createApp({ ...world.parts, health: { checks: {}, metricsToken: 'a-token-of-32-characters-or-more' } });
    const ask = (authorization: string) => guarded.request(`${PUBLIC_URL}/metrics`, { headers: { authorization } });
    expect([(await ask('')).status, (await ask('Bearer wrong')).status]).toEqual([404, 404]);
    expect((await ask('Bearer a-token-of-32-characters-or-more')).status).toBe(200);
  });
});

describe('pages', () => {
  it('of the web app are at /, of the terminal at /terminal/; a path without a file is the app’s page', async () => {
    for (const [path, title] of [
      ['/', 'web'],
      ['/draws/17', 'web'],
      ['/terminal/', 'terminal'],
      ['/terminal/sell', 'terminal'],
    ] as const) {
      const answer = await get(path);
      expect([path, await answer.text()]).toEqual([path, `<title>${title}</title>`]);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/);
    }
  });

  it('keep named-by-hash assets for a year, and miss what is not there', async () => {
    const asset = await get('/assets/app-1a2b.js');
    expect([await asset.text(), asset.headers.get('cache-control')]).toEqual(['"web"', 'public, max-age=31536000, immutable']);
    expect(await (await get('/terminal/assets/app-1a2b.js')).text()).toBe('"terminal"');
    expect((await get('/assets/old-9f.js')).status).toBe(404);
  });

  it('never reach outside their folder', async () => {
    for (const path of [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/terminal/..%2f..%2fsecret.txt',
      '/assets/../../secret.txt',
    ])
      expect(await (await world.app.request(`${PUBLIC_URL}${path}`)).text(), path).not.toBe('secret');
  });

  it('do not answer for the API: an unknown path under /v1 is a problem', async () => {
    expect(await jsonOf(await get('/v1/nope'))).toMatchObject({ code: 'not_found' });
  });
});

describe('documentation', () => {
  it('is an OpenAPI document that names for every route who may use it', async () => {
    const document = (await (await get('/v1/openapi.json')).json()) as { openapi: string; paths: Record<string, Record<string, object>> };
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths['/v1/me']?.get).toMatchObject({ 'x-allowed': expect.arrayContaining(['player']), security: [{ session: [] }] });
    expect(document.paths['/v1/terminals/me']?.get).toMatchObject({ security: [{ terminal: [] }] });
  });

  it('is browsed with files of this server alone', async () => {
    const text = await (await get('/v1/docs')).text();
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => String(file));
    expect(files).toHaveLength(3);
    for (const file of files) {
      expect(file).toMatch(/^\/v1\/docs\//);
      expect((await get(file)).status).toBe(200);
    }
    expect((await get('/v1/docs/package.json')).status).toBe(404);
  });

  it('lists every problem where its type points, in four languages', async () => {
    const text = await (await get('/docs/problems')).text();
    for (const [code, { words }] of Object.entries(PROBLEMS)) {
      expect(text).toContain(`<tr id="${code}">`);
      for (const language of LANGUAGES) expect(text).toContain(words[language].replaceAll('"', '&quot;').replaceAll('&', '&amp;'));
    }
  });
});
