/**
 * From a terminal's signed request to the shop, terminal and clerk behind it. Terminal and clerk session are looked up at most five
 * seconds ago; revoking in this process counts at once, and the clerk session's end is looked at each time.
 */
import type { KeyObject } from 'node:crypto';
import type { Db } from '@valira/db';
import { clerk, clerkSession, terminal } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, isNull } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { sha256 } from '../hash.ts';
import { parseWireId } from '../ids.ts';
import type { Clerk, TerminalActor } from './actor.ts';
import { shortCache } from './short-cache.ts';
import { importTerminalKey, publicKeySchema, type SignedRequest, verifyTerminalSignature } from './terminal-signature.ts';

export type TerminalRefusal = 'bad_signature' | 'terminal_revoked';

export type SignedHeaders = {
  readonly terminal: string;
  readonly nonce: string | undefined;
  readonly signature: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly clerkToken: string | undefined;
};

export type TerminalSessions = {
  identify(headers: SignedHeaders, request: Omit<SignedRequest, 'nonce'>): Promise<Outcome<TerminalActor, TerminalRefusal>>;
  forgetTerminal(terminalId: string): void;
  forgetClerkToken(token: string): void;
};

type KnownTerminal = { readonly accountId: string; readonly label: string; readonly key: KeyObject; readonly revoked: boolean };
type KnownClerk = { readonly clerk: Clerk; readonly terminalId: string; readonly expiresAtMs: number };

const MAX_AGE_MS = 5000;
const MAX_ENTRIES = 50_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CLERK_TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const clerkTokenHash = (token: string): Uint8Array => sha256(Buffer.from(token));

export function terminalSessions(deps: { readonly db: Db; readonly clock: Clock }): TerminalSessions {
  const { db, clock } = deps;
  const nowMs = () => clock.now().getTime();
  const settings = { maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES, nowMs };
  const terminals = shortCache<KnownTerminal>(settings);
  const clerks = shortCache<KnownClerk>(settings);

  async function lookTerminal(terminalId: string): Promise<KnownTerminal | null> {
    const [row] = await db.select().from(terminal).where(eq(terminal.id, terminalId));
    if (!row || row.publicKey === null) return null;
    const key = importTerminalKey(publicKeySchema.parse(row.publicKey));
    if (!key) throw new Error(`terminal ${terminalId} has a key that is no point of the curve`);
    return { accountId: row.accountId, label: row.label, key, revoked: row.state !== 'enrolled' };
  }

  async function lookClerk(token: string): Promise<KnownClerk | null> {
    const [row] = await db
      .select({
        terminalId: clerkSession.terminalId,
        expiresAt: clerkSession.expiresAt,
        id: clerk.id,
        name: clerk.name,
        cardNumber: clerk.cardNumber,
      })
      .from(clerkSession)
      .innerJoin(clerk, and(eq(clerk.id, clerkSession.clerkId), eq(clerk.state, 'active')))
      .where(and(eq(clerkSession.tokenHash, clerkTokenHash(token)), isNull(clerkSession.endedAt)));
    if (!row) return null;
    const { terminalId, expiresAt, ...found } = row;
    return { clerk: found, terminalId, expiresAtMs: expiresAt.getTime() };
  }

  async function clerkOn(terminalId: string, token: string | undefined): Promise<Clerk | null> {
    if (token === undefined || !CLERK_TOKEN.test(token)) return null;
    const found = clerks.get(token, () => lookClerk(token));
    const session = found instanceof Promise ? await found : found;
    return session && session.terminalId === terminalId && session.expiresAtMs > nowMs() ? session.clerk : null;
  }

  return {
    async identify({ terminal: name, nonce, signature, idempotencyKey, clerkToken }, request) {
      const terminalId = parseWireId('terminal', name);
      if (!terminalId || !nonce || !signature || !UUID.test(nonce)) return refuse('bad_signature');
      if (idempotencyKey !== undefined && idempotencyKey !== nonce) return refuse('bad_signature');
      const found = terminals.get(terminalId, () => lookTerminal(terminalId));
      const known = found instanceof Promise ? await found : found;
      if (!known) return refuse('bad_signature');
      const valid = verifyTerminalSignature(known.key, { ...request, nonce }, Buffer.from(signature, 'base64url'));
      if (!valid) return refuse('bad_signature');
      if (known.revoked) return refuse('terminal_revoked');
      const { accountId, label } = known;
      return ok({ kind: 'terminal', terminalId, accountId, label, clerk: await clerkOn(terminalId, clerkToken) });
    },
    forgetTerminal: terminals.forget,
    forgetClerkToken: clerks.forget,
  };
}
