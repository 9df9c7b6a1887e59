import { randomUUID } from 'node:crypto';
import { authSession, authUser, staffRole } from '@valira/db/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpWorld, jsonOf, makeHttpWorld, PASSWORD } from '../../testing/http-world.ts';
import { BIRTH_DATE, registrationBody } from '../../testing/registration.ts';

const HOUR = 3_600_000;

let world: HttpWorld;
beforeAll(async () => {
  world = await makeHttpWorld({ limits: { 'sign-in-email': { points: 3, seconds: 900 } } });
});
afterAll(() => world.end());

const codeOf = async (response: Response) => [response.status, (await jsonOf(response)).code];
const signIn = (email: string, password: string) =>
  world.anyone.call('/v1/auth/sign-in/email', { body: { email, password, birthDate: BIRTH_DATE } });

describe('a session', () => {
  it('says who is signed in, with the money at hand', async () => {
    const player = await world.newPlayerPerson(5_000n);
    expect(await jsonOf(await player.call('/v1/me'))).toMatchObject({
      kind: 'player',
      email: player.email,
      roles: [],
      account: { id: expect.stringMatching(/^acc_/), availableCents: '5000', heldCents: '0' },
    });
    const official = await world.newStaff('staff', 'official', 'finance');
    expect(await jsonOf(await official.call('/v1/me'))).toMatchObject({ kind: 'staff', roles: ['official', 'finance'], account: null });
  });

  it('is not there without a cookie, and is to be renewed with a forged one', async () => {
    expect(await codeOf(await world.anyone.call('/v1/me'))).toEqual([401, 'not_signed_in']);
    const player = await world.newPlayerPerson();
    const forged = player.cookie.replace(/=(.)/, (_, first: string) => `=${first === 'a' ? 'b' : 'a'}`);
    expect(await codeOf(await world.anyone.call('/v1/me', { headers: { cookie: forged } }))).toEqual([401, 'session_expired']);
  });

  it('ends at once in this process when signed out, and its row is gone', async () => {
    const player = await world.newPlayerPerson();
    expect((await player.call('/v1/me')).status).toBe(200);
    const out = await player.call('/v1/auth/sign-out', { method: 'POST' });
    expect(out.status).toBe(200);
    expect(out.headers.getSetCookie().join()).toMatch(/Max-Age=0/);
    expect(await codeOf(await player.call('/v1/me'))).toEqual([401, 'session_expired']);
    expect(await world.db.select().from(authSession).where(eq(authSession.userId, player.userId))).toEqual([]);
  });

  it('expires 12 hours after it began, to the second, although its look-up is cached', async () => {
    const later = await makeHttpWorld();
    const player = await later.newPlayerPerson();
    later.advance(12 * HOUR - 3_000);
    expect((await player.call('/v1/me')).status).toBe(200);
    later.advance(3_000);
    expect(await codeOf(await player.call('/v1/me'))).toEqual([401, 'session_expired']);
    await later.end();
  });

  it('that another process ended is known within five seconds', async () => {
    const player = await world.newPlayerPerson();
    expect((await player.call('/v1/me')).status).toBe(200);
    await world.db.delete(authSession).where(eq(authSession.userId, player.userId));
    world.advance(5_001);
    expect(await codeOf(await player.call('/v1/me'))).toEqual([401, 'session_expired']);
  });

  it('loses a role within five seconds of its being taken away', async () => {
    const admin = await world.newStaff('staff', 'admin');
    expect((await admin.call('/v1/console/staff')).status).toBe(200);
    await world.db.delete(staffRole).where(eq(staffRole.userId, admin.userId));
    world.advance(5_001);
    expect(await codeOf(await admin.call('/v1/console/staff'))).toEqual([403, 'not_allowed']);
  });

  it('costs less than 50 µs to look up again', async () => {
    const player = await world.newPlayerPerson();
    const { persons } = world.parts.spine.actors;
    await persons.identify(player.cookie);
    const rounds = 20_000;
    const started = performance.now();
    for (let i = 0; i < rounds; i += 1) await persons.identify(player.cookie);
    const each = ((performance.now() - started) / rounds) * 1000;
    expect(each).toBeLessThan(50);
  });
});

describe('signing in', () => {
  it('answers a wrong password and an unknown address alike', async () => {
    const player = await world.newPlayerPerson();
    const [wrong, unknown] = await Promise.all([signIn(player.email, 'not the password'), signIn(`${randomUUID()}@example.ad`, PASSWORD)]);
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(await wrong.text()).toBe(await unknown.text());
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it('does not care for the case of the address', async () => {
    const player = await world.newPlayerPerson();
    expect((await signIn(player.email.toUpperCase(), PASSWORD)).status).toBe(200);
  });

  it('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const player = await world.newPlayerPerson();
    const [cookie = ''] = (await signIn(player.email, PASSWORD)).headers.getSetCookie();
    expect(cookie).toMatch(/^valira\.session_token=/);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/i);
  });

  it('stops after too many tries on one address, even with the right password, and says for how long', async () => {
    const player = await world.newPlayerPerson();
    for (let i = 0; i < 3; i += 1) expect((await signIn(player.email, 'wrong wrong wrong')).status).toBe(401);
    const stopped = await signIn(player.email, PASSWORD);
    expect(await codeOf(stopped.clone())).toEqual([429, 'too_many_requests']);
    const wait = Number(stopped.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(900);
  });

  it('counts failures only: signing in clears the count', async () => {
    const player = await world.newPlayerPerson();
    for (let i = 0; i < 3; i += 1) {
      expect((await signIn(player.email, 'wrong wrong wrong')).status).toBe(401);
      expect((await signIn(player.email, PASSWORD)).status).toBe(200);
    }
  });

  it('is the library’s only route that is served: its sign-up and the rest are not there', async () => {
    for (const path of ['sign-up/email', 'get-session', 'list-sessions', 'update-user', 'change-email', 'forget-password', 'ok'])
      expect((await world.anyone.call(`/v1/auth/${path}`, { body: {} })).status, path).toBe(404);
  });

  it('keeps passwords as Argon2id only', async () => {
    const stored = await world.db.execute<{ password: string }>('SELECT password FROM auth_account');
    expect(stored.length).toBeGreaterThan(0);
    for (const { password } of stored) expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('opening an account', () => {
  it('gives a player who can sign in with an account of two balances at zero', async () => {
    const body = registrationBody({ givenNames: 'Anna', surnames: 'Riba' });
    expect((await world.anyone.call('/v1/players', { body })).status).toBe(201);
    const cookie = await world.signIn(body.email);
    expect(await jsonOf(await world.anyone.call('/v1/me', { headers: { cookie } }))).toMatchObject({
      kind: 'player',
      name: 'Anna Riba',
      account: { availableCents: '0', heldCents: '0' },
    });
  });

  it('is refused to minors, and leaves nothing behind', async () => {
    const now = world.core.clock.now();
    const email = `${randomUUID()}@example.ad`;
    const birthDate = `${now.getUTCFullYear() - 17}-01-01`;
    expect(await codeOf(await world.anyone.call('/v1/players', { body: registrationBody({ email, birthDate }) }))).toEqual([
      403,
      'under_age',
    ]);
    expect(await world.db.select().from(authUser).where(eq(authUser.email, email))).toEqual([]);
  });

  it('is possible once per address, also when two ask at the same moment', async () => {
    const email = `${randomUUID()}@example.ad`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.anyone.call('/v1/players', { body: registrationBody({ email }) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await codeOf(await world.anyone.call('/v1/players', { body: registrationBody({ email: email.toUpperCase() }) }))).toEqual([
      409,
      'email_taken',
    ]);
  });
});

describe('a write with a session cookie', () => {
  const write = (headers: Record<string, string>) =>
    world.anyone.call('/v1/auth/sign-out', { method: 'POST', headers: { cookie: 'a=b', ...headers } });

  it('from a page of another origin is refused', async () => {
    for (const origin of ['https://evil.example', 'http://localhost:4001', 'null'])
      expect(await codeOf(await write({ origin }))).toEqual([403, 'foreign_origin']);
  });

  it('from a cross-site page that hides its origin is refused', async () => {
    expect(await codeOf(await write({ 'sec-fetch-site': 'cross-site' }))).toEqual([403, 'foreign_origin']);
  });

  it('from our own pages, or from a client that is no browser, goes on', async () => {
    for (const headers of [{ origin: 'http://localhost:4000' }, { 'sec-fetch-site': 'same-origin' }, {}] as Record<string, string>[])
      expect((await write(headers)).status).toBe(200);
  });
});
