/**
 * Whether a stopped draw may be drawn once more, and by which round.
 *
 * Both secrets are open by then: whoever knows them could choose between numbers. So only a round of the chain that was announced decides, due
 * after the signed statement has been receipted by the inspector's log. A valid draw has no redraw: the generator must have given the raw output
 * of this draw before. There is one for each draw; when it is stopped too, or its round came too early, the draw may only be made void.
 */
import type { Db, Tx } from '@valira/db';
import { contestStep, drawRedraw, drawReveal, generatorCall } from '@valira/db/schema';
import { type RedrawStatement, type Signed, signStatement, statementHash } from '@valira/games/verifiable';
import { and, asc, desc, eq, lt } from 'drizzle-orm';
import { roundFrom } from '../../platform/beacon.ts';
import type { Core } from '../../platform/core.ts';
import { fromHex, hex, sha256 } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { announcedFallback } from './announced-rounds.ts';

/** What the receipt of the statement gets before its round is due; a minute of it has to be left. */
const ROUND_AFTER_MS = 10 * 60_000;

type RepeatedOutput = Pick<RedrawStatement, 'withdrawnOutputHash' | 'earlier'>;

/** The stopped call of this draw and the earlier one that gave the same; null where it was stopped for another cause. */
async function repeatedOutput(db: Db | Tx, contestId: string): Promise<RepeatedOutput | null> {
  const [stopped] = await db
    .select({ facts: contestStep.facts })
    .from(contestStep)
    .where(and(eq(contestStep.contestId, contestId), eq(contestStep.step, 'generator-stopped')))
    .orderBy(desc(contestStep.seq))
    .limit(1);
  if ((stopped?.facts as { code?: string } | undefined)?.code !== 'generator_output_repeated') return null;
  const [call] = await db
    .select()
    .from(generatorCall)
    .where(and(eq(generatorCall.contestId, contestId), eq(generatorCall.purpose, 'numbers')))
    .orderBy(desc(generatorCall.sequence))
    .limit(1);
  if (!call) throw new Error(`contest ${contestId} was stopped without a call`);
  const [first] = await db
    .select()
    .from(generatorCall)
    .where(and(eq(generatorCall.outputHash, call.outputHash), lt(generatorCall.sequence, call.sequence)))
    .orderBy(asc(generatorCall.sequence))
    .limit(1);
  if (!first) throw new Error(`the output of contest ${contestId} repeats none`);
  return {
    withdrawnOutputHash: hex(call.outputHash),
    earlier: { sequence: Number(first.sequence), drawId: wireId('contest', first.contestId) },
  };
}

/** The order to draw once more; null before there is one. */
export async function redrawOf(
  db: Db | Tx,
  contestId: string,
): Promise<{ readonly statement: Signed<RedrawStatement>; readonly hash: Uint8Array } | null> {
  const [row] = await db.select().from(drawRedraw).where(eq(drawRedraw.contestId, contestId));
  return row ? { statement: row.statement as Signed<RedrawStatement>, hash: row.statementHash } : null;
}

export async function mayRedraw(db: Db | Tx, contestId: string): Promise<boolean> {
  if (!(await announcedFallback(db, contestId)) || (await redrawOf(db, contestId))) return false;
  // Drawn by its secrets: what fell back has no second holder's secret to show that the output is the draw's own.
  const opened = await db.select({ role: drawReveal.role }).from(drawReveal).where(eq(drawReveal.contestId, contestId));
  return opened.length === 2 && (await repeatedOutput(db, contestId)) !== null;
}

/** Signs the statement under the names of the two who decided it. The caller holds the contest's row and has asked `mayRedraw`. */
export async function orderRedraw(
  tx: Tx,
  core: Core,
  contestId: string,
  {
    id,
    reason,
    people: [proposedBy, decidedBy],
  }: { readonly id: string; readonly reason: string; readonly people: readonly [string, string] },
): Promise<RedrawStatement> {
  const at = core.clock.now();
  const announced = await announcedFallback(tx, contestId);
  const repeated = await repeatedOutput(tx, contestId);
  if (!announced || !repeated) throw new Error(`contest ${contestId} may not be drawn again`);
  const body: RedrawStatement = {
    subjectId: wireId('contest', contestId),
    cause: 'generator_output_repeated',
    ...repeated,
    beacon: { ...announced, round: roundFrom(announced, new Date(at.getTime() + ROUND_AFTER_MS)) },
    reason,
    people: { proposedBy, decidedBy },
    decidedAt: at.toISOString(),
  };
  await tx.insert(drawRedraw).values({
    contestId,
    measureId: id,
    statement: toJson(signStatement(sha256, core.keys.signer('seal'), 'redraw', body)),
    statementHash: fromHex(statementHash(sha256, 'redraw', body)),
    at,
  });
  return body;
}
