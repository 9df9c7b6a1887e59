/**
 * A purchase that came after the close is refused and never moved to another draw (incident R13): the next draw of the game that sells is
 * offered, and only a new purchase, with the buyer's yes, is for it.
 */
import type { Db } from '@valira/db';
import { contest, productVersion } from '@valira/db/schema';
import { type Outcome, refuse } from '@valira/outcome';
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { wireId } from '../../platform/ids.ts';

/** The same refusal, with the draw that is offered (`nextContestId` …) among its facts where exactly one draw was asked for and a later one of the same product sells. */
export async function offerNextDraw<Value>(
  db: Db,
  contestIds: readonly string[],
  closed: Outcome<Value> & { ok: false },
): Promise<Outcome<Value>> {
  const [asked] = contestIds;
  if (!asked || contestIds.length > 1) return closed;
  const now = sql`clock_timestamp()`;
  const of = db
    .select({ productId: productVersion.productId, number: contest.number })
    .from(contest)
    .innerJoin(productVersion, eq(productVersion.id, contest.productVersionId))
    .where(and(eq(contest.id, asked), eq(contest.kind, 'draw')))
    .as('asked');
  const [next] = await db
    .select({ id: contest.id, number: contest.number, closesAt: contest.closesAt, drawsAt: contest.drawsAt })
    .from(contest)
    .innerJoin(productVersion, eq(productVersion.id, contest.productVersionId))
    .innerJoin(of, and(eq(of.productId, productVersion.productId), gt(contest.number, of.number)))
    .where(and(eq(contest.state, 'open'), eq(productVersion.state, 'on-sale'), lte(contest.opensAt, now), gt(contest.closesAt, now)))
    .orderBy(asc(contest.number))
    .limit(1);
  if (!next) return closed;
  const { id, number, closesAt, drawsAt } = next;
  return refuse(closed.code, {
    path: closed.path,
    facts: {
      ...closed.facts,
      nextContestId: wireId('contest', id),
      nextNumber: number,
      nextClosesAt: closesAt.toISOString(),
      nextDrawsAt: drawsAt.toISOString(),
    },
  });
}
