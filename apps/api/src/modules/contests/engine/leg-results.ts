/**
 * What an event's official result says to one leg of a pool, and the runners that are out.
 *
 * A race gives its betting order of finish; the sporting order is kept beside it and pays nothing (incident R05). A match gives its score, from
 * which each kind of leg takes its own outcome. Example: 3-1 is `1` in a 1X2 leg, `M-1` in an exact-score leg, over at a line of 2.5 and under
 * at 4.5.
 *
 * In a stored result each leg names the runners that were out (`scratched`): whoever reads the result alone can settle it.
 */
import type { Json } from '@valira/games/verifiable';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { goalBandScores, type LegResult, type Pool, PoolBook } from '@valira/pool';
import { z } from 'zod';
import { toJson } from '../../../platform/json.ts';

/** `leg` counts from 0. */
export type Withdrawn = { readonly leg: number; readonly runner: number };

const runnerNumber = z.int().min(1).max(64);
const order = z.array(z.array(runnerNumber).min(1).max(64)).max(64);

/** The result of one event as two people type it. */
export const eventResultSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('finish'),
    order: order.min(1),
    sportingOrder: order.optional(),
    /** From most to least backed at the close; needed where a withdrawn selection moves to the favourite and no win pool says who that is. */
    favourites: z.array(runnerNumber).max(64).optional(),
  }),
  z.strictObject({ kind: z.literal('score'), home: z.int().min(0).max(99), away: z.int().min(0).max(99) }),
  z.strictObject({ kind: z.literal('outcome'), winners: z.array(runnerNumber).min(1).max(64) }),
  z.strictObject({ kind: z.literal('void') }),
]);

export type EventResult = z.output<typeof eventResultSchema>;
export type EventKind = 'race' | 'match' | 'other';

const MATCH_SIGNS = ['1', 'X', '2'];
const sameLabels = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((label, i) => label === b[i]);

const labelsOf = (pool: Pool, leg: number): string[] => pool.legs[leg]?.runners.map(({ name = '' }) => name) ?? [];

/** Which kind of event can decide a leg of this pool; null where none can. */
export function deciderOf(pool: Pool, leg: number): EventKind | null {
  switch (pool.definition.bet.type) {
    case 'sports': {
      const labels = labelsOf(pool, leg);
      return sameLabels(labels, MATCH_SIGNS) || sameLabels(labels, goalBandScores) ? 'match' : null;
    }
    case 'over-under':
      return pool.legs[leg]?.line === undefined ? null : 'match';
    case 'free':
      return 'other';
    default:
      return 'race';
  }
}

const band = (goals: number): string => (goals > 2 ? 'M' : String(goals));

function scoreOutcome(pool: Pool, leg: number, home: number, away: number): number | null {
  if (pool.definition.bet.type === 'over-under') {
    const line = pool.legs[leg]?.line;
    // A line is a half: no total of goals is equal to it.
    return line === undefined ? null : home + away > Number.parseInt(line, 10) ? 1 : 2;
  }
  const labels = labelsOf(pool, leg);
  const sign = sameLabels(labels, MATCH_SIGNS) ? (home > away ? '1' : home === away ? 'X' : '2') : `${band(home)}-${band(away)}`;
  const at = labels.indexOf(sign);
  return at < 0 ? null : at + 1;
}

/** The leg's result in the engine's form. `favourites`: what the win pool on the event says, for whoever typed none. */
export function legResultOf(
  pool: Pool,
  leg: number,
  result: EventResult,
  favourites: readonly number[],
): Outcome<LegResult, 'result_kind_not_for_leg'> {
  switch (result.kind) {
    case 'finish': {
      const { order: finish, sportingOrder, favourites: typed } = result;
      return ok({ kind: 'finish', order: finish, favourites: typed ?? [...favourites], ...(sportingOrder && { sportingOrder }) });
    }
    case 'score': {
      const outcome = scoreOutcome(pool, leg, result.home, result.away);
      return outcome === null ? refuse('result_kind_not_for_leg', { path: `legs.${leg}` }) : ok({ kind: 'outcome', winners: [outcome] });
    }
    case 'outcome':
      return ok({ kind: 'outcome', winners: result.winners });
    case 'void':
      return ok({ kind: 'void' });
  }
}

/** Legs whose numbers are runners. In a pool on matches they are outcomes, and nobody is withdrawn from them. */
const hasRunners = ({ definition }: Pool): boolean => definition.bet.type !== 'sports' && definition.bet.type !== 'over-under';

/** Of the runners that are out, those on this pool's card: one that was out before the pool was made never stood on it. */
export const onCard = (pool: Pool, scratched: readonly Withdrawn[]): readonly Withdrawn[] =>
  hasRunners(pool) ? scratched.filter(({ leg, runner }) => pool.legs[leg]?.runners.some(({ number }) => number === runner)) : [];

/** Takes runners out of a book that has its bets. The two people stand in the event's own row. */
export function scratchIn(book: PoolBook, scratched: readonly Withdrawn[]): void {
  for (const { leg, runner } of scratched) {
    const out = book.append({ kind: 'scratched', leg, runner, atMs: 0, by: 'proposed', confirmedBy: 'confirmed' });
    if (!out.ok) throw new Error(`runner ${runner} of leg ${leg} cannot be taken out of pool ${book.pool.poolId}: ${out.code}`);
  }
}

/** The runners that are out, as the pool engine asks for them. */
export function scratchedSets(pool: Pool, scratched: readonly Withdrawn[]): PoolBook['scratched'] {
  const book = new PoolBook(pool);
  scratchIn(book, scratched);
  return book.scratched;
}

const storedResult = z.looseObject({ legs: z.array(z.looseObject({ scratched: z.array(runnerNumber).optional() })) });

/** A result with the runners that were out in each leg. */
export const withScratched = (result: { readonly legs: readonly LegResult[] }, scratched: readonly Withdrawn[]): Json =>
  toJson({
    ...result,
    legs: result.legs.map((leg, i) => {
      const out = scratched.filter((one) => one.leg === i).map(({ runner }) => runner);
      return out.length === 0 ? leg : { ...leg, scratched: out };
    }),
  });

/** A stored result taken apart again. */
export function splitScratched(stored: Json): { readonly result: Json; readonly scratched: readonly Withdrawn[] } {
  const parsed = storedResult.safeParse(stored);
  if (!parsed.success) return { result: stored, scratched: [] };
  const scratched = parsed.data.legs.flatMap(({ scratched: out = [] }, leg) => out.map((runner) => ({ leg, runner })));
  const legs = parsed.data.legs.map(({ scratched: _out, ...leg }) => leg);
  return { result: toJson({ ...parsed.data, legs }), scratched };
}
