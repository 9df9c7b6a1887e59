/**
 * Whether a result can be that of an event: its kind, its runners, and what each pool on it says to its leg. A leg is asked alone: what the other
 * legs bring is not known yet, so they stand as void.
 */
import type { Tx } from '@valira/db';
import { runner as runnerTable, scratch } from '@valira/db/schema';
import type { Json } from '@valira/games/verifiable';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import { canonicalText, toJson } from '../../platform/json.ts';
import { type EventKind, type EventResult, engineCache, eventResultSchema, stakeGroups } from '../contests/index.ts';
import type { EventPool, EventRow } from './event.store.ts';

const engineOf = engineCache();

const KINDS: Readonly<Record<EventKind, readonly EventResult['kind'][]>> = {
  race: ['finish', 'void'],
  match: ['score', 'void'],
  other: ['outcome', 'void'],
};

const GONE = new Set(['voiding', 'void']);
export const isAlive = ({ contest }: EventPool): boolean => !GONE.has(contest.state);

const namedIn = (result: EventResult): readonly number[] =>
  result.kind === 'finish' ? result.order.flat() : result.kind === 'outcome' ? result.winners : [];

/** Runners from most to least backed, as the win pool on the event says; empty where there is none. */
export async function favouritesOf(tx: Tx, pools: readonly EventPool[]): Promise<readonly number[]> {
  for (const { contest } of pools.filter(isAlive)) {
    const { events } = engineOf(contest);
    if (events?.pool.definition.bet.type === 'win') return events.favourites(await stakeGroups(tx, contest.id)) ?? [];
  }
  return [];
}

export async function checkEventResult(
  tx: Tx,
  event: Pick<EventRow, 'id' | 'kind'>,
  pools: readonly EventPool[],
  input: unknown,
): Promise<Outcome<{ readonly result: EventResult; readonly stored: Json }, 'invalid_result'>> {
  const parsed = eventResultSchema.safeParse(input);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse('invalid_result', { path: issue?.path.join('.') ?? '', facts: { reason: 'result_unreadable' } });
  }
  const result = parsed.data;
  if (!KINDS[event.kind].includes(result.kind))
    return refuse('invalid_result', { path: 'kind', facts: { reason: 'result_kind_not_for_leg' } });
  const [runners, out] = await Promise.all([
    tx.select().from(runnerTable).where(eq(runnerTable.eventId, event.id)),
    tx.select().from(scratch).where(eq(scratch.eventId, event.id)),
  ]);
  const standing = runners.map(({ number }) => number).filter((number) => !out.some((one) => one.runner === number));
  const named = namedIn(result);
  const stranger = named.find((number) => !standing.includes(number));
  if (stranger !== undefined) return refuse('invalid_result', { facts: { reason: 'runner_did_not_start', runner: stranger } });
  if (new Set(named).size !== named.length) return refuse('invalid_result', { facts: { reason: 'finished_twice' } });

  const favourites = out.length > 0 ? await favouritesOf(tx, pools) : [];
  for (const { contest, leg } of pools.filter(isAlive)) {
    const engine = engineOf(contest);
    if (!engine.events) continue;
    const own = engine.events.legResult(leg, result, favourites);
    const legs = engine.events.pool.legs.map((_, i) => (i === leg && own.ok ? own.value : { kind: 'void' }));
    const taken = own.ok ? engine.parseResult({ legs }, 1) : own;
    if (!taken.ok) return refuse('invalid_result', { path: taken.path, facts: { ...taken.facts, reason: taken.code } });
  }
  return ok({ result, stored: toJson(result) });
}

/** The same for the same result: the order inside a dead heat says nothing. */
export const comparableText = (result: EventResult): string =>
  canonicalText(
    result.kind === 'finish'
      ? { ...result, order: result.order.map((group) => group.toSorted((a, b) => a - b)) }
      : result.kind === 'outcome'
        ? { ...result, winners: result.winners.toSorted((a, b) => a - b) }
        : result,
  );
