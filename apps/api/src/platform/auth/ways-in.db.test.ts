import { createHmac, randomUUID } from 'node:crypto';
import { authSession, authTwoFactor } from '@valira/db/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAuthenticator } from '../../testing/authenticator.ts';
import { type HttpWorld, jsonOf, makeHttpWorld, PASSWORD, type Person, PUBLIC_URL, UNLIMITED } from '../../testing/http-world.ts';
import { BIRTH_DATE, registrationBody } from '../../testing/registration.ts';
import { solvedChallenge } from './challenge-solution.ts';
import { CHALLENGE_HEADER } from './challenges.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await makeHttpWorld({ limits: UNLIMITED });
});
afterAll(() => world.end());

const codeOf = async (answer: Response): Promise<unknown> => (answer.ok ? 'ok' : (await jsonOf(answer)).code);
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const signIn = (email: string, more: Readonly<Record<string, unknown>> = { birthDate: BIRTH_DATE }, headers: Record<string, string> = {}) =>
  world.anyone.call('/v1/auth/sign-in/email', { body: { email, password: PASSWORD, ...more }, headers });
const whoIs = async (cookie: string) => codeOf(await world.anyone.call('/v1/me', { headers: { cookie } }));
const sessionsOf = (userId: string) => world.db.select().from(authSession).where(eq(authSession.userId, userId));

describe('the challenge', () => {
  const proof = async () =>
    solvedChallenge((await (await world.anyone.call('/v1/auth/challenge')).json()) as Parameters<typeof solvedChallenge>[0]);
  const forged = async (
    change: (payload: { challenge: { parameters: Record<string, unknown> }; solution: Record<string, unknown> }) => void,
  ) => {
    const payload = JSON.parse(Buffer.from(await proof(), 'base64').toString());
    change(payload);
    return Buffer.from(JSON.stringify(payload)).toString('base64');
  };

  it('is wanted at every sign-up and log-in, and opens one door', async () => {
    const { email } = await world.newPlayerPerson();
    expect(await codeOf(await signIn(email, undefined, { [CHALLENGE_HEADER]: '' }))).toBe('challenge_required');
    const one = await proof();
    expect(await codeOf(await signIn(email, undefined, { [CHALLENGE_HEADER]: one }))).toBe('ok');
    expect(await codeOf(await signIn(email, undefined, { [CHALLENGE_HEADER]: one }))).toBe('challenge_failed');
    const register = (header: string) =>
      world.anyone.call('/v1/players', { body: registrationBody(), headers: { [CHALLENGE_HEADER]: header } });
    expect(await codeOf(await register(''))).toBe('challenge_required');
    expect(await codeOf(await register(one))).toBe('challenge_failed');
    expect(await codeOf(await register(await proof()))).toBe('ok');
  });

  it('sent eight times at once opens one door', async () => {
    const { email } = await world.newPlayerPerson();
    const one = await proof();
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(email, undefined, { [CHALLENGE_HEADER]: one })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is not opened by no work, less work, an older end, another challenge’s work or rubbish', async () => {
    const { email } = await world.newPlayerPerson();
    const other = JSON.parse(Buffer.from(await proof(), 'base64').toString());
    const wrong = [
      await forged(({ solution }) => Object.assign(solution, { counter: Number(solution.counter) + 1 })),
      await forged(({ solution }) => Object.assign(solution, { derivedKey: '00'.repeat(32) })),
      await forged(({ challenge }) => Object.assign(challenge.parameters, { keyPrefix: '0' })),
      await forged(({ challenge }) => Object.assign(challenge.parameters, { expiresAt: 4_000_000_000 })),
      await forged(({ challenge }) => Object.assign(challenge.parameters, { cost: 100_000_000 })),
      await forged(({ solution }) => Object.assign(solution, other.solution)),
      'rubbish',
      Buffer.from('{}').toString('base64'),
      'A'.repeat(5000),
    ];
    for (const header of wrong)
      expect(await codeOf(await signIn(email, undefined, { [CHALLENGE_HEADER]: header }))).toBe('challenge_failed');
  });

  it('ends after ten minutes', async () => {
    const { email } = await world.newPlayerPerson();
    const old = await proof();
    world.advance(10 * 60_000 + 1000);
    expect(await codeOf(await signIn(email, undefined, { [CHALLENGE_HEADER]: old }))).toBe('challenge_failed');
  });
});

describe('the birth date', () => {
  it('is said by a player at each visit; without it or with another there is no session', async () => {
    const { email, userId } = await world.newPlayerPerson();
    const before = (await sessionsOf(userId)).length;
    expect(await codeOf(await signIn(email, {}))).toBe('birth_date_required');
    expect(await codeOf(await signIn(email, { birthDate: '1990-05-05' }))).toBe('wrong_credentials');
    expect(await sessionsOf(userId)).toHaveLength(before);
    expect(await codeOf(await signIn(email))).toBe('ok');
  });

  it('is not asked of staff', async () => {
    const { email } = await world.newStaff('staff', 'finance');
    expect(await codeOf(await signIn(email, {}))).toBe('ok');
  });

  it('tells nobody without the password whether there is an account', async () => {
    const { email } = await world.newPlayerPerson();
    for (const address of [email, 'nobody@example.ad'])
      expect(await codeOf(await signIn(address, { password: 'wrong wrong wrong' }))).toBe('wrong_credentials');
  });
});

describe('a mobile number', () => {
  it('signs in who registered with it', async () => {
    const mobile = '+376655443';
    expect((await world.anyone.call('/v1/players', { body: registrationBody({ email: undefined, mobile }) })).status).toBe(201);
    expect(await codeOf(await signIn('', { email: undefined, mobile, birthDate: BIRTH_DATE }))).toBe('ok');
    expect(await codeOf(await signIn('', { email: undefined }))).toBe('contact_required');
  });
});

/** RFC 6238, as the app on a phone computes it. */
function totp(uri: string, at = Date.now()): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const bits = [...secret.replace(/=+$/, '')]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

describe('the second factor', () => {
  const enrol = async (person: Person) => {
    const begun = await jsonOf(await person.call('/v1/auth/two-factor', { body: { password: PASSWORD } }));
    const uri = String(begun.uri);
    const confirmed = await person.call('/v1/auth/two-factor/confirm', { body: { code: totp(uri) } });
    expect(confirmed.status).toBe(200);
    return { uri, backupCodes: begun.backupCodes as string[], cookie: cookiesOf(confirmed) };
  };

  it('holds once a code was shown, and from then on there is no session without it', async () => {
    const person = await world.newPlayerPerson();
    const { uri, cookie } = await enrol(person);
    expect(await whoIs(cookie)).toBe('ok');
    const first = await signIn(person.email);
    expect(await first.json()).toEqual({ signedIn: false, next: 'two-factor' });
    expect(await whoIs(cookiesOf(first))).not.toBe('ok');
    const second = (code: string) =>
      world.anyone.call('/v1/auth/sign-in/two-factor', { body: { code }, headers: { cookie: cookiesOf(first) } });
    const code = totp(uri);
    expect(await codeOf(await second(code === '000000' ? '000001' : '000000'))).toBe('wrong_code');
    const answer = await second(code);
    expect(await whoIs(cookiesOf(answer))).toBe('ok');
  });

  it('is passed by each backup code once', async () => {
    const person = await world.newPlayerPerson();
    const { backupCodes } = await enrol(person);
    const [backupCode = ''] = backupCodes;
    const attempt = async () => {
      const cookie = cookiesOf(await signIn(person.email));
      return codeOf(await world.anyone.call('/v1/auth/sign-in/two-factor', { body: { backupCode }, headers: { cookie } }));
    };
    expect(await attempt()).toBe('ok');
    expect(await attempt()).toBe('wrong_code');
  });

  it('is guessed five times and no more, also over several beginnings', async () => {
    const person = await world.newPlayerPerson();
    const { uri } = await enrol(person);
    const cookie = cookiesOf(await signIn(person.email));
    const attempt = (code: string) => world.anyone.call('/v1/auth/sign-in/two-factor', { body: { code }, headers: { cookie } });
    const wrong = totp(uri) === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i += 1) expect(await codeOf(await attempt(wrong))).toBe('wrong_code');
    expect(await codeOf(await attempt(totp(uri)))).toBe('wrong_code');
  });

  it('is begun and ended with the password only, and its secret is not kept readable', async () => {
    const person = await world.newPlayerPerson();
    expect(await codeOf(await person.call('/v1/auth/two-factor', { body: { password: 'wrong wrong wrong' } }))).toBe('wrong_credentials');
    const { uri, cookie } = await enrol(person);
    const [row] = await world.db.select().from(authTwoFactor).where(eq(authTwoFactor.userId, person.userId));
    expect(JSON.stringify(row)).not.toContain(new URL(uri).searchParams.get('secret') ?? '?');
    const end = (password: string) => world.anyone.call('/v1/auth/two-factor/end', { body: { password }, headers: { cookie } });
    expect(await codeOf(await end('wrong wrong wrong'))).toBe('wrong_credentials');
    expect(await codeOf(await end(PASSWORD))).toBe('ok');
    expect(await (await signIn(person.email)).json()).toEqual({ signedIn: true, next: null });
  });
});

describe('a passkey', () => {
  const device = () => newAuthenticator(PUBLIC_URL);
  const challengeOf = async (answer: Response) => (await answer.json()) as { challenge: string };
  const enrol = async (person: Person, phone = device()) => {
    const options = await person.call('/v1/auth/passkeys/options', { body: {} });
    const headers = { cookie: `${person.cookie}; ${cookiesOf(options)}` };
    const body = { response: phone.create(await challengeOf(options)), name: 'telèfon' };
    return { phone, answer: await world.anyone.call('/v1/auth/passkeys', { body, headers }) };
  };
  const enter = async (phone: ReturnType<typeof device>, birthDate?: string) => {
    const options = await world.anyone.call('/v1/auth/sign-in/passkey/options', { body: {} });
    const body = { response: phone.get(await challengeOf(options)), ...(birthDate && { birthDate }) };
    return world.anyone.call('/v1/auth/sign-in/passkey', { body, headers: { cookie: cookiesOf(options) } });
  };

  it('opens the account of who made it, with the birth date', async () => {
    const person = await world.newPlayerPerson();
    const { phone, answer } = await enrol(person);
    expect(answer.status).toBe(201);
    const before = (await sessionsOf(person.userId)).length;
    expect(await codeOf(await enter(phone))).toBe('birth_date_required');
    expect(await codeOf(await enter(phone, '1990-01-01'))).toBe('wrong_credentials');
    expect(await sessionsOf(person.userId)).toHaveLength(before);
    const entered = await enter(phone, BIRTH_DATE);
    expect(await jsonOf(await world.anyone.call('/v1/me', { headers: { cookie: cookiesOf(entered) } }))).toMatchObject({
      email: person.email,
    });
  });

  it('that is unknown, forged, replayed or forgotten opens nothing', async () => {
    const person = await world.newPlayerPerson();
    const { phone, answer } = await enrol(person);
    expect(await codeOf(await enter(device(), BIRTH_DATE))).toBe('passkey_failed');
    const options = await world.anyone.call('/v1/auth/sign-in/passkey/options', { body: {} });
    const response = phone.get(await challengeOf(options));
    const send = (sent: unknown) =>
      world.anyone.call('/v1/auth/sign-in/passkey', {
        body: { response: sent, birthDate: BIRTH_DATE },
        headers: { cookie: cookiesOf(options) },
      });
    const foreign = { ...response, response: { ...response.response, signature: device().get({ challenge: 'x' }).response.signature } };
    expect(await codeOf(await send(foreign))).toBe('passkey_failed');
    expect(await codeOf(await send(response)), 'its challenge is used').toBe('passkey_failed');
    const { id } = (await answer.json()) as { id: string };
    const stranger = await world.newPlayerPerson();
    expect(await codeOf(await stranger.call(`/v1/auth/passkeys/${id}`, { method: 'DELETE' }))).toBe('not_found');
    expect(await jsonOf(await person.call('/v1/auth/methods'))).toMatchObject({ twoFactor: false, passkeys: [{ id, name: 'telèfon' }] });
    expect((await person.call(`/v1/auth/passkeys/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await codeOf(await enter(phone, BIRTH_DATE))).toBe('passkey_failed');
  });

  it('that does not verify is not kept', async () => {
    const person = await world.newPlayerPerson();
    const options = await person.call('/v1/auth/passkeys/options', { body: {} });
    const headers = { cookie: `${person.cookie}; ${cookiesOf(options)}` };
    const body = { response: newAuthenticator('https://evil.example').create(await challengeOf(options)), name: randomUUID() };
    expect(await codeOf(await world.anyone.call('/v1/auth/passkeys', { body, headers }))).toBe('passkey_failed');
    expect(await jsonOf(await person.call('/v1/auth/methods'))).toMatchObject({ passkeys: [] });
  });
});
