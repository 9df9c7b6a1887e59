/** A clerk at a terminal: begins with the PIN, ends by request, after 12 hours, or when another clerk begins. The token is stored by hash only. */
import type { Tx } from '@valira/db';
import { clerkSession } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq, isNull } from 'drizzle-orm';
import type { TerminalActor } from '../../platform/auth/index.ts';
import { clerkTokenHash } from '../../platform/auth/terminal-session.ts';
import type { Core } from '../../platform/core.ts';
import { addAudit } from '../../platform/outbox.ts';
import { clerkWithPin, type KnownClerk } from './clerk-pin.ts';

const CLERK_SESSION_MS = 12 * 3_600_000;

export type StartedClerkSession = { readonly token: string; readonly clerk: KnownClerk; readonly expiresAt: Date };

export async function startClerkSession(
  core: Pick<Core, 'ids' | 'clock' | 'entropy' | 'keys'>,
  tx: Tx,
  { terminalId, accountId }: Pick<TerminalActor, 'terminalId' | 'accountId'>,
  pin: string,
): Promise<Outcome<StartedClerkSession, 'wrong_pin' | 'clerk_not_licensed'>> {
  const { ids, clock, entropy, keys } = core;
  const found = await clerkWithPin(tx, keys, accountId, pin);
  if (!found) return refuse('wrong_pin');
  const at = clock.now();
  const { cardUntil, ...clerk } = found;
  if (cardUntil <= at) return refuse('clerk_not_licensed');
  await endClerkSessions(tx, terminalId, at);
  const token = Buffer.from(entropy.bytes(32)).toString('base64url');
  // A session does not outlive the card.
  const expiresAt = new Date(Math.min(at.getTime() + CLERK_SESSION_MS, cardUntil.getTime()));
  await tx.insert(clerkSession).values({ tokenHash: clerkTokenHash(token), terminalId, clerkId: clerk.id, startedAt: at, expiresAt });
  await addAudit(tx, ids, at, { actor: `terminal:${terminalId}`, action: 'clerk-session-started', subject: clerk.id });
  return ok({ token, clerk, expiresAt });
}

/** Ends what is open on the terminal. */
export async function endClerkSessions(tx: Tx, terminalId: string, at: Date): Promise<void> {
  await tx
    .update(clerkSession)
    .set({ endedAt: at })
    .where(and(eq(clerkSession.terminalId, terminalId), isNull(clerkSession.endedAt)));
}
