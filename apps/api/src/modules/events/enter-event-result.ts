/**
 * The result of an event, typed by two people who do not see each other's entry. It stands when both agree; when they differ both are kept, set
 * aside, and typing starts again. Nothing is typed before bets have stopped and the control system has countersigned every pool on the event.
 */
import type { Tx } from '@valira/db';
import { eventResult, eventResultEntry, resultEntry, sealCountersignature } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { sha256 } from '../../platform/hash.ts';
import { addAudit } from '../../platform/outbox.ts';
import { databaseNow } from '../contests/index.ts';
import { checkEventResult, comparableText, isAlive } from './check-event-result.ts';
import { type EventPool, lockEvent, poolsOn, standingResult, stopOf } from './event.store.ts';

export type EntryRefusal =
  | 'event_not_found'
  | 'event_not_stopped'
  | 'not_countersigned'
  | 'decided_at_pool'
  | 'result_entered'
  | 'invalid_result'
  | 'four_eyes'
  | 'entries_differ';

export type EventEntered = { readonly state: 'awaiting-second-entry' | 'entered'; readonly version: number | null };

const SELLING = new Set(['scheduled', 'open', 'closed']);

/** `locked` is a pool whose seal was refused: it waits for its release and takes the result then. */
async function isEveryPoolSigned(tx: Tx, pools: readonly EventPool[]): Promise<boolean> {
  const alive = pools.filter(isAlive).filter(({ contest }) => contest.state !== 'locked');
  if (alive.some(({ contest }) => SELLING.has(contest.state))) return false;
  const sealed = alive.filter(({ contest }) => contest.state === 'sealed').map(({ contest }) => contest.id);
  if (sealed.length === 0) return true;
  const signed = await tx
    .select({ id: sealCountersignature.contestId })
    .from(sealCountersignature)
    .where(inArray(sealCountersignature.contestId, sealed));
  return signed.length === sealed.length;
}

async function isTypedAtPool(tx: Tx, pools: readonly EventPool[]): Promise<boolean> {
  if (pools.length === 0) return false;
  const typed = await tx
    .select({ id: resultEntry.contestId })
    .from(resultEntry)
    .where(
      inArray(
        resultEntry.contestId,
        pools.map(({ contest }) => contest.id),
      ),
    )
    .limit(1);
  return typed.length > 0;
}

/** Two entries that differ are both kept, so their refusal is answered after the commit, not instead of it. */
export async function enterEventResult(
  core: Core,
  eventId: string,
  official: string,
  input: unknown,
): Promise<Outcome<EventEntered, EntryRefusal>> {
  const entered = await storeEntry(core, eventId, official, input);
  if (!entered.ok) return entered;
  return entered.value === 'differ' ? refuse('entries_differ') : ok(entered.value);
}

const storeEntry = (
  core: Core,
  eventId: string,
  official: string,
  input: unknown,
): Promise<Outcome<EventEntered | 'differ', EntryRefusal>> =>
  core.inTransaction<Outcome<EventEntered | 'differ', EntryRefusal>>(async (tx) => {
    const event = await lockEvent(tx, eventId);
    if (!event) return refuse('event_not_found');
    if (await standingResult(tx, eventId)) return refuse('result_entered');
    if (!(await stopOf(tx, event, await databaseNow(tx)))) return refuse('event_not_stopped');
    const pools = await poolsOn(tx, eventId);
    if (!(await isEveryPoolSigned(tx, pools))) return refuse('not_countersigned');
    if (await isTypedAtPool(tx, pools)) return refuse('decided_at_pool');
    const checked = await checkEventResult(tx, event, pools, input);
    if (!checked.ok) return checked;
    const { result, stored } = checked.value;

    const at = core.clock.now();
    const hash = sha256(Buffer.from(comparableText(result)));
    const entries = await tx
      .select()
      .from(eventResultEntry)
      .where(eq(eventResultEntry.eventId, eventId))
      .orderBy(asc(eventResultEntry.round), asc(eventResultEntry.at));
    const round = Math.floor(entries.length / 2) + 1;
    const first = entries.find((entry) => entry.round === round);
    if (first?.official === official) return refuse('four_eyes');
    await tx.insert(eventResultEntry).values({ eventId, round, official, result: stored, resultHash: hash, at });
    const note = (action: string, actor: string, after: unknown) => addAudit(tx, core.ids, at, { actor, action, subject: eventId, after });
    if (!first) {
      await note('event.result-entered', official, { round });
      return ok({ state: 'awaiting-second-entry', version: null });
    }
    if (!Buffer.from(first.resultHash).equals(hash)) {
      await note('event.entries-differed', `${first.official},${official}`, { round });
      return ok('differ');
    }
    const [last] = await tx
      .select({ version: sql<number>`coalesce(max(${eventResult.version}), 0)` })
      .from(eventResult)
      .where(eq(eventResult.eventId, eventId));
    const version = Number(last?.version ?? 0) + 1;
    await tx.insert(eventResult).values({ eventId, version, result: stored, enteredBy: [first.official, official], at });
    await note('event.result-stands', `${first.official},${official}`, { version, result: stored });
    return ok({ state: 'entered', version });
  });
