/**
 * When a measure is possible. Asked when it is proposed, again when it is approved (the contest may have moved on), and by the draw room,
 * which offers only what would be taken.
 *
 * | measure    | from                                              | not when                                                          |
 * |------------|---------------------------------------------------|-------------------------------------------------------------------|
 * | release    | locked                                            | the generator was stopped: `void_only`                            |
 * | void       | anything before published                         | money of the result was paid: `payment_begun`; a later contest has |
 * |            |                                                   | carried it on: `next_settled`                                     |
 * | correction | drawn … archived, payment lock; not the generator's | a later contest has carried the result's money on: `next_settled` |
 * |            |                                                   | its events decided it and they stand: `decided_by_event`          |
 * | redraw     | locked: the generator repeated itself             | no beacon was announced, or it was ordered before: `redraw_unavailable` |
 * | postponement | scheduled, open | the close has come: `too_late` |
 */
import type { Db, Tx } from '@valira/db';
import { paymentChunk } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq, sql } from 'drizzle-orm';
import { type Contest, type ContestState, engineCache } from '../contests/index.ts';
import { mayRedraw } from '../draws/index.ts';
import { lockOf } from './contest-lock-cause.ts';

export type ContestMeasureKind = 'release' | 'void' | 'correction' | 'postponement' | 'redraw';
export type RuleRefusal =
  | 'wrong_state'
  | 'void_only'
  | 'payment_begun'
  | 'next_settled'
  | 'too_late'
  | 'redraw_unavailable'
  | 'decided_by_event';

const engineOf = engineCache();

const VOIDABLE = new Set<ContestState>([
  'scheduled',
  'open',
  'closed',
  'sealed',
  'drawn',
  'certified',
  'settled',
  'reconciled',
  'locked',
  'correcting',
]);
const CORRECTABLE = new Set<ContestState>(['drawn', 'certified', 'settled', 'published', 'archived']);

async function isAnythingPaid(db: Db | Tx, contestId: string): Promise<boolean> {
  const [paid] = await db.select({ chunk: paymentChunk.chunk }).from(paymentChunk).where(eq(paymentChunk.contestId, contestId)).limit(1);
  return paid !== undefined;
}

/** A later contest of the product has been settled on what this one left. */
async function isCarriedOn(db: Db | Tx, contest: Contest): Promise<boolean> {
  if (!engineOf(contest).carries) return false;
  const [own, later] = await Promise.all([
    db.execute(sql`SELECT 1 FROM prize_table WHERE contest_id = ${contest.id} LIMIT 1`),
    db.execute(sql`
      SELECT 1 FROM contest c JOIN product_version v ON v.id = c.product_version_id JOIN prize_table p ON p.contest_id = c.id
      WHERE v.product_id = ${contest.productId} AND c.number > ${contest.number} AND c.state NOT IN ('void', 'voiding') LIMIT 1`),
  ]);
  return own.length > 0 && later.length > 0;
}

/** A result that came from events is corrected where it came from: an objection that is upheld there withdraws it here. */
async function doEventsStand(db: Db | Tx, { id, resultVersion }: Contest): Promise<boolean> {
  const [row] = await db.execute<{ stand: boolean }>(sql`
    SELECT EXISTS (SELECT 1 FROM contest_result WHERE contest_id = ${id} AND version = ${resultVersion} AND origin = 'events')
      AND NOT EXISTS (
        SELECT 1 FROM contest_leg l JOIN event_result_withdrawal w ON w.event_id = l.event_id
        WHERE l.contest_id = ${id} AND w.version = (SELECT max(r.version) FROM event_result r WHERE r.event_id = l.event_id)) AS stand`);
  return row?.stand ?? false;
}

export async function mayBe(db: Db | Tx, kind: ContestMeasureKind, contest: Contest, now: Date): Promise<Outcome<null, RuleRefusal>> {
  switch (kind) {
    case 'release':
      if (contest.state !== 'locked') return refuse('wrong_state');
      return (await lockOf(db, contest.id)).goesOn === null ? refuse('void_only') : ok(null);
    case 'void':
      if (!VOIDABLE.has(contest.state)) return refuse('wrong_state');
      if (await isAnythingPaid(db, contest.id)) return refuse('payment_begun');
      return (await isCarriedOn(db, contest)) ? refuse('next_settled') : ok(null);
    case 'postponement':
      if (contest.state !== 'scheduled' && contest.state !== 'open') return refuse('wrong_state');
      return now < contest.closesAt ? ok(null) : refuse('too_late');
    case 'redraw':
      if (contest.state !== 'locked') return refuse('wrong_state');
      return (await mayRedraw(db, contest.id)) ? ok(null) : refuse('redraw_unavailable');
    case 'correction': {
      if (contest.source === 'rng') return refuse('wrong_state');
      if (contest.kind === 'pool' && (await doEventsStand(db, contest))) return refuse('decided_by_event');
      const paymentLock = contest.state === 'locked' && (await lockOf(db, contest.id)).cause === 'payment-locked';
      if (!CORRECTABLE.has(contest.state) && !paymentLock) return refuse('wrong_state');
      return (await isCarriedOn(db, contest)) ? refuse('next_settled') : ok(null);
    }
  }
}

/** What the draw room may offer now. */
export async function possibleMeasures(db: Db, contest: Contest, now: Date): Promise<ContestMeasureKind[]> {
  const kinds = ['release', 'void', 'correction', 'postponement', 'redraw'] as const;
  const allowed = await Promise.all(kinds.map((kind) => mayBe(db, kind, contest, now)));
  return kinds.filter((_, i) => allowed[i]?.ok);
}
