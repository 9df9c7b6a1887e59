import { randomUUID } from 'node:crypto';
import { commandKey } from '@valira/db/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { httpParts } from '../../composition.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, PASSWORD, PUBLIC_URL } from '../../testing/http-world.ts';
import { BIRTH_DATE, registrationBody } from '../../testing/registration.ts';
import { solvedChallenge } from '../auth/challenge-solution.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await makeHttpWorld();
});
afterAll(() => world.end());

const registration = registrationBody;

const rows = async () => {
  const [row] = await world.db.execute<{ rows: number }>(
    'SELECT (SELECT count(*) FROM auth_user) + (SELECT count(*) FROM account) + (SELECT count(*) FROM command_key) AS rows',
  );
  return Number(row?.rows);
};

/** Sends, expects a problem with this status and code, and nothing written. */
async function refusedWith(status: number, code: string, call: Parameters<HttpWorld['anyone']['call']>[1], path = '/v1/players') {
  const before = await rows();
  const answer = await world.anyone.call(path, call);
  const problem = await jsonOf(answer);
  expect([answer.status, problem.code]).toEqual([status, code]);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(problem).toMatchObject({ status, type: `/docs/problems#${code}`, title: expect.any(String), detail: expect.stringMatching(/\S/) });
  expect(await rows()).toBe(before);
  return problem;
}

describe('a request that breaks the rules', () => {
  it('with malformed JSON is 400 malformed_json', () => refusedWith(400, 'malformed_json', { rawBody: '{"email":' }));

  it('with an unknown field is 422 invalid_input and names it', async () => {
    const problem = await refusedWith(422, 'invalid_input', { body: registration({ admin: true }) });
    expect(problem.errors).toEqual([{ path: 'admin', code: 'unknown_field' }]);
  });

  it('with wrong types names each field by its path', async () => {
    const problem = await refusedWith(422, 'invalid_input', { body: registration({ givenNames: 7, language: 'de' }) });
    expect(problem.errors).toMatchObject([
      { path: 'givenNames', code: 'invalid_type' },
      { path: 'language', code: 'invalid_value' },
    ]);
  });

  it('with a control character in a line of text is refused before the database sees it', async () => {
    const problem = await refusedWith(422, 'invalid_input', { body: registration({ givenNames: 'A\u0000B' }) });
    expect(problem.errors).toMatchObject([{ path: 'givenNames' }]);
  });

  it('with a body that is no object is 422', () => refusedWith(422, 'invalid_input', { rawBody: '[1,2]' }));

  it('over 64 kB is 413 body_too_large, with a Content-Length', () =>
    refusedWith(413, 'body_too_large', { body: registration({ name: 'x'.repeat(70_000) }) }));

  it('over 64 kB is 413 body_too_large, sent in chunks', async () => {
    const before = await rows();
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(10_000, 0x20));
      },
    });
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked', 'idempotency-key': randomUUID() };
    const init = { method: 'POST', body: stream, duplex: 'half', headers };
    const answer = await world.app.request(new Request(`${PUBLIC_URL}/v1/players`, init));
    expect([answer.status, (await jsonOf(answer)).code]).toEqual([413, 'body_too_large']);
    expect(await rows()).toBe(before);
  });

  it('in another format than JSON is 415', () =>
    refusedWith(415, 'unsupported_media_type', { rawBody: 'email=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } }));

  it('compressed is 415, whatever it would unfold to', () =>
    refusedWith(415, 'unsupported_media_type', { body: registration(), headers: { 'content-encoding': 'gzip' } }));

  it('with half a surrogate pair in a text is 422 at that field, since nothing could be hashed or stored of it', async () => {
    const problem = await refusedWith(422, 'invalid_input', {
      rawBody: JSON.stringify(registration({ name: 'NAME' })).replace('NAME', 'Anna \\ud800'),
    });
    expect(problem.errors).toEqual([{ path: 'name', code: 'no_canonical_form' }]);
  });

  it.each([
    ['a fraction', '0.5'],
    ['a number too large to be exact', '1e300'],
    ['half a surrogate pair', '"\\ud800"', 'definition.odd'],
    ['a zero character', '"a\\u0000"', 'definition.odd'],
    ['arrays in arrays to the body limit', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ])('with %s where any JSON may stand is 422 at that field', async (_, value, path = 'definition') => {
    const proposer = await world.newStaff('staff', 'product');
    const before = await rows();
    const body = {
      slug: 'un-joc',
      family: 'draw',
      modality: 'a',
      names: { ca: 'Joc', es: 'Juego', fr: 'Jeu', en: 'Game' },
      channels: ['online'],
      definition: { odd: 'VALUE' },
    };
    const answer = await proposer.call('/v1/console/products', { rawBody: JSON.stringify(body).replace('"VALUE"', value) });
    expect([answer.status, await jsonOf(answer)]).toMatchObject([422, { errors: [{ path, code: 'no_canonical_form' }] }]);
    expect(await rows()).toBe(before);
  });

  it('with a birth date that nobody alive has is 422', async () => {
    const problem = await refusedWith(422, 'invalid_input', { body: registration({ birthDate: '0198-05-04' }) });
    expect(problem.errors).toMatchObject([{ path: 'birthDate' }]);
  });

  it('without an idempotency key, or with one that is no UUID, is 400 idempotency_key_required', async () => {
    await refusedWith(400, 'idempotency_key_required', { body: registration(), headers: { 'idempotency-key': 'again' } });
    const body = JSON.stringify(registration());
    const headers = { 'content-type': 'application/json' };
    const answer = await world.app.request(`${PUBLIC_URL}/v1/players`, { method: 'POST', body, headers });
    expect([answer.status, (await jsonOf(answer)).code]).toEqual([400, 'idempotency_key_required']);
  });

  it('to a path that is not there is 404 in the language asked for', async () => {
    const problem = await refusedWith(404, 'not_found', { method: 'GET', headers: { 'accept-language': 'fr' } }, '/v1/nothing');
    expect(problem.detail).toBe('Introuvable.');
  });

  it('with an unknown query field is 422 at that field', async () => {
    const player = await world.newPlayerPerson();
    const answer = await player.call('/v1/wallet/entries?limit=5&sort=asc');
    expect(await jsonOf(answer)).toMatchObject({ code: 'invalid_input', errors: [{ path: 'query.sort', code: 'unknown_field' }] });
  });
});

describe('an idempotency key', () => {
  it('answers the same again, and a different body with key_reused; the command ran once', async () => {
    const key = randomUUID();
    const body = registration();
    const headers = { 'idempotency-key': key };
    const first = await world.anyone.call('/v1/players', { body, headers });
    expect(first.status).toBe(201);
    const text = await first.text();
    const before = await rows();
    const again = await world.anyone.call('/v1/players', { body, headers });
    expect([again.status, await again.text()]).toEqual([201, text]);
    for (const change of [{ givenNames: 'Other' }, { password: 'another password' }]) {
      const other = await world.anyone.call('/v1/players', { body: { ...body, ...change }, headers });
      expect([other.status, (await jsonOf(other)).code]).toEqual([409, 'key_reused']);
    }
    expect(await rows()).toBe(before);
  });

  it('used by eight requests at once runs the command once and gives all the same answer', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = registration();
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.anyone.call('/v1/players', { body, headers })));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  });

  it('is not used up by a refusal', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const child = await world.anyone.call('/v1/players', { body: registration({ birthDate: '2015-01-01' }), headers });
    expect([child.status, (await jsonOf(child)).code]).toEqual([403, 'under_age']);
    expect((await world.anyone.call('/v1/players', { body: registration(), headers })).status).toBe(201);
  });

  it('never leaves a password where the answers are kept', async () => {
    const kept = await world.db.select().from(commandKey);
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain(PASSWORD);
  });
});

describe('every answer', () => {
  it('carries the server’s time, its request id and security headers, also when refused', async () => {
    for (const path of ['/v1/clock', '/v1/nothing', '/v1/me']) {
      const { headers } = await world.anyone.call(path, { headers: { 'x-request-id': 'request-0001' } });
      expect(Math.abs(Date.parse(headers.get('x-server-time') ?? '') - Date.now())).toBeLessThan(5000);
      expect(headers.get('x-request-id')).toBe('request-0001');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('tells browsers to keep to HTTPS where the platform is reached over it, and signs in with a cookie that needs it', async () => {
    expect((await world.anyone.call('/v1/clock')).headers.get('strict-transport-security')).toBeNull();
    const { telemetry, limits } = world.parts.spine;
    const app = createApp(httpParts(world.parts.core, { telemetry, limits, challengeCost: 1, publicUrl: 'https://loteria.example' }));
    const player = await world.newPlayerPerson();
    const answer = await app.request('https://loteria.example/v1/auth/sign-in/email', {
      method: 'POST',
      body: JSON.stringify({ email: player.email, password: PASSWORD, birthDate: BIRTH_DATE }),
      headers: {
        'content-type': 'application/json',
        'valira-challenge': await solvedChallenge(await world.parts.challenges.issue()),
      },
    });
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-valira\.session_token=.*; Secure/);
    const me = await app.request('https://loteria.example/v1/me', { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(me.status).toBe(200);
  });

  it('has a request id of our own when the client’s could not stand in a log', async () => {
    const { headers } = await world.anyone.call('/v1/clock', { headers: { 'x-request-id': 'a b"c' } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
