/**
 * Whether a settled draw has more winners in a tier than chance can explain: then sales of the product stop (incident R25).
 *
 * The same line wins together however many tickets hold it, so each distinct entry counts once; a system counts as all its lines at stake and
 * as one winner, so the chance is, if anything, overstated. A tier's chance is the largest any bet of the game gives. Limit 10⁻⁸ by default: with five tiers and a
 * draw a day, a false alarm once in fifty thousand years.
 */
import { contestResult, prizeTable, winReview } from '@valira/db/schema';
import {
  chanceOfAtLeast,
  decodeLines,
  encodeLines,
  type GameDefinition,
  lineCount,
  type PartPlay,
  parseGameDefinition,
  tierOdds,
} from '@valira/games';
import type { TierRow } from '@valira/games/verifiable';
import { compareRational, type Rational, rational, toDecimal } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { and, eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { toJson } from '../../platform/json.ts';
import { type Contest, engineCache, findContest } from '../contests/index.ts';
import { limitsAt } from './exposure-limits.ts';
import { stopSales } from './stop-sales.ts';

const engineOf = engineCache();

export type TierReview = { readonly tier: string; readonly winners: number; readonly chance: string; readonly improbable: boolean };

/** Settled draws whose winners nobody has looked at, of the last week. */
export async function unreviewedContests({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<string[]> {
  const since = new Date(clock.now().getTime() - 7 * 86_400_000).toISOString();
  const rows = await db.execute<{ id: string }>(sql`
    SELECT p.contest_id AS id FROM prize_table p JOIN contest c ON c.id = p.contest_id AND c.result_version = p.result_version
    WHERE c.kind = 'draw' AND p.at > ${since}::timestamptz
      AND NOT EXISTS (SELECT 1 FROM win_review w WHERE w.contest_id = p.contest_id AND w.result_version = p.result_version)
    ORDER BY p.at LIMIT 100`);
  return rows.map(({ id }) => id);
}

/** Distinct entries that won in each tier, and how many lines all distinct entries play. */
async function countWins(core: Core, contest: Contest, game: GameDefinition, result: unknown, tiers: readonly TierRow[]) {
  // Made when it is needed: a result of another operator may come without numbers where no ticket of ours is in the draw.
  let grader: ReturnType<ReturnType<typeof engineOf>['graderOf']> = null;
  const winners = new Map<string, number>();
  const seen = new Set<string>();
  let lines = 0n;
  const tickets = core.sql<{ lines: Uint8Array }[]>`
    SELECT DISTINCT lines FROM entry e WHERE contest_id = ${contest.id}
      AND NOT EXISTS (SELECT 1 FROM ticket_cancellation x WHERE x.account_id = e.account_id AND x.ticket_id = e.ticket_id)`;
  for await (const page of tickets.cursor(2_000))
    for (const ticket of page) {
      grader ??= engineOf(contest).graderOf(toJson(result), tiers);
      if (!grader) return null;
      const play = expectOk(decodeLines(game, ticket.lines));
      for (const entry of play.entries) {
        const alone = encodeLines(game, { ...play, units: 1, entries: [entry] } as PartPlay);
        const name = Buffer.from(alone).toString('latin1');
        if (seen.has(name)) continue;
        seen.add(name);
        lines += lineCount(game, entry);
        for (const { tier } of grader.grade(alone, game.unitPriceCents).shares) winners.set(tier, (winners.get(tier) ?? 0) + 1);
      }
    }
  return { winners, lines };
}

/** Reviews a contest's winners once; answers the tiers that cannot be chance. */
export async function reviewWins(core: Core, contestId: string): Promise<TierReview[]> {
  const { db } = core;
  const contest = await findContest(db, contestId);
  if (contest?.kind !== 'draw' || contest.resultVersion === 0) return [];
  const version = contest.resultVersion;
  const [result] = await db
    .select()
    .from(contestResult)
    .where(and(eq(contestResult.contestId, contestId), eq(contestResult.version, version)));
  const [table] = await db
    .select()
    .from(prizeTable)
    .where(and(eq(prizeTable.contestId, contestId), eq(prizeTable.resultVersion, version)));
  if (!result || !table) return [];
  const game = expectOk(parseGameDefinition(contest.definition));
  const chances = new Map<string, Rational>();
  for (const { odds } of tierOdds(game))
    for (const { tier, probability } of odds) {
      const known = chances.get(tier);
      if (!known || compareRational(known, probability) < 0) chances.set(tier, probability);
    }
  const at = core.clock.now();
  const { winAlarmExponent } = await limitsAt(db, at);
  const limit = rational(1n, 10n ** BigInt(winAlarmExponent));
  const counted = chances.size === 0 ? null : await countWins(core, contest, game, result.result, table.tiers as TierRow[]);
  const tiers = [...(counted?.winners ?? [])].map(([tier, winners]): TierReview => {
    const chance = chanceOfAtLeast(counted?.lines ?? 0n, chances.get(tier) ?? rational(1n), BigInt(winners));
    return { tier, winners, chance: toDecimal(chance, 15), improbable: compareRational(chance, limit) < 0 };
  });
  const improbable = tiers.filter((one) => one.improbable);
  await core.inTransaction(async (tx) => {
    const facts = toJson({ lines: counted?.lines ?? null, tiers });
    const added = await tx
      .insert(winReview)
      .values({ contestId, resultVersion: version, improbable: improbable.length > 0, facts, at })
      .onConflictDoNothing()
      .returning({ contestId: winReview.contestId });
    if (added.length === 0 || improbable.length === 0) return;
    await stopSales(tx, core, 'system', {
      where: { scope: 'product', productId: contest.productId },
      rule: 'improbable-wins',
      occasion: `${contestId}:${version}`,
      reason: `Draw ${contest.number} has winners that chance does not explain`,
      facts: { contestId, tiers: improbable },
    });
  });
  return improbable;
}
