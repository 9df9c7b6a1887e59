/**
 * Schedules the draws of a product up to its horizon, with the operator's commitment where the generator draws them.
 *
 * The horizon is so many days ahead, and never fewer draws than one ticket may be for. A draw is one transaction of its own under the
 * product's lock: two workers at once, or one that dies half way, plan each instant of the calendar once and number them in order of time.
 *
 * Example, 6/45 with a draw each Saturday, 35 days and tickets for at most ten draws: ten Saturdays; the horizon alone would have been five.
 */
import { plannedDraw, product, productVersion } from '@valira/db/schema';
import { type GameDefinition, parseGameDefinition } from '@valira/games';
import { expectOk } from '@valira/outcome';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { type DrawOccurrence, drawOccurrences, SYSTEM, scheduleContest } from '../contests/index.ts';
import { commitOperator } from '../draws/index.ts';

const DAY_MS = 86_400_000;
/** More than any game draws in the longest horizon. */
const MOST_AHEAD = 1_000;

/** The instants of the calendar that should exist by now. */
export function drawsAhead(game: GameDefinition, now: Date, horizonDays: number): DrawOccurrence[] {
  const until = new Date(now.getTime() + horizonDays * DAY_MS);
  return drawOccurrences(game, now, MOST_AHEAD).filter(({ drawsAt }, i) => i < game.limits.maxDraws || drawsAt <= until);
}

/** Products on sale whose draws the calendar makes. */
export async function plannedProducts({ db }: Pick<Core, 'db'>): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: product.id })
    .from(product)
    .innerJoin(productVersion, and(eq(productVersion.productId, product.id), eq(productVersion.state, 'on-sale')))
    .where(isNotNull(product.drawSource));
  return rows.map(({ id }) => id);
}

/** Plans the next missing draw; null when none is missing. */
const planNext = (core: Core, productId: string): Promise<string | null> =>
  core.inTransaction(async (tx) => {
    const [owner] = await tx.select().from(product).where(eq(product.id, productId)).for('update');
    if (!owner?.drawSource) return null;
    const [version] = await tx
      .select()
      .from(productVersion)
      .where(and(eq(productVersion.productId, productId), eq(productVersion.state, 'on-sale')))
      .orderBy(desc(productVersion.version))
      .limit(1);
    if (!version) return null;
    const now = core.clock.now();
    const [last] = await tx.execute<{ number: number; at: string | null }>(sql`
      SELECT coalesce(max(c.number), 0)::int AS number,
        to_char(coalesce(max(p.draws_at), max(c.draws_at)) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
      FROM contest c JOIN product_version v ON v.id = c.product_version_id LEFT JOIN planned_draw p ON p.contest_id = c.id
      WHERE v.product_id = ${productId}`);
    const after = last?.at ? new Date(last.at) : null;
    const next = drawsAhead(expectOk(parseGameDefinition(version.definition)), now, owner.horizonDays).find(
      // What closes before it could be announced is not sold any more.
      ({ drawsAt, closesAt }) => (!after || drawsAt > after) && closesAt > now,
    );
    if (!next) return null;
    const within = coreWithin(core, tx);
    const contestId = expectOk(
      await scheduleContest(within, SYSTEM, {
        productVersionId: version.id,
        number: (last?.number ?? 0) + 1,
        source: owner.drawSource,
        ...next,
        event: null,
      }),
    );
    await tx.insert(plannedDraw).values({ productId, drawsAt: next.drawsAt, contestId });
    if (owner.drawSource === 'rng') expectOk(await commitOperator(within, contestId, SYSTEM));
    return contestId;
  });

/** Plans all that is missing and answers the draws it made, in order. */
export async function planDraws(core: Core, productId: string): Promise<string[]> {
  const made: string[] = [];
  for (let i = 0; i < MOST_AHEAD; i += 1) {
    const contestId = await planNext(core, productId);
    if (!contestId) return made;
    made.push(contestId);
  }
  return made;
}
