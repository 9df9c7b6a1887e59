/** The baseline: each ticket read by its own query through the ORM, graded, and its prize written by its own statement. */
import { openDatabase } from '@valira/db';
import { entry, prize } from '@valira/db/schema';
import type { TierRow } from '@valira/games/verifiable';
import { expectOk } from '@valira/outcome';
import { and, asc, eq } from 'drizzle-orm';
import { drawEngine } from '../../apps/api/src/modules/contests/engine/draw-engine.ts';
import { cims645, parseGameDefinition } from '../../packages/games/src/index.ts';
import { cents } from '../../packages/money/src/index.ts';

/** Milliseconds for `tickets` tickets of the draw. Prizes go under a result version that nobody reads. */
export async function settleRowByRow(
  databaseUrl: string,
  contestId: string,
  result: Parameters<ReturnType<typeof drawEngine>['graderOf']>[0],
  tiers: readonly TierRow[],
  tickets: number,
): Promise<number> {
  const { db, close } = openDatabase(databaseUrl, { name: 'row-by-row', connections: 1 });
  const grader = drawEngine(expectOk(parseGameDefinition(cims645))).graderOf(result, tiers);
  if (!grader) throw new Error('a draw is graded from its table');
  const ids = await db
    .select({ ticketId: entry.ticketId })
    .from(entry)
    .where(eq(entry.contestId, contestId))
    .orderBy(asc(entry.ticketId))
    .limit(tickets);
  const from = performance.now();
  for (const { ticketId } of ids) {
    const [sold] = await db
      .select()
      .from(entry)
      .where(and(eq(entry.contestId, contestId), eq(entry.ticketId, ticketId)));
    if (!sold) throw new Error(`ticket ${ticketId} is gone`);
    const { prizeCents, shares } = grader.grade(sold.lines, cents(sold.stakeCents));
    if (prizeCents === 0n) continue;
    const { accountId } = sold;
    const at = new Date();
    await db.insert(prize).values({
      id: ticketId,
      contestId,
      ticketId,
      accountId,
      resultVersion: 2,
      chunk: 1,
      kind: 'prize',
      amountCents: prizeCents,
      shares,
      at,
    });
  }
  const ms = performance.now() - from;
  await close();
  return ms;
}
