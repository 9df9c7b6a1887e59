import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { clerkSession, terminal } from '@valira/db/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wireId } from '../../platform/ids.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, type Terminal } from '../../testing/http-world.ts';

const HOUR = 3_600_000;
const PIN = '482917';

let world: HttpWorld;
let shopId: string;
beforeAll(async () => {
  world = await makeHttpWorld({ limits: { pin: { points: 4, seconds: 900 } } });
  shopId = await world.newShopWithClerk(PIN);
});
afterAll(() => world.end());

const codeOf = async (response: Response) => [response.status, (await jsonOf(response)).code];
const newJwk = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
const enrol = (code: string, publicKey: unknown, headers: Record<string, string> = {}) =>
  world.anyone.call('/v1/terminals/enrol', { body: { code, publicKey }, headers });

describe('enrolment', () => {
  it('makes the device the terminal of its shop, under the shop licence', async () => {
    const { terminalId, code } = await world.newTerminalCode(shopId);
    const answer = await enrol(code.toLowerCase().replaceAll('-', ' '), newJwk());
    expect(await jsonOf(answer)).toMatchObject({
      terminalId: expect.stringMatching(/^trm_/),
      label: 'Taulell 1',
      shop: { name: 'Estanc del Pont' },
      licence: { number: 'C-1', operator: 'Valira Loteries, SA' },
    });
    const [row] = await world.db.select().from(terminal).where(eq(terminal.id, terminalId));
    expect(row).toMatchObject({ state: 'enrolled', enrolmentCodeHash: null });
  });

  it('has one winner when eight devices use one code at the same moment', async () => {
    const { code } = await world.newTerminalCode(shopId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => enrol(code, newJwk())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 403)]);
  });

  it('answers the same device again after a lost answer, and nobody else', async () => {
    const { code } = await world.newTerminalCode(shopId);
    const jwk = newJwk();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await (await enrol(code, jwk, headers)).text();
    expect(await (await enrol(code, jwk, headers)).text()).toBe(first);
    expect(await codeOf(await enrol(code, jwk))).toEqual([403, 'enrolment_code_invalid']);
  });

  it('is refused after an hour, with a wrong code, and with a code that a newer one replaced', async () => {
    const { code } = await world.newTerminalCode(shopId);
    expect(await codeOf(await enrol('0000-0000-0000', newJwk()))).toEqual([403, 'enrolment_code_invalid']);
    expect(await codeOf(await enrol('hello', newJwk()))).toEqual([403, 'enrolment_code_invalid']);
    const admin = await world.newStaff('staff', 'admin');
    const added = await admin.call('/v1/console/terminals', {
      body: { shopAccountId: wireId('account', shopId), label: 'Taulell 2' },
    });
    const { terminalId } = await jsonOf(added);
    const codes: unknown[] = [];
    for (let i = 0; i < 2; i += 1) {
      const issued = await admin.call(`/v1/console/terminals/${terminalId}/enrolment-codes`, { method: 'POST' });
      expect(issued.status).toBe(201);
      codes.push((await jsonOf(issued)).code);
    }
    expect(await codeOf(await enrol(String(codes[0]), newJwk()))).toEqual([403, 'enrolment_code_invalid']);
    expect((await enrol(String(codes[1]), newJwk())).status).toBe(200);
    world.advance(HOUR + 1);
    expect(await codeOf(await enrol(code, newJwk()))).toEqual([403, 'enrolment_code_invalid']);
  });

  it('refuses a private key, another curve, and a point that is not on the curve', async () => {
    const { code } = await world.newTerminalCode(shopId);
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' });
    const offCurve = { ...newJwk(), y: Buffer.alloc(32, 1).toString('base64url') };
    for (const key of [privateKey.export({ format: 'jwk' }), p384, offCurve, { kty: 'oct', k: 'AAAA' }])
      expect(await codeOf(await enrol(code, key))).toEqual([422, 'invalid_input']);
    expect((await enrol(code, newJwk())).status).toBe(200);
  });
});

describe('a signed request', () => {
  let device: Terminal;
  beforeAll(async () => {
    device = await world.enrol(shopId);
  });
  const me = '/v1/terminals/me';

  it('is believed, and tells the shop its standing', async () => {
    expect(await jsonOf(await device.call(me))).toMatchObject({
      terminal: { label: 'Taulell 1' },
      clerk: null,
      shop: { creditCents: '300000', owesCents: '0', availableCents: '300000' },
      licence: { number: 'C-1', pariMutuelInShops: false },
    });
  });

  it('is refused as bad_signature when anything that was signed is changed', async () => {
    const request = { body: { pin: PIN } };
    const path = '/v1/terminals/clerk-sessions';
    const forgeries = [
      device.forge(path, request, { rawBody: '{"pin":"0000"}' }),
      device.forge(path, request, { headers: { 'valira-nonce': randomUUID() } }),
      device.forge(path, request, { headers: { 'idempotency-key': randomUUID() } }),
      device.forge(path, request, { headers: { 'valira-signature': Buffer.alloc(64, 1).toString('base64url') } }),
      device.forge(path, request, { headers: { 'valira-signature': 'AAAA' } }),
      device.forge(path, request, { path: `${path}/end` }),
      device.forge(path, request, { path: `${path}?x=1` }),
      device.forge(me, {}, { path: `${me}?x=1` }),
    ];
    for (const answer of await Promise.all(forgeries)) expect(await codeOf(answer)).toEqual([401, 'bad_signature']);
  });

  it('is refused when it names another terminal, or none that exists', async () => {
    const other = await world.enrol(shopId);
    for (const name of [wireId('terminal', other.terminalId), wireId('terminal', randomUUID()), 'trm_1', wireId('account', shopId)])
      expect(await codeOf(await device.forge(me, {}, { headers: { 'valira-terminal': name } }))).toEqual([401, 'bad_signature']);
  });

  it('of a revoked terminal is refused at once, and its clerk is signed off', async () => {
    const lost = await world.enrol(shopId);
    const clerk = await lost.withClerk(PIN);
    expect((await clerk.call(me)).status).toBe(200);
    const admin = await world.newStaff('staff', 'admin');
    const path = `/v1/console/terminals/${wireId('terminal', lost.terminalId)}/revoke`;
    expect((await admin.call(path, { body: { reason: 'stolen' } })).status).toBe(200);
    expect(await codeOf(await clerk.call(me))).toEqual([403, 'terminal_revoked']);
    const open = await world.db.select().from(clerkSession).where(eq(clerkSession.terminalId, lost.terminalId));
    expect(open.map(({ endedAt }) => endedAt !== null)).toEqual([true]);
    expect(await codeOf(await admin.call(path, { body: { reason: 'stolen' } }))).toEqual([409, 'wrong_state']);
  });
});

describe('a clerk', () => {
  const start = (device: Terminal, pin: string) => device.call('/v1/terminals/clerk-sessions', { body: { pin } });

  it('is known by the PIN alone, within the shop', async () => {
    const device = await world.enrol(shopId);
    const clerk = await device.withClerk(PIN);
    expect(await jsonOf(await clerk.call('/v1/terminals/me'))).toMatchObject({
      clerk: { id: expect.stringMatching(/^clk_/), name: 'Pere' },
    });
    const elsewhere = await world.enrol(await world.newShopWithClerk('9999'));
    expect(await codeOf(await start(elsewhere, PIN))).toEqual([401, 'wrong_pin']);
  });

  it('has as many tries as the limit says; the right PIN is refused after them', async () => {
    const device = await world.enrol(shopId);
    for (let i = 0; i < 4; i += 1) expect(await codeOf(await start(device, '0000'))).toEqual([401, 'wrong_pin']);
    expect(await codeOf(await start(device, PIN))).toEqual([429, 'too_many_requests']);
  });

  it('cannot guess a colleague’s PIN by typing the own one in between', async () => {
    const device = await world.enrol(shopId);
    const guess = async (pin: string) => {
      const answer = await start(device, pin);
      return answer.status;
    };
    const statuses: number[] = [];
    for (let i = 0; i < 3; i += 1) statuses.push(await guess('0000'), await guess(PIN), await guess('1111'));
    expect(statuses).toEqual([401, 201, 401, 401, 201, 401, 429, 429, 429]);
  });

  it('has no more tries when they come all at once', async () => {
    const device = await world.enrol(shopId);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => start(device, String(1000 + i))));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(8);
  });

  it('signs off: the session opens nothing at once', async () => {
    const clerk = await (await world.enrol(shopId)).withClerk(PIN);
    expect((await clerk.call('/v1/terminals/clerk-sessions/end', { method: 'POST' })).status).toBe(200);
    expect(await jsonOf(await clerk.call('/v1/terminals/me'))).toMatchObject({ clerk: null });
  });

  it('is signed off after 12 hours, and when another begins', async () => {
    const device = await world.enrol(shopId);
    const first = await device.withClerk(PIN);
    const second = await device.withClerk(PIN);
    world.advance(5_001);
    expect(await jsonOf(await first.call('/v1/terminals/me'))).toMatchObject({ clerk: null });
    world.advance(12 * HOUR - 5_001 - 2_000);
    expect(await jsonOf(await second.call('/v1/terminals/me'))).toMatchObject({ clerk: { name: 'Pere' } });
    world.advance(2_001);
    expect(await jsonOf(await second.call('/v1/terminals/me'))).toMatchObject({ clerk: null });
  });

  it('has a session on its own terminal only', async () => {
    const [one, other] = [await world.enrol(shopId), await world.enrol(shopId)];
    const token = String((await jsonOf(await start(one, PIN))).token);
    expect(await jsonOf(await other.call('/v1/terminals/me', { headers: { 'valira-clerk': token } }))).toMatchObject({ clerk: null });
    expect(await jsonOf(await one.call('/v1/terminals/me', { headers: { 'valira-clerk': token } }))).toMatchObject({
      clerk: { name: 'Pere' },
    });
  });
});

describe('what is stored', () => {
  it('holds neither enrolment codes nor PINs nor clerk tokens', async () => {
    const { code } = await world.newTerminalCode(shopId);
    const device = await world.enrol(shopId);
    const token = String((await jsonOf(await device.call('/v1/terminals/clerk-sessions', { body: { pin: PIN } }))).token);
    const tables = ['terminal', 'clerk', 'clerk_session', 'command_key', 'audit_intent', 'outbox'];
    const rows = await Promise.all(tables.map((table) => world.db.execute(`SELECT t::text AS row FROM ${table} t`)));
    const text = JSON.stringify(rows);
    for (const secret of [code, code.replaceAll('-', ''), PIN, token]) expect(text).not.toContain(secret);
    expect(world.logged.join('')).not.toContain(PIN);
    expect(world.logged.join('')).not.toContain(token);
  });
});
