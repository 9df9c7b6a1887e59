/**
 * The external path: result and totals that another operator counted (international draws, published cards), imported by one person
 * and certified by another.
 *
 * Before anything is stored the totals are settled with the contest's own definition and pass the checks of scale and consistency
 * (incident R09): tiers are known, no winners without sales, what is paid fits into fund, carry and the operator's guarantees.
 */
import type { Db, Tx } from '@valira/db';
import { contestResult, contest as contestTable, seal } from '@valira/db/schema';
import type { Json } from '@valira/games/verifiable';
import { cents } from '@valira/money';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Core } from '../../platform/core.ts';
import { anyJson } from '../../platform/http/wire.ts';
import { toJson } from '../../platform/json.ts';
import {
  type Contest,
  type ContestEngine,
  type ExternalTotals,
  engineCache,
  lockContest,
  moveContest,
  readEntries,
  type SettlementFacts,
} from '../contests/index.ts';
import { settlementFacts } from './settlement-facts.ts';

const engineOf = engineCache();

const centsText = z.string().regex(/^\d{1,18}$/);
export const externalTotalsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('draw'),
    salesCents: centsText,
    /** What the draw before left, by tier, as its operator published it; without it, what our own record of that draw says. */
    carriedInCents: z.record(z.string().min(1).max(40), centsText).optional(),
    winners: z.array(z.strictObject({ tier: z.string().min(1).max(40), count: z.string().regex(/^\d{1,12}$/) })).max(50),
  }),
  z.strictObject({
    kind: z.literal('pool'),
    bets: z
      .array(z.strictObject({ selections: z.record(z.string(), anyJson), stakeCents: centsText }))
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

/** Facts of an imported settlement: the carry that was published with it comes before our own. */
export async function importedFacts(db: Db | Tx, contest: Contest, totals: ExternalTotalsJson): Promise<SettlementFacts | null> {
  if (totals.kind === 'draw' && totals.carriedInCents)
    return { carriedIn: { carriedOutCents: totals.carriedInCents }, number: contest.number };
  return settlementFacts(db, contest);
}

export type ImportRefusal = 'contest_not_found' | 'wrong_state' | 'invalid_result' | 'prizes_out_of_range' | 'previous_not_settled';

/** Whether tickets of ours are sealed in the contest. */
export async function isSoldHere(db: Db | Tx, contestId: string): Promise<boolean> {
  const [sealed] = await db.select({ leaves: seal.leaves }).from(seal).where(eq(seal.contestId, contestId));
  return sealed !== undefined && sealed.leaves > 0n;
}

/** Our own entries against totals that others counted: refused when these leave out what was sold here. */
async function checkShare(core: Core, contest: Contest, result: Json, totals: ExternalTotals, facts: SettlementFacts) {
  const share = engineOf(contest).tallyShare(result, totals, facts);
  if (!share) return null;
  await readEntries(core.sql, contest.id, null, (entry) => {
    if (!entry.cancelled) share.add(entry);
  });
  const settled = share.settle();
  return settled.ok ? null : settled;
}

/** The result in its canonical form. A prize table without numbers is taken only where no ticket of ours is in the draw. */
async function importedResult(
  tx: Tx,
  contest: Contest,
  engine: ContestEngine,
  input: unknown,
): Promise<Outcome<Json | null, 'invalid_result'>> {
  if (input === undefined) {
    return contest.kind === 'draw' && !(await isSoldHere(tx, contest.id)) ? ok(null) : refuse('invalid_result', { path: 'result' });
  }
  const parsed = engine.parseResult(input, contest.resultVersion + 1);
  return parsed.ok ? parsed : refuse('invalid_result', { path: parsed.path, facts: { ...parsed.facts, reason: parsed.code } });
}

/** The tier of which more are said to have won than lines can have been sold, or null. A line wins a tier once for each of its units. */
function moreWinnersThanLines(totals: ExternalTotalsJson, unitPriceCents: bigint): string | null {
  if (totals.kind !== 'draw') return null;
  const lines = BigInt(totals.salesCents) / unitPriceCents;
  return totals.winners.find(({ count }) => BigInt(count) > lines)?.tier ?? null;
}

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
    if (contest.source !== 'external' || !['sealed', 'correcting'].includes(contest.state)) return refuse('wrong_state');
    const engine = engineOf(contest);
    const result = await importedResult(tx, contest, engine, input);
    if (!result.ok) return result;
    const facts = await importedFacts(tx, contest, totals);
    if (!facts) return refuse('previous_not_settled');
    const tooMany = moreWinnersThanLines(totals, engine.figures().unitPriceCents);
    if (tooMany)
      return refuse('prizes_out_of_range', { path: `totals.winners.${tooMany}`, facts: { reason: 'more winners than lines were sold' } });
    const settled = engine.settleExternal(result.value ?? {}, totalsOf(totals), facts);
    if (!settled.ok) return refuse('prizes_out_of_range', { path: settled.path, facts: { ...settled.facts, reason: settled.code } });
    if (result.value !== null && (await isSoldHere(tx, contestId))) {
      const missing = await checkShare(core, contest, result.value, totalsOf(totals), facts);
      if (missing) return refuse('prizes_out_of_range', { path: missing.path, facts: { ...missing.facts, reason: missing.code } });
    }
    const at = core.clock.now();
    const resultVersion = contest.resultVersion + 1;
    await tx.insert(contestResult).values({
      contestId,
      version: resultVersion,
      result: result.value ?? {},
      origin: 'imported',
      enteredBy: [official],
      external: totals,
      at,
    });
    await tx.update(contestTable).set({ resultVersion }).where(eq(contestTable.id, contestId));
    await moveContest(tx, core.ids, at, contest, {
      step: 'result-imported',
      to: 'drawn',
      actors: [official],
      facts: { result: result.value },
    });
    return ok(null);
  });
