/**
 * Draws a stopped draw once more, as two people ordered: seed = H(root ‖ hash of the receipted statement ‖ value of the round it names).
 *
 * An official calls it once the round is due; another certifies. Where the statement was receipted less than a minute before its round, somebody
 * could have known the numbers while the order could still be held back: then it draws nothing.
 */
import { receipt, seal } from '@valira/db/schema';
import { type BeaconValue, type Receipt, redrawSeed } from '@valira/games/verifiable';
import { type Outcome, refuse } from '@valira/outcome';
import { and, eq } from 'drizzle-orm';
import { roundDueAt } from '../../platform/beacon.ts';
import type { Core } from '../../platform/core.ts';
import { hex, sha256 } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { lockContest } from '../contests/index.ts';
import { isAfterReceipt, valueOfRound } from './beacon-round.ts';
import { type Drawn, recordDrawn } from './record-drawn.ts';
import { redrawOf } from './redraw-plan.ts';

export type RedrawRefusal = 'contest_not_found' | 'wrong_state' | 'too_early' | 'redraw_unavailable' | 'generator_stopped';

export const runRedraw = (core: Core, contestId: string, officialId: string, beacon: BeaconValue): Promise<Outcome<Drawn, RedrawRefusal>> =>
  core.inTransaction<Outcome<Drawn, RedrawRefusal>>(async (tx) => {
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
    if (!isAfterReceipt(plan, receipted.receipt as Receipt)) return refuse('redraw_unavailable');
    const at = core.clock.now();
    if (at < dueAt) return refuse('too_early');
    const value = valueOfRound(plan, beacon);
    if (!value) return refuse('redraw_unavailable');

    const seed = redrawSeed(sha256, sealed.root, order.hash, value);
    return recordDrawn(tx, core, contest, {
      seed,
      at,
      official: officialId,
      withdrawnCalls: 1,
      shown: { redraw: { statement: order.statement, round: { ...beacon, value: hex(value) } } },
      facts: { redraw: { round: beacon.round, dueAt } },
    });
  });
