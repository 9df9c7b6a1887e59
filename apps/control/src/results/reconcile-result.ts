/**
 * Winners and money per tier of a result, counted again from this system's own tickets with its own code, and signed.
 *
 * Only leaves of the countersigned seal count: the root is computed again on the way, so that a ticket without its record, or a
 * copy that was tampered with, cannot win. A result that differs locks the contest; the same result may be paid all the same
 * only when two people have released it, and the statement then says who and why beside `agrees: false`.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { z } from 'zod';
import { holdContest } from '../contests/contest-lock.ts';
import { type FindingKind, openFindings, recordFindings } from '../contests/findings.ts';
import type { ControlDeps } from '../deps.ts';
import { linesOf, stakeOf } from '../seals/own-leaves.ts';
import { ownTotals } from '../seals/own-totals.ts';
import type { Tx } from '../sql.ts';
import { canonicalText } from '../statements/canonical-text.ts';
import { hex, sha256 } from '../statements/digest.ts';
import { type Signed, sign } from '../statements/signed-statement.ts';
import { centsText, document, tierText, uuid } from '../wire-shapes.ts';
import { compareTiers, type Difference, type OwnTier } from './compare-tiers.ts';
import { countFor } from './count-for.ts';
import { isMinusPool } from './minus-pool.ts';

const wholeText = z.string().regex(/^(0|[1-9]\d{0,17})$/);

export const resultShape = z.strictObject({
  contestId: uuid,
  resultVersion: z.int().min(1).max(1_000_000),
  result: document,
  tiers: z
    .array(
      z.strictObject({
        tier: tierText,
        winners: wholeText,
        shareCents: centsText,
        totalCents: z.string().regex(/^(0|[1-9]\d{0,29})$/),
      }),
    )
    .max(1_000),
  stakeCents: centsText,
});

export type ResultRequest = z.infer<typeof resultShape>;

export type Disagreement =
  | Extract<FindingKind, 'result_mismatch' | 'not_supported' | 'own_copy_changed'>
  | 'result_malformed'
  | 'lines_malformed'
  | 'locked';

export type Reconciliation = {
  readonly contestId: string;
  readonly resultVersion: number;
  readonly agrees: boolean;
  /** Why it does not agree; null when it does. */
  readonly reason: Disagreement | null;
  /** Cents of sold tickets in the countersigned seal. */
  readonly stakeCents: string;
  readonly own: readonly OwnTier[];
  readonly differences: readonly Difference[];
  readonly firstDifference: Difference | null;
  /** Two people who released this very disagreement. */
  readonly released: { readonly actors: readonly string[]; readonly reason: string; readonly at: string } | null;
  readonly at: string;
};

type Counted = Pick<Reconciliation, 'reason' | 'stakeCents' | 'own' | 'differences'>;

type SealedContest = {
  readonly kind: 'draw' | 'pool';
  readonly definition: unknown;
  readonly root: Buffer;
  /** What came late and was released counts up to the instant of the countersignature. */
  readonly quarantinedUntil: Date | null;
};

export async function reconcileResult(
  { sql, keys, now }: ControlDeps,
  request: ResultRequest,
): Promise<Outcome<Signed<Reconciliation>, 'contest_not_countersigned'>> {
  const { contestId, resultVersion } = request;
  const requestHash = sha256(Buffer.from(canonicalText(request)));
  return sql.begin(async (tx) => {
    await holdContest(tx, contestId);
    const [contest] = await tx<SealedContest[]>`
      SELECT c.kind, c.definition, s.root, CASE WHEN s.with_quarantined THEN s.at END AS "quarantinedUntil"
      FROM countersigned_seal s JOIN contest c ON c.id = s.contest_id WHERE s.contest_id = ${contestId}`;
    if (!contest) return refuse('contest_not_countersigned');
    const counted = await count(tx, contest, request);
    if (counted.reason !== null) {
      const kind = counted.reason === 'not_supported' || counted.reason === 'own_copy_changed' ? counted.reason : 'result_mismatch';
      const facts = { resultVersion, reason: counted.reason, ...firstOf(counted) };
      await recordFindings(tx, [{ kind, contestId, key: hex(requestHash), facts }], now());
    }
    const open = await openFindings(tx, contestId);
    const reason = counted.reason ?? (open.length > 0 ? 'locked' : null);
    const released = counted.reason !== null && open.length === 0 ? await releaseOf(tx, contestId, hex(requestHash)) : null;
    const at = now();
    const statement = sign(keys.control, 'reconciliation', {
      contestId,
      resultVersion,
      agrees: reason === null,
      reason,
      stakeCents: counted.stakeCents,
      own: counted.own,
      differences: counted.differences,
      firstDifference: counted.differences[0] ?? null,
      released,
      at: at.toISOString(),
    });
    await tx`
      INSERT INTO reconciliation (contest_id, result_version, attempt, request_hash, agrees, statement, at)
      SELECT ${contestId}, ${resultVersion}, coalesce(max(attempt), 0) + 1, ${requestHash}, ${reason === null}, ${tx.json(statement)}, ${at}
      FROM reconciliation WHERE contest_id = ${contestId} AND result_version = ${resultVersion}`;
    return ok(statement);
  });
}

const firstOf = ({ differences: [first] }: Counted) => ({
  tier: first?.tier ?? null,
  field: first?.field ?? null,
  stated: first?.stated ?? null,
  own: first?.own ?? null,
});

async function count(tx: Tx, contest: SealedContest, { contestId, result, tiers, stakeCents }: ResultRequest): Promise<Counted> {
  const counter = countFor(contest.kind, contest.definition, result);
  let unreadable = 0;
  const totals = await ownTotals(tx, contestId, contest.quarantinedUntil, ({ entry, cancelled }) => {
    if (counter.ok && !cancelled && !counter.value.add(linesOf(entry), stakeOf(entry))) unreadable += 1;
  });
  const nothing = { stakeCents: totals.stakeCents, own: [], differences: [] };
  if (totals.root !== hex(contest.root)) return { ...nothing, reason: 'own_copy_changed' };
  if (!counter.ok) return { ...nothing, reason: counter.code };
  if (unreadable > 0) return { ...nothing, reason: 'lines_malformed' };
  // What a pool pays when nobody holds the winner follows from its cascade, which this system has no code for.
  const winners = [...counter.value.winners().values()];
  const somethingPaid = tiers.some((row) => row.winners !== '0');
  if (contest.kind === 'pool' && somethingPaid && winners.every((shares) => shares === 0n)) return { ...nothing, reason: 'not_supported' };
  const compared = compareTiers(tiers, counter.value);
  const goesBack = contest.kind === 'pool' && tiers.length === 0 && isMinusPool(contest.definition, BigInt(totals.stakeCents), winners);
  const { own } = compared;
  const differences = goesBack ? [] : compared.differences;
  const all: Difference[] =
    stakeCents === totals.stakeCents
      ? [...differences]
      : [{ tier: '', field: 'stakeCents', stated: stakeCents, own: totals.stakeCents }, ...differences];
  return { stakeCents: totals.stakeCents, own, differences: all, reason: all.length > 0 ? 'result_mismatch' : null };
}

async function releaseOf(tx: Tx, contestId: string, key: string): Promise<Reconciliation['released']> {
  const [row] = await tx<{ actors: string[]; reason: string; at: Date }[]>`
    SELECT r.actors, r.reason, r.at FROM finding f JOIN release r ON r.finding_id = f.id
    WHERE f.contest_id = ${contestId} AND f.key = ${key} ORDER BY r.at DESC LIMIT 1`;
  return row ? { actors: row.actors, reason: row.reason, at: row.at.toISOString() } : null;
}
