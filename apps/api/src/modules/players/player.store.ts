/** Players as rows: their facts under a lock, and each change with its place in the history and in the audit chain. */
import type { Db, Tx } from '@valira/db';
import { balance, player, playerPerson, playerTransition } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, desc, eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { wireId } from '../../platform/ids.ts';
import { addAudit } from '../../platform/outbox.ts';
import { CODES } from '../ledger/index.ts';
import { change, type PlayerFacts, type PlayerStanding, standingOf, type Transition, type TransitionRefusal } from './player-state.ts';

const factsOf = (row: typeof player.$inferSelect): PlayerFacts => ({
  verifiedAt: row.verifiedAt,
  suspendedAt: row.suspendedAt,
  pausedUntil: row.pausedUntil,
  excludedAt: row.excludedAt,
  excludedUntil: row.excludedUntil,
  barredAt: row.barredAt,
  closedAt: row.closedAt,
});

/** Null when the account is no player's. */
export async function playerStanding(db: Db | Tx, accountId: string, now: Date): Promise<PlayerStanding | null> {
  const [row] = await db.select().from(player).where(eq(player.accountId, accountId));
  return row ? standingOf(factsOf(row), now) : null;
}

/** As `playerStanding`, and it stays so until the transaction ends. Taken before balance rows. */
export async function lockedStanding(tx: Tx, accountId: string, now: Date): Promise<PlayerStanding | null> {
  const [row] = await tx.select().from(player).where(eq(player.accountId, accountId)).for('update');
  return row ? standingOf(factsOf(row), now) : null;
}

function untilOf(transition: Transition, { pausedUntil, excludedUntil }: PlayerFacts): Date | null {
  if (transition.kind === 'pause') return pausedUntil;
  return transition.kind === 'exclude' ? excludedUntil : null;
}

type Recorded = {
  readonly accountId: string;
  readonly transition: 'register' | Transition['kind'];
  readonly until: Date | null;
  readonly actor: string;
  readonly reason: string;
};

export async function recordTransition(
  { ids }: Pick<Core, 'ids'>,
  tx: Tx,
  at: Date,
  { accountId, transition, until, actor, reason }: Recorded,
  before: PlayerStanding | null,
  after: PlayerStanding,
): Promise<void> {
  const [last] = await tx
    .select({ n: playerTransition.n })
    .from(playerTransition)
    .where(eq(playerTransition.accountId, accountId))
    .orderBy(desc(playerTransition.n))
    .limit(1);
  await tx
    .insert(playerTransition)
    .values({ accountId, n: (last?.n ?? 0) + 1, transition, standing: after.state, until, actor, reason, at });
  await addAudit(tx, ids, at, {
    actor,
    action: `player.${transition}`,
    subject: wireId('account', accountId),
    ...(before && { before: { standing: before.state } }),
    after: { standing: after.state, ...(until && { until }) },
    reason,
  });
}

/** Takes one step in the life of a player. What is so already is answered and not written again. */
export async function changePlayer(
  core: Pick<Core, 'ids' | 'clock'>,
  tx: Tx,
  accountId: string,
  transition: Transition,
  by: { readonly actor: string; readonly reason: string },
): Promise<Outcome<PlayerStanding, TransitionRefusal | 'player_not_found'>> {
  const [row] = await tx.select().from(player).where(eq(player.accountId, accountId)).for('update');
  if (!row) return refuse('player_not_found');
  // As sales do: none is on its way past a standing that has just changed.
  await tx
    .select({ id: balance.accountId })
    .from(balance)
    .where(and(eq(balance.accountId, accountId), eq(balance.code, CODES['player-cash'])))
    .for('update');
  const at = core.clock.now();
  const facts = factsOf(row);
  const changed = change(facts, transition, at);
  if (!changed.ok) return changed;
  const after = standingOf(changed.value, at);
  if (Object.entries(changed.value).every(([name, value]) => facts[name as keyof PlayerFacts]?.getTime() === value?.getTime()))
    return ok(after);
  await tx
    .update(player)
    .set({ ...changed.value, changedAt: at })
    .where(eq(player.accountId, accountId));
  // Who has closed an account may open another one.
  if (transition.kind === 'close') await tx.update(playerPerson).set({ open: false }).where(eq(playerPerson.accountId, accountId));
  const recorded = { accountId, transition: transition.kind, until: untilOf(transition, changed.value), ...by };
  await recordTransition(core, tx, at, recorded, standingOf(facts, at), after);
  return ok(after);
}
