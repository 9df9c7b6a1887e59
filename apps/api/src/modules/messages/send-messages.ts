/**
 * The one sender of all channels. It takes messages that are due, looks at that moment whether each may go, hands it to its transport and writes
 * what came of it.
 *
 * A message is taken for a minute: a sender that dies leaves it to the next one, under the same key. Whether it may go is asked of the database
 * after it was taken; when that fails, nothing goes. A transport that throws is tried again, later each time, eight times in all.
 */
import type { Db } from '@valira/db';
import { account, authUser, contest, message, messageConsent, messageContact, player } from '@valira/db/schema';
import { and, eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { uuidBytes } from '../../platform/ids.ts';
import type { Language } from '../../platform/language.ts';
import type { Channel, FactsOf, Kind } from './kinds.ts';
import { suppression } from './may-send.ts';
import { renderMessage } from './render-message.ts';
import type { Delivery, Transport } from './transports/transport.ts';

export type Transports = Readonly<Record<Exclude<Channel, 'app'>, Transport | null>>;

export type SenderDeps = Pick<Core, 'db' | 'clock' | 'keys'> & { readonly transports: Transports };

type Message = typeof message.$inferSelect;

const BATCH = 100;
const LEASE_MS = 60_000;
const ATTEMPTS = 8;
const FIRST_WAIT_MS = 30_000;

const waitMs = (attempts: number): number => FIRST_WAIT_MS * 2 ** (attempts - 1);

/** Takes what is due. A message about a result waits until the contest is published. */
async function take({ db, clock }: SenderDeps): Promise<Message[]> {
  const now = clock.now();
  const until = new Date(now.getTime() + LEASE_MS);
  const rows = await db.execute<{ id: string }>(sql`
    UPDATE message SET state = 'sending', attempts = attempts + 1, due_at = ${until.toISOString()}::timestamptz
    WHERE id IN (
      SELECT m.id FROM message m
      WHERE m.state IN ('queued', 'sending') AND m.due_at <= ${now.toISOString()}::timestamptz
        AND (m.contest_id IS NULL OR EXISTS (
          SELECT 1 FROM contest c WHERE c.id = m.contest_id AND c.result_version >= m.result_version AND c.state IN ('published', 'archived')))
      ORDER BY m.due_at, m.id LIMIT ${BATCH} FOR UPDATE OF m SKIP LOCKED)
    RETURNING id`);
  if (rows.length === 0) return [];
  const ids = sql.param(rows.map(({ id }) => id));
  return db.select().from(message).where(sql`${message.id} = ANY (${ids}::uuid[])`);
}

/** Whether the result that the message is about was replaced by another. */
async function isReplaced(db: Db, { contestId, resultVersion }: Message): Promise<boolean> {
  if (contestId === null) return false;
  const [row] = await db.select({ version: contest.resultVersion }).from(contest).where(eq(contest.id, contestId));
  return row?.version !== resultVersion;
}

async function recipientOf(db: Db, { accountId, channel }: Message, now: Date) {
  const [row] = await db
    .select({
      accountKind: account.kind,
      // Who has paused is not to be tempted either.
      accountState: sql<string>`CASE WHEN ${account.state} = 'active' AND ${account.pausedUntil} > ${now.toISOString()}::timestamptz THEN 'paused' ELSE ${account.state} END`,
      advertising: messageConsent.advertising,
      email: authUser.email,
      language: authUser.language,
    })
    .from(account)
    .leftJoin(player, eq(player.accountId, account.id))
    .leftJoin(authUser, eq(authUser.id, player.userId))
    .leftJoin(messageConsent, and(eq(messageConsent.accountId, account.id), eq(messageConsent.channel, channel)))
    .where(eq(account.id, accountId));
  return row ?? null;
}

/** Where it goes; null when the player has no such address. */
async function addressOf({ db, keys }: SenderDeps, { accountId, channel }: Message, email: string | null): Promise<string | null> {
  if (channel === 'app') return accountId;
  if (channel === 'mail') return email;
  const [contact] = await db
    .select()
    .from(messageContact)
    .where(and(eq(messageContact.accountId, accountId), eq(messageContact.channel, channel)));
  return contact ? Buffer.from(keys.decrypt(contact.keyId, contact.box, uuidBytes(accountId))).toString() : null;
}

type Ending = { readonly state: 'sent' } | { readonly state: 'suppressed' | 'failed'; readonly reason: string };

const endingOf = (delivery: Delivery): Ending => (delivery.accepted ? { state: 'sent' } : { state: 'failed', reason: delivery.reason });

async function handOver(deps: SenderDeps, taken: Message): Promise<Ending> {
  const recipient = await recipientOf(deps.db, taken, deps.clock.now());
  const reason = suppression(taken.kind, recipient);
  if (reason !== null) return { state: 'suppressed', reason };
  if (await isReplaced(deps.db, taken)) return { state: 'suppressed', reason: 'result-replaced' };
  const to = await addressOf(deps, taken, recipient?.email ?? null);
  if (to === null) return { state: 'suppressed', reason: 'no-address' };
  if (taken.channel === 'app') return { state: 'sent' };
  const transport = deps.transports[taken.channel];
  if (!transport) return { state: 'suppressed', reason: 'no-transport' };
  const language: Language = recipient?.language ?? 'ca';
  const rendered = renderMessage(taken.kind as Kind, language, taken.facts as FactsOf[Kind]);
  return endingOf(await transport.deliver({ ...rendered, key: taken.id, to, language }));
}

async function sendOne(deps: SenderDeps, taken: Message): Promise<void> {
  const mine = and(eq(message.id, taken.id), eq(message.attempts, taken.attempts), eq(message.state, 'sending'));
  let ending: Ending;
  try {
    ending = await handOver(deps, taken);
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    if (taken.attempts < ATTEMPTS) {
      const dueAt = new Date(deps.clock.now().getTime() + waitMs(taken.attempts));
      await deps.db.update(message).set({ state: 'queued', dueAt, reason }).where(mine);
      return;
    }
    ending = { state: 'failed', reason };
  }
  await deps.db
    .update(message)
    .set({ state: ending.state, reason: ending.state === 'sent' ? null : ending.reason, endedAt: deps.clock.now() })
    .where(mine);
}

/** Sends one batch of what is due; returns how many messages it took. */
export async function sendMessages(deps: SenderDeps): Promise<number> {
  const taken = await take(deps);
  for (const one of taken) await sendOne(deps, one);
  return taken.length;
}
