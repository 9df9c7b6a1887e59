/**
 * Sign-in with e-mail and password, sessions in cookies: better-auth on the `auth_*` tables.
 *
 * People are made by commands of ours (a player registers with an account and a birth date, staff are added by an administrator), so
 * its own sign-up is off, and none of its routes is served: ours call its functions for signing in and out. A session ends 12 hours after it began, used or not.
 * Origin and rate limits are checked before it, by the rules that hold for all routes.
 */
import type { Db } from '@valira/db';
import { authAccount, authSession, authUser, authVerification } from '@valira/db/schema';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { hex } from '../hash.ts';
import type { Keyring } from '../keys/keyring.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

const SESSION_HOURS = 12;
export const PASSWORD_LENGTH = { min: 10, max: 128 } as const;

/** better-auth names its cookie after this; browsers accept the `__Secure-` form over HTTPS only. */
const COOKIE_PREFIX = 'valira';

export type Auth = {
  /** The cookies to set, or null when address or password is wrong. */
  signIn(email: string, password: string): Promise<{ readonly cookies: readonly string[] } | null>;
  /** The cookies that take the session out of the browser. The session itself is ended by PersonSessions. */
  clearingCookies(): Promise<readonly string[]>;
  readonly cookieName: string;
  /** Under which the session cookie is signed. */
  readonly secret: string;
};

export function openAuth(deps: { readonly db: Db; readonly keys: Keyring; readonly publicUrl: string }): Auth {
  const secret = hex(deps.keys.mac('session', Buffer.from('cookie')));
  const secure = deps.publicUrl.startsWith('https:');
  const auth = betterAuth({
    appName: 'Valira',
    baseURL: deps.publicUrl,
    basePath: '/v1/auth',
    secret,
    database: drizzleAdapter(deps.db, {
      provider: 'pg',
      schema: { user: authUser, session: authSession, account: authAccount, verification: authVerification },
    }),
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
  return {
    async signIn(email, password) {
      try {
        const { headers } = await auth.api.signInEmail({ body: { email, password }, returnHeaders: true });
        return { cookies: headers.getSetCookie() };
      } catch (error) {
        if (error instanceof APIError && error.status === 'UNAUTHORIZED') return null;
        throw error;
      }
    },
    async clearingCookies() {
      const { headers } = await auth.api.signOut({ headers: new Headers(), returnHeaders: true });
      return headers.getSetCookie();
    },
    cookieName: `${secure ? '__Secure-' : ''}${COOKIE_PREFIX}.session_token`,
    secret,
  };
}
