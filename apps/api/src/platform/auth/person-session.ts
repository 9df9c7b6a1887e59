/**
 * From a session cookie to the person behind it.
 *
 * The cookie's signature is checked and the session, user, player and roles are read in one query; the answer may be up to five
 * seconds old (a role taken away, a session ended by another process), its expiry is looked at each time, and signing out in this
 * process counts at once. A sale pays for a map look-up.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db, Sql } from '@valira/db';
import { authSession } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import { parse } from 'hono/utils/cookie';
import type { Clock } from '../clock.ts';
import { type PersonActor, STAFF_ROLES } from './actor.ts';
import type { Auth } from './open-auth.ts';
import { shortCache } from './short-cache.ts';

export type PersonRefusal = 'not_signed_in' | 'session_expired';

export type PersonSessions = {
  /** The person whose session cookie is in this Cookie header. */
  identify(cookieHeader: string | undefined): Promise<Outcome<PersonActor, PersonRefusal>>;
  /** Ends the session of this Cookie header, at once in this process and within five seconds in others. */
  end(cookieHeader: string | undefined): Promise<void>;
  /** Call when what is known about people changed (a role, a name). */
  forgetAll(): void;
};

type SessionRow = {
  token: string;
  userId: string;
  name: string;
  kind: PersonActor['kind'];
  expiresAt: Date;
  accountId: string | null;
  roles: string[];
};

type KnownSession = { readonly token: string; readonly actor: PersonActor; readonly expiresAtMs: number };

const MAX_AGE_MS = 5000;
const MAX_SESSIONS = 100_000;
const REFRESH_MS = 1_000;

export function personSessions(deps: {
  readonly db: Db;
  readonly sql: Sql;
  readonly auth: Pick<Auth, 'cookieName' | 'secret'>;
  readonly clock: Clock;
}): PersonSessions {
  const { db, sql, auth, clock } = deps;
  const nowMs = () => clock.now().getTime();
  const known = shortCache<KnownSession>({ maxAgeMs: MAX_AGE_MS, maxEntries: MAX_SESSIONS, nowMs });
  const cookieOf = (header: string | undefined): string | undefined =>
    header === undefined ? undefined : parse(header, auth.cookieName)[auth.cookieName];

  /** The session token in a cookie, or null when its signature (HMAC-SHA-256 in base64, after the last dot) is not ours. */
  function tokenIn(cookie: string): string | null {
    const dot = cookie.lastIndexOf('.');
    if (dot < 1) return null;
    const token = cookie.slice(0, dot);
    const given = Buffer.from(cookie.slice(dot + 1), 'base64');
    const wanted = createHmac('sha256', auth.secret).update(token).digest();
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? token : null;
  }

  async function look(cookie: string): Promise<KnownSession | null> {
    const token = tokenIn(cookie);
    return token === null ? null : ((await lookAll([token])).get(token) ?? null);
  }

  // Thousands of players are looked up every few seconds: the statement is one that the server has planned before.
  async function lookAll(tokens: readonly string[]): Promise<Map<string, KnownSession>> {
    const rows = await sql<SessionRow[]>`
      SELECT s.token, u.id AS "userId", u.name, u.kind, s.expires_at AS "expiresAt", p.account_id AS "accountId",
        array(SELECT r.role FROM staff_role r WHERE r.user_id = u.id ORDER BY 1) AS roles
      FROM auth_session s JOIN auth_user u ON u.id = s.user_id LEFT JOIN player p ON p.user_id = u.id WHERE s.token = ANY (${[...tokens]}::text[])`;
    return new Map(rows.map((row) => [row.token, sessionOf(row)]));
  }

  function sessionOf({ token, userId, name, kind, accountId, expiresAt, roles }: SessionRow): KnownSession {
    const expiresAtMs = expiresAt.getTime();
    if (kind === 'player') {
      if (!accountId) throw new Error(`player ${userId} has no account`);
      return { token, actor: { kind, userId, accountId, name }, expiresAtMs };
    }
    if (kind === 'staff')
      return { token, actor: { kind, userId, name, roles: STAFF_ROLES.filter((role) => roles.includes(role)) }, expiresAtMs };
    return { token, actor: { kind, userId, name }, expiresAtMs };
  }

  async function refresh(): Promise<void> {
    await known.refresh(async (entries) => {
      const found = await lookAll([...entries.values()].map(({ token }) => token));
      return new Map(
        [...entries].flatMap(([cookie, { token }]) => {
          const session = found.get(token);
          return session ? [[cookie, session] as const] : [];
        }),
      );
    });
  }
  // Without an answer the sessions grow old and are looked up one by one. Nobody waits for this, and no process lives for it.
  setInterval(() => void refresh().catch(() => undefined), REFRESH_MS).unref();

  return {
    async identify(cookieHeader) {
      const cookie = cookieOf(cookieHeader);
      if (!cookie) return refuse('not_signed_in');
      const found = known.get(cookie, () => look(cookie));
      const session = found instanceof Promise ? await found : found;
      // A cookie without its session row: it was signed out, swept away, or forged. All are told to sign in again.
      if (!session || session.expiresAtMs <= nowMs()) return refuse('session_expired');
      return ok(session.actor);
    },
    async end(cookieHeader) {
      const cookie = cookieOf(cookieHeader);
      const token = cookie && tokenIn(cookie);
      if (!cookie || !token) return;
      await db.delete(authSession).where(eq(authSession.token, token));
      known.forget(cookie);
    },
    forgetAll: known.clear,
  };
}
