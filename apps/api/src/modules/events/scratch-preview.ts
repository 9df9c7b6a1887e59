/**
 * What taking a runner out touches: per pool the stakes, tickets, players and shops that name it, and what goes back under the pool's own rule.
 *
 * Example: 20,000.00 of 50,000.00 on no. 7 of a win pool: 20,000.00 are touched and 20,000.00 go back. In a double whose rule moves a withdrawn
 * selection to the favourite the same tickets are touched and nothing goes back.
 */
import type { Tx } from '@valira/db';
import { account } from '@valira/db/schema';
import { sql } from 'drizzle-orm';
import { engineCache, stakeGroups } from '../contests/index.ts';
import { type EventPool, poolsOn } from './event.store.ts';

const engineOf = engineCache();

/** Cents as text: a preview is kept as it was shown. */
export type PoolTouched = {
  readonly contestId: string;
  readonly slug: string;
  readonly number: number;
  readonly rule: string;
  readonly stakeCents: string;
  readonly tickets: number;
  readonly players: number;
  readonly shops: number;
  readonly refundCents: string;
};

/** Pools in which nothing is settled yet, so that a runner can still go out of them. */
const OPEN_TO_SCRATCH = new Set(['scheduled', 'open', 'closed', 'sealed', 'locked']);

export const isTouchable = ({ contest }: EventPool): boolean => OPEN_TO_SCRATCH.has(contest.state);

async function holdersOf(tx: Tx, contestId: string, lines: readonly Uint8Array[]): Promise<{ players: number; shops: number }> {
  if (lines.length === 0) return { players: 0, shops: 0 };
  const wanted = `{${lines.map((line) => `"\\\\x${Buffer.from(line).toString('hex')}"`).join()}}`;
  const rows = await tx.execute<{ kind: string; holders: number }>(sql`
    SELECT a.kind, count(DISTINCT e.account_id)::int AS holders FROM entry e JOIN ${account} a ON a.id = e.account_id
    WHERE e.contest_id = ${contestId} AND e.lines = ANY (${wanted}::bytea[])
      AND NOT EXISTS (SELECT 1 FROM ticket_cancellation x WHERE x.account_id = e.account_id AND x.ticket_id = e.ticket_id)
    GROUP BY a.kind`);
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.holders ?? 0;
  return { players: of('player'), shops: of('shop') };
}

async function touchedOf(tx: Tx, { contest, leg }: EventPool, runner: number): Promise<PoolTouched | null> {
  const { events } = engineOf(contest);
  if (!events) return null;
  const groups = await stakeGroups(tx, contest.id);
  const { touched, refundCents } = events.scratchEffect(groups, leg, runner);
  const hit = groups.filter((_, i) => touched[i]);
  return {
    contestId: contest.id,
    slug: contest.slug,
    number: contest.number,
    rule: events.pool.definition.scratch,
    stakeCents: String(hit.reduce((total, { stakeCents, count }) => total + stakeCents * BigInt(count), 0n)),
    tickets: hit.reduce((total, { count }) => total + count, 0),
    ...(await holdersOf(
      tx,
      contest.id,
      hit.map(({ lines }) => lines),
    )),
    refundCents: String(refundCents),
  };
}

export async function scratchPreview(tx: Tx, eventId: string, runner: number): Promise<PoolTouched[]> {
  const shown: PoolTouched[] = [];
  for (const pool of (await poolsOn(tx, eventId)).filter(isTouchable)) {
    const touched = await touchedOf(tx, pool, runner);
    if (touched) shown.push(touched);
  }
  return shown.sort((a, b) => (a.contestId < b.contestId ? -1 : 1));
}
