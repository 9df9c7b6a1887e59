/**
 * Draws a stopped draw once more, as two people ordered: seed = H(root ‖ hash of the receipted statement ‖ value of the round it names).
 *
 * An official calls it once the round is due; another certifies. Where the statement was receipted less than a minute before its round, somebody
 * could have known the numbers while the order could still be held back: then it draws nothing.
 */
import { contestResult, contest as contestTable, receipt, seal } from '@valira/db/schema';
import { type BeaconValue, drawNumbers, type Receipt, redrawSeed } from '@valira/games/verifiable';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import { isSignedRound, roundDueAt } from '../../platform/beacon.ts';
import type { Core } from '../../platform/core.ts';
import { fromHex, hex, hmacSha256, sha256 } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { engineCache, lockContest, moveContest } from '../contests/index.ts';
import { mappingOf } from './announce-draw.ts';
import { logCall } from './generator-log.ts';
import { redrawOf } from './redraw-plan.ts';

const engineOf = engineCache();

const AFTER_RECEIPT_MS = 60_000;

export type RedrawRefusal = 'contest_not_found' | 'wrong_state' | 'too_early' | 'redraw_unavailable' | 'generator_stopped';

export const runRedraw = (
  core: Core,
  contestId: string,
  officialId: string,
  beacon: BeaconValue,
): Promise<Outcome<{ result: unknown }, RedrawRefusal>> =>
  core.inTransaction<Outcome<{ result: unknown }, RedrawRefusal>>(async (tx) => {
    const contest = await lockContest(tx, contestId);
    if (!contest) return refuse('contest_not_found');
    const order = await redrawOf(tx, contestId);
    if (contest.state !== 'locked' || !order) return refuse('wrong_state');
    const reference = wireId('contest', contestId);
    const [sealed] = await tx.select().from(seal).where(eq(seal.contestId, contestId));
    const [receipted] = await tx
      .select()
      .from(receipt)
      .where(and(eq(receipt.subject, 'redraw'), eq(receipt.reference, reference)));
    if (!sealed) throw new Error(`contest ${contestId} was drawn without a seal`);
    if (!receipted) return refuse('too_early');
    const plan = order.statement.body.beacon;
    const dueAt = roundDueAt(plan);
    if (dueAt.getTime() < Date.parse((receipted.receipt as Receipt).body.at) + AFTER_RECEIPT_MS) return refuse('redraw_unavailable');
    const at = core.clock.now();
    if (at < dueAt) return refuse('too_early');
    if (beacon.round !== plan.round || !isSignedRound(plan, beacon.round, beacon.signature)) return refuse('redraw_unavailable');

    const value = sha256(fromHex(beacon.signature));
    const seed = redrawSeed(sha256, sealed.root, order.hash, value);
    const output = drawNumbers({ sha256, hmacSha256 }, seed, reference, mappingOf(contest));
    const logged = await logCall(tx, at, 'numbers', contestId, output.rawOutputHash, 1);
    if (!logged.verdict.ok) {
      await moveContest(tx, core.ids, at, contest, {
        step: 'generator-stopped',
        actors: [officialId],
        facts: { code: logged.verdict.code },
      });
      return refuse('generator_stopped');
    }
    const result = engineOf(contest).resultOfPanels(output.panels);
    await tx.insert(contestResult).values({
      contestId,
      version: 1,
      result: { ...Object(result) },
      origin: 'rng',
      enteredBy: [officialId],
      external: {
        panels: output.panels,
        rawOutputHash: hex(output.rawOutputHash),
        redraw: { statement: order.statement, round: { ...beacon, value: hex(value) } },
      },
      at,
    });
    await tx.update(contestTable).set({ resultVersion: 1 }).where(eq(contestTable.id, contestId));
    await moveContest(tx, core.ids, at, contest, {
      step: 'drawn',
      to: 'drawn',
      actors: [officialId],
      facts: { result, redraw: { round: beacon.round, dueAt } },
    });
    return ok({ result });
  });
