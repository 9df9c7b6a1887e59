/**
 * Signing in and out. Every way in takes a solved challenge; two limits guard passwords: tries from one address, and tries on one e-mail address
 * from anywhere. Whether an address is known is not told: a wrong password, an unknown address and a wrong birth date answer alike.
 *
 * A player says their birth date at each visit (Law 9.2): it is compared with the one that is kept before there is a session.
 */
import { createRoute, z } from '@hono/zod-openapi';
import { type Refusal, refuse } from '@valira/outcome';
import type { Context } from 'hono';
import { hex, sha256 } from '../hash.ts';
import { json, jsonBody, problems, refused } from '../http/answer.ts';
import { clientAddress } from '../http/client-address.ts';
import { limited } from '../http/limited.ts';
import { newModule } from '../http/new-module.ts';
import { anyJson, birthDateIn } from '../http/wire.ts';
import { CHALLENGE_HEADER, type Challenges } from './challenges.ts';
import { requireNobody } from './guards.ts';
import { type Auth, PASSWORD_LENGTH, type SignedIn } from './open-auth.ts';

const signedIn = z.object({
  signedIn: z.boolean(),
  /** What is still wanted. */
  next: z.enum(['two-factor']).nullable(),
});
const signedOut = z.object({ signedIn: z.literal(false) });

export const challengeHeader = z.object({
  [CHALLENGE_HEADER]: z
    .string()
    .optional()
    .openapi({ description: 'A challenge of GET /v1/auth/challenge, solved: base64 of JSON {challenge, solution}' }),
});

const password = z.string().min(1).max(PASSWORD_LENGTH.max);

const challenge = createRoute({
  method: 'get',
  path: '/auth/challenge',
  tags: ['sign-in'],
  summary: 'A proof of work (ALTCHA, PBKDF2/SHA-256) to solve before signing up or in; for one use within ten minutes',
  ...requireNobody,
  responses: { 200: json(anyJson, 'To be solved as it is'), ...problems },
});

const signIn = createRoute({
  method: 'post',
  path: '/auth/sign-in/email',
  tags: ['sign-in'],
  summary: 'Sign in; sets the session cookie, which lasts 12 hours, or asks for the second factor',
  ...requireNobody,
  request: {
    headers: challengeHeader,
    body: jsonBody(
      z.strictObject({
        email: z.email().max(254).optional().openapi({ description: 'Or the mobile number that the account was opened with' }),
        mobile: z.e164().optional(),
        password,
        birthDate: birthDateIn.optional().openapi({ description: 'Players say it at each visit' }),
      }),
    ),
  },
  responses: { 200: json(signedIn, 'Signed in, or the second factor is wanted'), ...problems },
});

const signInTwoFactor = createRoute({
  method: 'post',
  path: '/auth/sign-in/two-factor',
  tags: ['sign-in'],
  summary: 'The second factor of a sign-in that has begun: a code of the app, or one of the backup codes',
  ...requireNobody,
  request: {
    body: jsonBody(
      z.strictObject({
        code: z
          .string()
          .regex(/^\d{6}$/)
          .optional(),
        backupCode: z.string().min(1).max(40).optional(),
      }),
    ),
  },
  responses: { 200: json(signedIn, 'Signed in'), ...problems },
});

const passkeyOptions = createRoute({
  method: 'post',
  path: '/auth/sign-in/passkey/options',
  tags: ['sign-in'],
  summary: 'What a passkey has to sign (PublicKeyCredentialRequestOptions as JSON)',
  ...requireNobody,
  responses: { 200: json(anyJson, 'For navigator.credentials.get'), ...problems },
});

const signInPasskey = createRoute({
  method: 'post',
  path: '/auth/sign-in/passkey',
  tags: ['sign-in'],
  summary: 'Sign in with a passkey',
  ...requireNobody,
  request: {
    headers: challengeHeader,
    body: jsonBody(z.strictObject({ response: z.record(z.string(), anyJson), birthDate: birthDateIn.optional() })),
  },
  responses: { 200: json(signedIn, 'Signed in'), ...problems },
});

const signOut = createRoute({
  method: 'post',
  path: '/auth/sign-out',
  tags: ['sign-in'],
  summary: 'End the session',
  ...requireNobody,
  responses: { 200: json(signedOut, 'Signed out, or never signed in'), ...problems },
});

export type AuthRoutesDeps = {
  readonly auth: Auth;
  readonly challenges: Challenges;
  /** Why the visit of this person does not begin, by the birth date that they said (YYYY-MM-DD), or null. */
  readonly beginVisit: (userId: string, birthDate: string | undefined) => Promise<Refusal | null>;
  /** Under which address somebody signs in who has only a mobile number. */
  readonly addressOfMobile: (mobile: string) => string;
};

const YES = { signedIn: true, next: null } as const;

export const authRoutes = ({ auth, challenges, beginVisit, addressOfMobile }: AuthRoutesDeps) => {
  const setCookies = (c: Context, cookies: readonly string[]) => {
    for (const cookie of cookies) c.header('set-cookie', cookie, { append: true });
  };
  const cookieHeaderOf = (cookies: readonly string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ');

  /** Why this person's visit does not begin, or null. A session that was made already is ended. */
  const visitRefusal = async (c: Context, { userId, cookies, twoFactor }: SignedIn, birthDate: string | undefined) => {
    const refusal = await beginVisit(userId, birthDate);
    if (refusal && !twoFactor) await c.var.spine.actors.persons.end(cookieHeaderOf(cookies));
    return refusal;
  };

  return newModule()
    .openapi(challenge, async (c) => c.json(anyJson.parse(await challenges.issue()), 200))
    .openapi(signIn, async (c) => {
      const { email, mobile, password, birthDate } = c.req.valid('json');
      const address = email ?? (mobile && addressOfMobile(mobile));
      if (!address) return refused(c, refuse('contact_required', { path: 'email' }));
      const { limits, proxyHops } = c.var.spine;
      const mailKey = hex(sha256(Buffer.from(address.toLowerCase())));
      const tooMany = (await limited(c, 'sign-in-address', clientAddress(c, proxyHops))) ?? (await limited(c, 'sign-in-email', mailKey));
      if (tooMany) return tooMany;
      const taken = await challenges.take(c.req.header(CHALLENGE_HEADER));
      if (!taken.ok) return refused(c, taken);
      const answer = await auth.signIn(address, password);
      if (!answer) return refused(c, refuse('wrong_credentials'));
      const refusal = await visitRefusal(c, answer, birthDate);
      if (refusal) return refused(c, refusal);
      await limits.clear('sign-in-email', mailKey);
      setCookies(c, answer.cookies);
      return c.json(answer.twoFactor ? ({ signedIn: false, next: 'two-factor' } as const) : YES, 200);
    })
    .openapi(signInTwoFactor, async (c) => {
      const tooMany = await limited(c, 'sign-in-address', clientAddress(c, c.var.spine.proxyHops));
      if (tooMany) return tooMany;
      const { code, backupCode } = c.req.valid('json');
      const given = { ...(code !== undefined && { code }), ...(backupCode !== undefined && { backupCode }) };
      const answer = await auth.signInTwoFactor(c.req.header('cookie') ?? '', given);
      if (!answer.ok) return refused(c, answer);
      setCookies(c, answer.value.cookies);
      return c.json(YES, 200);
    })
    .openapi(passkeyOptions, async (c) => {
      const { cookies, options } = await auth.passkeyOptions();
      setCookies(c, cookies);
      return c.json(anyJson.parse(options), 200);
    })
    .openapi(signInPasskey, async (c) => {
      const tooMany = await limited(c, 'sign-in-address', clientAddress(c, c.var.spine.proxyHops));
      if (tooMany) return tooMany;
      const { response, birthDate } = c.req.valid('json');
      const taken = await challenges.take(c.req.header(CHALLENGE_HEADER));
      if (!taken.ok) return refused(c, taken);
      const answer = await auth.signInPasskey(c.req.header('cookie') ?? '', response);
      if (!answer.ok) return refused(c, answer);
      const refusal = await visitRefusal(c, answer.value, birthDate);
      if (refusal) return refused(c, refusal);
      setCookies(c, answer.value.cookies);
      return c.json(YES, 200);
    })
    .openapi(signOut, async (c) => {
      await c.var.spine.actors.persons.end(c.req.header('cookie'));
      setCookies(c, await auth.clearingCookies());
      return c.json({ signedIn: false } as const, 200);
    });
};
