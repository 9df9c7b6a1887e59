/**
 * Two draws of one night with the same numbers are more often a slip of the hand than chance (incident R15: the numbers of the add-on draw
 * typed as those of the main draw). The certification of a typed or imported result waits until the second person names the other draw.
 */
import type { Tx } from '@valira/db';
import { contestResult, contest as contestTable } from '@valira/db/schema';
import { and, eq, gte, lt, ne, sql } from 'drizzle-orm';
import { businessDayOf } from '../../platform/business-day.ts';
import type { Contest } from '../contests/index.ts';

/** Fewer numbers come together by chance every other week: two stars of twelve are one pair of 66. */
const LEAST_NUMBERS = 4;

/** The numbers of each panel that has enough of them, ascending, whatever its name: what two games of different make can share. */
export function numberSets(result: unknown): string[] {
  const { panels = {} } = (result ?? {}) as { panels?: Record<string, unknown> };
  return Object.values(panels).flatMap((numbers) =>
    Array.isArray(numbers) && numbers.length >= LEAST_NUMBERS
      ? [
          [...numbers]
            .map(Number)
            .sort((a, b) => a - b)
            .join('-'),
        ]
      : [],
  );
}

/** Another draw of the same business day whose present result has a set of numbers of this one; null when there is none. */
export async function drawWithSameNumbers(tx: Tx, contest: Contest, result: unknown): Promise<string | null> {
  const sets = new Set(numberSets(result));
  if (contest.kind !== 'draw' || sets.size === 0) return null;
  const { start, end } = businessDayOf(contest.drawsAt);
  const others = await tx
    .select({ id: contestTable.id, result: contestResult.result })
    .from(contestTable)
    .innerJoin(
      contestResult,
      and(eq(contestResult.contestId, contestTable.id), eq(contestResult.version, sql`${contestTable.resultVersion}`)),
    )
    .where(
      and(eq(contestTable.kind, 'draw'), ne(contestTable.id, contest.id), gte(contestTable.drawsAt, start), lt(contestTable.drawsAt, end)),
    )
    .orderBy(contestTable.id);
  return others.find((other) => numberSets(other.result).some((set) => sets.has(set)))?.id ?? null;
}
