/**
 * Sign-in with password and second factor or with a passkey, sessions in cookies: better-auth on the `auth_*` tables.
 *
 * People are made by commands of ours (a player registers with an account and a birth date, staff are added by an administrator), so
 * its own sign-up is off, and none of its routes is served: ours call its functions. A session ends 12 hours after it began, used or not.
 * Origin, rate limits and challenges are checked before it, by the rules that hold for all routes.
 */
import { passkey } from '@better-auth/passkey';
import type { Db } from '@valira/db';
import { authAccount, authPasskey, authSession, authTwoFactor, authUser, authVerification } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins';
import { eq } from 'drizzle-orm';
import { hex } from '../hash.ts';
import type { Keyring } from '../keys/keyring.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

const SESSION_HOURS = 12;
export const PASSWORD_LENGTH = { min: 10, max: 128 } as const;

/** better-auth names its cookie after this; browsers accept the `__Secure-` form over HTTPS only. */
const COOKIE_PREFIX = 'valira';

export type Cookies = { readonly cookies: readonly string[] };
export type SignedIn = Cookies & {
  readonly userId: string /** A code of the second factor is still wanted: there is no session yet. */;
  readonly twoFactor: boolean;
};
export type PasskeyView = { readonly id: string; readonly name: string | null; readonly createdAt: Date | null };

export type Auth = {
  /** Null when address or password is wrong. */
  signIn(email: string, password: string): Promise<SignedIn | null>;
  /** The second step, with the cookie that the first one set. */
  signInTwoFactor(cookie: string, code: { readonly code?: string; readonly backupCode?: string }): Promise<Outcome<Cookies, 'wrong_code'>>;
  /** What a passkey has to sign. */
  passkeyOptions(): Promise<Cookies & { readonly options: unknown }>;
  signInPasskey(cookie: string, response: Readonly<Record<string, unknown>>): Promise<Outcome<SignedIn, 'passkey_failed'>>;
  readonly own: {
    methods(cookie: string, userId: string): Promise<{ readonly twoFactor: boolean; readonly passkeys: readonly PasskeyView[] }>;
    beginTwoFactor(
      cookie: string,
      password: string,
    ): Promise<Outcome<{ readonly uri: string; readonly backupCodes: readonly string[] }, 'wrong_credentials' | 'two_factor_enabled'>>;
    confirmTwoFactor(cookie: string, code: string): Promise<Outcome<Cookies, 'wrong_code'>>;
    endTwoFactor(cookie: string, password: string): Promise<Outcome<Cookies, 'wrong_credentials'>>;
    newPasskeyOptions(cookie: string): Promise<Cookies & { readonly options: unknown }>;
    addPasskey(cookie: string, response: unknown, name: string): Promise<Outcome<{ readonly id: string }, 'passkey_failed'>>;
    removePasskey(cookie: string, id: string): Promise<Outcome<null, 'not_found'>>;
  };
  /** The cookies that take the session out of the browser. The session itself is ended by PersonSessions. */
  clearingCookies(): Promise<readonly string[]>;
  readonly cookieName: string;
  /** Under which the session cookie is signed. */
  readonly secret: string;
};

/** What the library refuses becomes a refusal of ours; what breaks in it stays a bug. */
async function refusedAs<T, Code extends string>(work: Promise<T>, code: (error: APIError) => Code): Promise<Outcome<T, Code>> {
  try {
    return ok(await work);
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) return refuse(code(error));
    throw error;
  }
}

export function openAuth(deps: { readonly db: Db; readonly keys: Keyring; readonly publicUrl: string }): Auth {
  const { db } = deps;
  const secret = hex(deps.keys.mac('session', Buffer.from('cookie')));
  const secure = deps.publicUrl.startsWith('https:');
  const { origin, hostname } = new URL(deps.publicUrl);
  const auth = betterAuth({
    appName: 'Valira',
    baseURL: deps.publicUrl,
    basePath: '/v1/auth',
    secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: authUser,
        session: authSession,
        account: authAccount,
        verification: authVerification,
        twoFactor: authTwoFactor,
        passkey: authPasskey,
      },
    }),
    plugins: [twoFactor({ issuer: 'Valira', trustDeviceMaxAge: 1 }), passkey({ rpID: hostname, rpName: 'Valira', origin })],
    user: {
      additionalFields: {
        kind: { type: 'string', input: false, defaultValue: 'player' },
        language: { type: 'string', input: false, defaultValue: 'ca' },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(hash, password) },
    },
    session: { expiresIn: SESSION_HOURS * 3600, disableSessionRefresh: true, cookieCache: { enabled: false } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: secure,
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { disableIpTracking: true },
    },
  });
  const { api } = auth;
  type PasskeyResponse = Parameters<typeof api.verifyPasskeyAuthentication>[0] extends infer I
    ? NonNullable<I> extends { body: { response: infer R } }
      ? R
      : never
    : never;
  const withCookie = (cookie: string) => new Headers({ cookie, origin });
  const cookiesOf = ({ headers }: { headers: Headers }): Cookies => ({ cookies: headers.getSetCookie() });
  const userOf = async (email: string): Promise<string> => {
    const [user] = await db.select({ id: authUser.id }).from(authUser).where(eq(authUser.email, email.toLowerCase()));
    if (!user) throw new Error('a user signed in that is not there');
    return user.id;
  };

  return {
    async signIn(email, password) {
      const answer = await refusedAs(api.signInEmail({ body: { email, password }, returnHeaders: true }), (error) => {
        if (error.status !== 'UNAUTHORIZED') throw error;
        return 'wrong';
      });
      if (!answer.ok) return null;
      return { ...cookiesOf(answer.value), userId: await userOf(email), twoFactor: 'twoFactorRedirect' in answer.value.response };
    },
    async signInTwoFactor(cookie, { code, backupCode }) {
      const headers = withCookie(cookie);
      const answer = await refusedAs(
        backupCode === undefined
          ? api.verifyTOTP({ body: { code: code ?? '' }, headers, returnHeaders: true })
          : api.verifyBackupCode({ body: { code: backupCode }, headers, returnHeaders: true }),
        () => 'wrong_code' as const,
      );
      return answer.ok ? ok(cookiesOf(answer.value)) : answer;
    },
    async passkeyOptions() {
      const { headers, response } = await api.generatePasskeyAuthenticationOptions({
        headers: new Headers({ origin }),
        returnHeaders: true,
      });
      return { cookies: headers.getSetCookie(), options: response };
    },
    async signInPasskey(cookie, response) {
      // Whatever it is, the library looks at it.
      const body = { response: response as unknown as PasskeyResponse };
      const verified = api.verifyPasskeyAuthentication({ body, headers: withCookie(cookie), returnHeaders: true });
      const answer = await refusedAs(verified, () => 'passkey_failed' as const);
      if (!answer.ok) return answer;
      return ok({ ...cookiesOf(answer.value), userId: answer.value.response.user.id, twoFactor: false });
    },
    own: {
      async methods(cookie, userId) {
        const [user] = await db.select({ enabled: authUser.twoFactorEnabled }).from(authUser).where(eq(authUser.id, userId));
        const passkeys = await api.listPasskeys({ headers: withCookie(cookie) });
        return {
          twoFactor: user?.enabled ?? false,
          passkeys: passkeys.map(({ id, name, createdAt }) => ({ id, name: name ?? null, createdAt: createdAt ?? null })),
        };
      },
      async beginTwoFactor(cookie, password) {
        const answer = await refusedAs(
          api.enableTwoFactor({ body: { password, method: 'totp' }, headers: withCookie(cookie) }),
          ({ body }) => (body?.code === 'TOTP_ALREADY_ENABLED' ? ('two_factor_enabled' as const) : ('wrong_credentials' as const)),
        );
        if (!answer.ok) return answer;
        const { totpURI, backupCodes } = answer.value as { totpURI: string; backupCodes: string[] };
        return ok({ uri: totpURI, backupCodes });
      },
      async confirmTwoFactor(cookie, code) {
        const verified = api.verifyTOTP({ body: { code }, headers: withCookie(cookie), returnHeaders: true });
        const answer = await refusedAs(verified, () => 'wrong_code' as const);
        return answer.ok ? ok(cookiesOf(answer.value)) : answer;
      },
      async endTwoFactor(cookie, password) {
        const disabled = api.disableTwoFactor({ body: { password }, headers: withCookie(cookie), returnHeaders: true });
        const answer = await refusedAs(disabled, () => 'wrong_credentials' as const);
        return answer.ok ? ok(cookiesOf(answer.value)) : answer;
      },
      async newPasskeyOptions(cookie) {
        const { headers, response } = await api.generatePasskeyRegistrationOptions({ headers: withCookie(cookie), returnHeaders: true });
        return { cookies: headers.getSetCookie(), options: response };
      },
      async addPasskey(cookie, response, name) {
        const added = api.verifyPasskeyRegistration({ body: { response, name }, headers: withCookie(cookie) });
        try {
          const answer = await refusedAs(added, () => 'passkey_failed' as const);
          return answer.ok ? ok({ id: answer.value.id }) : answer;
        } catch (error) {
          // The library says 500 to a response that does not verify.
          if (error instanceof APIError && error.body?.code === 'FAILED_TO_VERIFY_REGISTRATION') return refuse('passkey_failed');
          throw error;
        }
      },
      async removePasskey(cookie, id) {
        const removed = await refusedAs(api.deletePasskey({ body: { id }, headers: withCookie(cookie) }), () => 'not_found' as const);
        return removed.ok ? ok(null) : removed;
      },
    },
    async clearingCookies() {
      const { headers } = await api.signOut({ headers: new Headers(), returnHeaders: true });
      return headers.getSetCookie();
    },
    cookieName: `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`,
    secret,
  };
}
