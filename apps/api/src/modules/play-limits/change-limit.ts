/** Sets, raises and removes limits. Whoever does holds the player's cash row, as sales do: no sale is on its way past a limit that has just been set. */
import type { Tx } from '@valira/db';
import { balance, playLimit, playLimitChange, playLimitRequest } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { CODES } from '../ledger/index.ts';
import { queueMessages } from '../messages/index.ts';
import { lockedStanding } from '../players/index.ts';
import { type LimitKind, type LimitPeriod, RAISE_WAITS_MS, wishOf } from './limit-change.ts';

export type LimitName = { readonly kind: LimitKind; readonly period: LimitPeriod };
/** `readyAt` says from when on a raise may be confirmed; null when the limit holds already. */
export type LimitChanged = { readonly requestId: string | null; readonly readyAt: Date | null };
type Deps = Pick<Core, 'ids' | 'clock'>;

async function holdPlayer(tx: Tx, accountId: string, at: Date): Promise<void> {
  if (!(await lockedStanding(tx, accountId, at))) throw new Error(`account ${accountId} is no player's`);
  await tx
    .select({ id: balance.accountId })
    .from(balance)
    .where(and(eq(balance.accountId, accountId), eq(balance.code, CODES['player-cash'])))
    .for('update');
}

const same = (accountId: string, { kind, period }: LimitName) =>
  and(eq(playLimit.accountId, accountId), eq(playLimit.kind, kind), eq(playLimit.period, period));

async function heldAmount(tx: Tx, accountId: string, name: LimitName): Promise<bigint | null> {
  const [row] = await tx.select().from(playLimit).where(same(accountId, name));
  return row?.amountCents ?? null;
}

const withdrawWaiting = (tx: Tx, accountId: string, { kind, period }: LimitName, at: Date) =>
  tx
    .update(playLimitRequest)
    .set({ state: 'withdrawn', endedAt: at })
    .where(
      and(
        eq(playLimitRequest.accountId, accountId),
        eq(playLimitRequest.kind, kind),
        eq(playLimitRequest.period, period),
        eq(playLimitRequest.state, 'waiting'),
      ),
    );

type Apply = LimitName & {
  readonly accountId: string;
  readonly before: bigint | null;
  readonly after: bigint | null;
  readonly requestId: string | null;
  readonly actor: string;
};

async function apply(deps: Deps, tx: Tx, at: Date, { accountId, kind, period, before, after, requestId, actor }: Apply): Promise<void> {
  const set = { amountCents: after, requestId, since: at };
  await tx
    .insert(playLimit)
    .values({ accountId, kind, period, ...set })
    .onConflictDoUpdate({ target: [playLimit.accountId, playLimit.kind, playLimit.period], set });
  const id = deps.ids.next();
  await tx.insert(playLimitChange).values({ id, accountId, kind, period, beforeCents: before, afterCents: after, at });
  await addAudit(tx, deps.ids, at, {
    actor,
    action: 'play-limit.changed',
    subject: wireId('account', accountId),
    before: { kind, period, amountCents: before },
    after: { kind, period, amountCents: after },
  });
  if (after !== null)
    await queueMessages(deps, tx, at, [
      {
        accountId,
        kind: 'limit-changed',
        cause: `limit:${id}`,
        facts: { limit: kind, amountCents: String(after), from: at.toISOString() },
      },
    ]);
}

export async function changeLimit(
  deps: Deps,
  tx: Tx,
  accountId: string,
  { amountCents, actor, ...name }: LimitName & { readonly amountCents: bigint | null; readonly actor: string },
): Promise<Outcome<LimitChanged>> {
  const at = deps.clock.now();
  await holdPlayer(tx, accountId, at);
  const before = await heldAmount(tx, accountId, name);
  const wish = wishOf(before, amountCents);
  await withdrawWaiting(tx, accountId, name, at);
  if (wish === 'same') return ok({ requestId: null, readyAt: null });
  if (wish === 'lower') {
    await apply(deps, tx, at, { ...name, accountId, before, after: amountCents, requestId: null, actor });
    return ok({ requestId: null, readyAt: null });
  }
  const id = deps.ids.next();
  const readyAt = new Date(at.getTime() + RAISE_WAITS_MS);
  await tx.insert(playLimitRequest).values({ id, accountId, ...name, amountCents, askedAt: at, readyAt });
  const after = { ...name, amountCents, readyAt };
  await addAudit(tx, deps.ids, at, { actor, action: 'play-limit.raise-asked', subject: wireId('account', accountId), after });
  return ok({ requestId: id, readyAt });
}

/** The second yes to a raise, a day later. */
export async function confirmRaise(
  deps: Deps,
  tx: Tx,
  accountId: string,
  requestId: string,
  actor: string,
): Promise<Outcome<LimitChanged, 'not_found' | 'limit_waits'>> {
  const at = deps.clock.now();
  await holdPlayer(tx, accountId, at);
  const [wanted] = await tx
    .select()
    .from(playLimitRequest)
    .where(and(eq(playLimitRequest.id, requestId), eq(playLimitRequest.accountId, accountId), eq(playLimitRequest.state, 'waiting')));
  if (!wanted) return refuse('not_found');
  if (at < wanted.readyAt) return refuse('limit_waits', { facts: { readyAt: wanted.readyAt.toISOString() } });
  await tx.update(playLimitRequest).set({ state: 'confirmed', endedAt: at }).where(eq(playLimitRequest.id, requestId));
  const { kind, period, amountCents } = wanted;
  const before = await heldAmount(tx, accountId, { kind, period });
  await apply(deps, tx, at, { kind, period, accountId, before, after: amountCents, requestId, actor });
  return ok({ requestId, readyAt: null });
}

export async function withdrawRaise(
  { clock }: Pick<Core, 'clock'>,
  tx: Tx,
  accountId: string,
  requestId: string,
): Promise<Outcome<null, 'not_found'>> {
  const ended = await tx
    .update(playLimitRequest)
    .set({ state: 'withdrawn', endedAt: clock.now() })
    .where(and(eq(playLimitRequest.id, requestId), eq(playLimitRequest.accountId, accountId), eq(playLimitRequest.state, 'waiting')))
    .returning({ id: playLimitRequest.id });
  return ended.length === 1 ? ok(null) : refuse('not_found');
}
