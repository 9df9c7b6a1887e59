/**
 * The external path: result and totals that another operator counted (international draws, published cards), imported by one person
 * and certified by another.
 *
 * Before anything is stored the totals are settled with the contest's own definition and pass the checks of scale and consistency
 * (incident R09): tiers are known, no winners without sales, what is paid fits into fund, carry and the operator's guarantees.
 */
import { contestResult, contest as contestTable } from '@valira/db/schema';
import { cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { toJson } from '../../platform/json.ts';
import { carryOf, type ExternalTotals, engineCache, lockContest, moveContest, previousContest } from '../contests/index.ts';

const engineOf = engineCache();

const centsText = z.string().regex(/^\d{1,18}$/);
export const externalTotalsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('draw'),
    salesCents: centsText,
    winners: z.array(z.strictObject({ tier: z.string().min(1).max(40), count: z.string().regex(/^\d{1,12}$/) })).max(50),
  }),
  z.strictObject({
    kind: z.literal('pool'),
    bets: z
      .array(z.strictObject({ selections: z.record(z.string(), z.json()), stakeCents: centsText }))
      .min(1)
      .max(10_000),
  }),
]);

export type ExternalTotalsJson = z.infer<typeof externalTotalsSchema>;

export const totalsOf = (json: ExternalTotalsJson): ExternalTotals =>
  json.kind === 'draw'
    ? {
        kind: 'draw',
        salesCents: cents(BigInt(json.salesCents)),
        winners: Object.fromEntries(json.winners.map(({ tier, count }) => [tier, BigInt(count)])),
      }
    : {
        kind: 'pool',
        bets: json.bets.map(({ selections, stakeCents }) => ({ selections: toJson(selections), stakeCents: cents(BigInt(stakeCents)) })),
      };

export type ImportRefusal = 'contest_not_found' | 'wrong_state' | 'invalid_result' | 'prizes_out_of_range';

export const importResult = (
  core: Core,
  contestId: string,
  official: string,
  input: unknown,
  totals: ExternalTotalsJson,
): Promise<Outcome<null, ImportRefusal>> =>
  core.inTransaction(async (tx) => {
    const contest = await lockContest(tx, contestId);
    if (!contest) return refuse('contest_not_found');
    if (contest.source !== 'external' || contest.state !== 'sealed') return refuse('wrong_state');
    const engine = engineOf(contest);
    const parsed = engine.parseResult(input, 1);
    if (!parsed.ok) return refuse('invalid_result', { path: parsed.path, facts: { reason: parsed.code, ...parsed.facts } });
    const previous = await previousContest(tx, contest);
    const carriedIn = previous ? await carryOf(tx, previous) : contest.carriedIn;
    if (carriedIn === null) return refuse('wrong_state', { facts: { reason: 'the draw before is not settled' } });
    const settled = engine.settleExternal(parsed.value, totalsOf(totals), { carriedIn: toJson(carriedIn), number: contest.number });
    if (!settled.ok) return refuse('prizes_out_of_range', { path: settled.path, facts: { reason: settled.code, ...settled.facts } });
    const at = core.clock.now();
    await tx
      .insert(contestResult)
      .values({ contestId, version: 1, result: parsed.value, origin: 'imported', enteredBy: [official], external: totals, at });
    await tx.update(contestTable).set({ resultVersion: 1 }).where(eq(contestTable.id, contestId));
    await moveContest(tx, core.ids, at, contest, {
      step: 'result-imported',
      to: 'drawn',
      actors: [official],
      facts: { result: parsed.value },
    });
    return ok(null);
  });
