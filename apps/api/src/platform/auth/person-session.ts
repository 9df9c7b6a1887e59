/**
 * From a session cookie to the person behind it.
 *
 * The cookie's signature is checked and the session, user, player and roles are read in one query; the answer may be up to five
 * seconds old (a role taken away, a session ended by another process), its expiry is looked at each time, and signing out in this
 * process counts at once. A sale pays for a map look-up.
 */
import type { Db } from '@valira/db';
import { authSession, authUser, player, staffRole } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq, sql } from 'drizzle-orm';
import { parse, parseSigned } from 'hono/utils/cookie';
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

type KnownSession = { readonly actor: PersonActor; readonly expiresAtMs: number };

const MAX_AGE_MS = 5000;
const MAX_SESSIONS = 100_000;

export function personSessions(deps: {
  readonly db: Db;
  readonly auth: Pick<Auth, 'cookieName' | 'secret'>;
  readonly clock: Clock;
}): PersonSessions {
  const { db, auth, clock } = deps;
  const nowMs = () => clock.now().getTime();
  const known = shortCache<KnownSession>({ maxAgeMs: MAX_AGE_MS, maxEntries: MAX_SESSIONS, nowMs });
  const cookieOf = (header: string | undefined): string | undefined =>
    header === undefined ? undefined : parse(header, auth.cookieName)[auth.cookieName];

  /** The session token in a cookie, or null when its signature is not ours. */
  async function tokenIn(cookie: string): Promise<string | null> {
    const signed = await parseSigned(`${auth.cookieName}=${encodeURIComponent(cookie)}`, auth.secret, auth.cookieName);
    return signed[auth.cookieName] || null;
  }

  async function look(cookie: string): Promise<KnownSession | null> {
    const token = await tokenIn(cookie);
    if (!token) return null;
    const [row] = await db
      .select({
        userId: authUser.id,
        name: authUser.name,
        kind: authUser.kind,
        expiresAt: authSession.expiresAt,
        accountId: player.accountId,
        roles: sql<string[]>`array(SELECT ${staffRole.role} FROM ${staffRole} WHERE ${staffRole.userId} = ${authUser.id} ORDER BY 1)`,
      })
      .from(authSession)
      .innerJoin(authUser, eq(authUser.id, authSession.userId))
      .leftJoin(player, eq(player.userId, authUser.id))
      .where(eq(authSession.token, token));
    if (!row) return null;
    const { userId, name, kind, accountId } = row;
    const expiresAtMs = row.expiresAt.getTime();
    if (kind === 'player') {
      if (!accountId) throw new Error(`player ${userId} has no account`);
      return { actor: { kind, userId, accountId, name }, expiresAtMs };
    }
    if (kind === 'staff')
      return { actor: { kind, userId, name, roles: STAFF_ROLES.filter((role) => row.roles.includes(role)) }, expiresAtMs };
    return { actor: { kind, userId, name }, expiresAtMs };
  }

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
      const token = cookie && (await tokenIn(cookie));
      if (!cookie || !token) return;
      await db.delete(authSession).where(eq(authSession.token, token));
      known.forget(cookie);
    },
    forgetAll: known.clear,
  };
}
