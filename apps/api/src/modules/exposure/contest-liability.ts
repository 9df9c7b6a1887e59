/**
 * What an open draw or pool may cost beyond what it takes in: the worst case of its fixed prizes and the chance that they exceed the fund for
 * draws, the guaranteed amount for pools. From the stakes as they stand; informs, and stops a draw where a limit is set.
 */

import { fundShortfallChance, type GameDefinition, maximumLiability, parseGameDefinition } from '@valira/games';
import { type Cents, cents, compareRational, rational, shareOf, toDecimal } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { poolFromJson } from '@valira/pool';
import { sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { type Contest, findContests } from '../contests/index.ts';
import { limitsAt } from './exposure-limits.ts';
import { stopSales } from './stop-sales.ts';

export type Liability = {
  readonly contest: Contest;
  readonly stakeCents: Cents;
  readonly units: bigint;
  readonly fundCents: Cents | null;
  readonly worstCaseCents: Cents;
  /** Chance that fixed prizes exceed the fund; null where nobody can say. */
  readonly shortfall: ReturnType<typeof fundShortfallChance> | null;
};

function ofDraw(contest: Contest, game: GameDefinition, stakeCents: Cents): Liability {
  const units = stakeCents / game.unitPriceCents;
  const independent = game.family === 'matrix' || game.family === 'keno' || game.family === 'digits';
  return {
    contest,
    stakeCents,
    units,
    fundCents: shareOf(stakeCents, game.prizes.fund.share, 'down'),
    worstCaseCents: maximumLiability(game, units),
    shortfall: independent && units > 0n ? (fundShortfallChance(game, units) ?? null) : null,
  };
}

export async function openLiabilities({ db }: Pick<Core, 'db'>): Promise<Liability[]> {
  const rows = await db.execute<{ id: string; stake: string }>(sql`
    SELECT c.id, coalesce(sum(e.stake_cents), 0)::text AS stake FROM contest c LEFT JOIN entry e ON e.contest_id = c.id
      AND NOT EXISTS (SELECT 1 FROM ticket_cancellation x WHERE x.account_id = e.account_id AND x.ticket_id = e.ticket_id)
    WHERE c.state = 'open' GROUP BY c.id, c.closes_at ORDER BY c.closes_at LIMIT 200`);
  const contests = new Map(
    (
      await findContests(
        db,
        rows.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  return rows.flatMap(({ id, stake }) => {
    const contest = contests.get(id);
    if (!contest) return [];
    const stakeCents = cents(BigInt(stake));
    if (contest.kind === 'draw') return [ofDraw(contest, expectOk(parseGameDefinition(contest.definition)), stakeCents)];
    const guaranteed = expectOk(poolFromJson(contest.frozen)).definition.guarantee;
    return [{ contest, stakeCents, units: 0n, fundCents: null, worstCaseCents: guaranteed?.fundCents ?? cents(0n), shortfall: null }];
  });
}

/** Stops draws whose fixed prizes exceed the fund with more than the allowed chance, where a limit is set. Answers how many. */
export async function watchShortfall(core: Core): Promise<number> {
  const { shortfallPpm, shortfallFromUnits } = await limitsAt(core.db, core.clock.now());
  if (shortfallPpm === null) return 0;
  const allowed = rational(BigInt(shortfallPpm), 1_000_000n);
  let stopped = 0;
  for (const { contest, units, shortfall } of await openLiabilities(core)) {
    if (!shortfall || units < shortfallFromUnits || compareRational(shortfall.chance, allowed) <= 0) continue;
    const made = await core.inTransaction((tx) =>
      stopSales(tx, core, 'system', {
        where: { scope: 'contest', contestId: contest.id },
        rule: 'fund-shortfall',
        occasion: 'shortfall',
        reason: `Fixed prizes exceed the fund with a chance of ${toDecimal(shortfall.chance, 6)}`,
        facts: { units, chance: toDecimal(shortfall.chance, 6), allowedPpm: shortfallPpm },
      }),
    );
    if (made) stopped += 1;
  }
  return stopped;
}
