/**
 * From a seed to a drawn contest, however the seed came about: numbers, logged generator call, result and step, in the caller's transaction.
 *
 * Where the generator repeated itself the call stays logged, nothing is drawn, and the contest waits for two people (incident R12).
 */
import type { Tx } from '@valira/db';
import { contestResult, contest as contestTable } from '@valira/db/schema';
import { drawNumbers } from '@valira/games/verifiable';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { hex, hmacSha256, sha256 } from '../../platform/hash.ts';
import { wireId } from '../../platform/ids.ts';
import { type Contest, engineCache, moveContest } from '../contests/index.ts';
import { mappingOf } from './announce-draw.ts';
import { logCall } from './generator-log.ts';

const engineOf = engineCache();

export type Drawn = { readonly result: unknown };

/** `official` called the draw at `at`; `shown` is what the result is published with and `facts` what the step tells, beyond the result itself. */
type Draw = {
  readonly seed: Uint8Array;
  readonly at: Date;
  readonly official: string;
  readonly shown?: Record<string, unknown>;
  readonly facts?: Record<string, unknown>;
  /** Earlier calls for the numbers that do not stand: two people decided so. */
  readonly withdrawnCalls?: number;
};

export async function recordDrawn(tx: Tx, core: Core, contest: Contest, draw: Draw): Promise<Outcome<Drawn, 'generator_stopped'>> {
  const { at, official } = draw;
  const output = drawNumbers({ sha256, hmacSha256 }, draw.seed, wireId('contest', contest.id), mappingOf(contest));
  const logged = await logCall(tx, at, 'numbers', contest.id, output.rawOutputHash, draw.withdrawnCalls);
  if (!logged.verdict.ok) {
    await moveContest(tx, core.ids, at, contest, {
      step: 'generator-stopped',
      // A draw that had been stopped before is locked already.
      ...(contest.state === 'locked' ? {} : { to: 'locked' }),
      actors: [official],
      facts: { code: logged.verdict.code },
    });
    return refuse('generator_stopped');
  }
  const result = engineOf(contest).resultOfPanels(output.panels);
  await tx.insert(contestResult).values({
    contestId: contest.id,
    version: 1,
    result: { ...Object(result) },
    origin: 'rng',
    enteredBy: [official],
    external: { panels: output.panels, rawOutputHash: hex(output.rawOutputHash), ...draw.shown },
    at,
  });
  await tx.update(contestTable).set({ resultVersion: 1 }).where(eq(contestTable.id, contest.id));
  await moveContest(tx, core.ids, at, contest, { step: 'drawn', to: 'drawn', actors: [official], facts: { result, ...draw.facts } });
  return ok({ result });
}
