/**
 * Countersigns a seal when this system's own copy of the sales gives the same root, number, cancelled and stakes; otherwise says
 * what it has itself and where the two copies differ first, and locks the contest.
 *
 * Rule reference: docs/verify.md, section 4. Example: sealed 1,000 tickets and EUR 2,400.00; own copy 1,000 tickets and
 * EUR 2,398.00: refused as `mismatch` with the interval of 256 tickets in which the two euros are.
 *
 * A contest has one countersigned seal. What two people released (a link that came late through no fault) counts when the seal
 * holds it and does not when the seal does not: the seal says what was sold, and the release that its lateness was looked into.
 */
import { type Outcome, ok, type Refusal, refuse } from '@valira/outcome';
import { holdContest } from '../contests/contest-lock.ts';
import { type NewFinding, openFindings, recordFindings } from '../contests/findings.ts';
import type { ControlDeps } from '../deps.ts';
import type { Tx } from '../sql.ts';
import { hex, unhex } from '../statements/digest.ts';
import { isSigned, type Signed, sign, statementHash } from '../statements/signed-statement.ts';
import { contestIdOf } from '../wire-shapes.ts';
import { firstDifference, type Interval } from './first-difference.ts';
import { type OwnTotals, ownTotals, sameTotals, type Totals } from './own-totals.ts';
import type { Countersign, Seal, SealRequest } from './seal-shape.ts';

export type MissingLinks = { readonly intakeId: string; readonly from: string; readonly until: string };

export type SealRefusal =
  | Refusal<'seal_signature_wrong' | 'key_not_trusted' | 'subject_malformed' | 'contest_unknown' | 'seal_of_another_contest'>
  | (Refusal<'links_missing'> & { readonly missing: readonly MissingLinks[] })
  | (Refusal<'mismatch'> & { readonly own: Totals; readonly firstDifference: Interval | null })
  | (Refusal<'second_seal'> & { readonly sealHash: string })
  | (Refusal<'locked'> & { readonly findings: readonly { kind: string; facts: unknown; at: string }[] });

type Answer = { readonly ok: true; readonly value: Signed<Countersign> } | SealRefusal;

type Contest = { kind: string; closesAt: Date; scheduledClosesAt: Date; definitionHash: Buffer };

export async function countersignSeal(deps: ControlDeps, request: SealRequest): Promise<Answer> {
  const { seal } = request;
  const contestId = contestIdOf(seal.body.subjectId);
  if (contestId === null) return refuse('subject_malformed', { path: 'seal.body.subjectId' });
  const believed = await believedSeal(deps, seal);
  if (!believed.ok) return believed;
  const sealHash = statementHash('seal', seal.body);
  return deps.sql.begin(async (tx): Promise<Answer> => {
    await holdContest(tx, contestId);
    const [earlier] = await tx<{ sealHash: Buffer; countersignature: Signed<Countersign> }[]>`
      SELECT seal_hash AS "sealHash", countersignature FROM countersigned_seal WHERE contest_id = ${contestId}`;
    if (earlier) {
      if (earlier.sealHash.equals(sealHash)) return ok(earlier.countersignature);
      await recordFindings(tx, [finding('second_seal', contestId, hex(sealHash), { root: seal.body.root })], deps.now());
      return { ...refuse('second_seal'), sealHash: hex(earlier.sealHash) };
    }
    const [contest] = await tx<Contest[]>`
      SELECT kind, closes_at AS "closesAt", scheduled_closes_at AS "scheduledClosesAt", definition_hash AS "definitionHash"
      FROM contest_close WHERE id = ${contestId}`;
    if (!contest) return refuse('contest_unknown');
    const wrong = wrongField(contest, seal.body);
    if (wrong !== null) return refuse('seal_of_another_contest', { path: `seal.body.${wrong}` });

    const missing = await missingLinks(deps, tx, contestId, request.heads);
    if (missing.length > 0) return { ...refuse('links_missing'), missing };
    await findLate(deps, tx, contestId, contest, seal);
    await findUnannounced(deps, tx, contestId, seal);

    const own = await ownTotals(tx, contestId, null);
    await recordFindings(
      tx,
      own.unmatched.slice(0, 100).map((ticketId) => finding('cancellation_unmatched', contestId, ticketId, { ticketId })),
      deps.now(),
    );
    const locked = await openFindings(tx, contestId);
    const at = deps.now();
    const withQuarantined =
      !sameTotals(own, seal.body) && (await hasReleasedQuarantine(tx, contestId)) ? await ownTotals(tx, contestId, at) : null;
    const counted: OwnTotals = withQuarantined ?? own;
    if (!sameTotals(counted, seal.body)) return mismatch(deps, tx, contestId, request, counted, withQuarantined && at);
    if (locked.length > 0)
      return { ...refuse('locked'), findings: locked.map(({ kind, facts, at }) => ({ kind, facts, at: at.toISOString() })) };
    return ok(await countersign(deps, tx, contestId, seal, withQuarantined !== null, at));
  });
}

const finding = (kind: NewFinding['kind'], contestId: string, key: string, facts: NewFinding['facts']): NewFinding => ({
  kind,
  contestId,
  key,
  facts,
});

async function believedSeal({ trusted }: ControlDeps, seal: Seal): Promise<Outcome<true, 'seal_signature_wrong' | 'key_not_trusted'>> {
  if (!isSigned('seal', seal)) return refuse('seal_signature_wrong', { path: 'seal' });
  const key = await trusted.find('seal', seal.keyId);
  return key !== null && hex(key) === seal.publicKey ? ok(true) : refuse('key_not_trusted', { path: 'seal.keyId' });
}

/** The field in which a seal is not of the contest as it was registered, or null. A pool's close is what its stop-bet was. */
function wrongField(contest: Contest, seal: Seal['body']): 'kind' | 'definitionHash' | 'closesAt' | null {
  if (seal.kind !== contest.kind) return 'kind';
  if (seal.definitionHash !== hex(contest.definitionHash)) return 'definitionHash';
  return seal.kind === 'draw' && seal.closesAt !== contest.closesAt.toISOString() ? 'closesAt' : null;
}

type StatedHead = { intakeId: string; sequence: string; head: string; own: Buffer | null; before: bigint };

/** Links that the heads speak of and this system does not have. Another link at the same place is a fork as well. */
async function missingLinks(deps: ControlDeps, tx: Tx, contestId: string, heads: SealRequest['heads']): Promise<MissingLinks[]> {
  const rows = await tx<StatedHead[]>`
    SELECT h.intake AS "intakeId", h.sequence::text, h.head, l.head AS own,
      coalesce((SELECT max(b.sequence) FROM link b WHERE b.intake_id = h.intake AND b.sequence < h.sequence), 0) AS before
    FROM unnest(${heads.map((one) => one.intakeId)}::uuid[], ${heads.map((one) => one.sequence)}::bigint[], ${heads.map((one) => one.head)}::text[])
        AS h (intake, sequence, head)
      LEFT JOIN link l ON l.intake_id = h.intake AND l.sequence = h.sequence
    WHERE h.sequence > 0 AND l.head IS DISTINCT FROM decode(h.head, 'hex')`;
  const forks = rows.flatMap(({ intakeId, sequence, head, own }) =>
    own === null
      ? []
      : [finding('fork', contestId, `${intakeId}/${sequence}/${head}`, { intakeId, sequence, kept: hex(own), other: head })],
  );
  await recordFindings(tx, forks, deps.now());
  return rows.map(({ intakeId, sequence, before }) => ({ intakeId, from: String(before + 1n), until: sequence }));
}

/**
 * For a pool the stop-bet arrives with the seal: what came after it and its grace is a late arrival, and a stop-bet at another
 * time than scheduled is noted. For a draw, links that came before the contest was registered are measured here.
 */
async function findLate(deps: ControlDeps, tx: Tx, contestId: string, contest: Contest, seal: Seal): Promise<void> {
  const closesAt = new Date(seal.body.closesAt);
  const lastArrival = new Date(closesAt.getTime() + deps.graceMs);
  const late = await tx<{ intakeId: string; sequence: string; arrivedAt: Date; soldAt: Date }[]>`
    SELECT DISTINCT l.intake_id AS "intakeId", l.sequence::text, l.arrived_at AS "arrivedAt", l.sold_at AS "soldAt"
    FROM record r JOIN link l USING (intake_id, sequence)
    WHERE r.contest_id = ${contestId} AND NOT r.quarantined
      AND (r.arrived_at > ${lastArrival} OR (${contest.kind} = 'draw' AND l.sold_at >= ${closesAt})) LIMIT 100`;
  await recordFindings(
    tx,
    late.map(({ intakeId, sequence, arrivedAt, soldAt }) =>
      finding(arrivedAt > lastArrival ? 'late_arrival' : 'sold_after_close', contestId, `${intakeId}/${sequence}`, {
        intakeId,
        sequence,
        closesAt: seal.body.closesAt,
        soldAt: soldAt.toISOString(),
        arrivedAt: arrivedAt.toISOString(),
      }),
    ),
    deps.now(),
  );
}

/**
 * A draw whose announcement is in the receipt log was sold after it: by this system's own clock, and by the instant that the sales bear
 * (with the same allowance for their clock as at the close).
 */
async function findUnannounced(deps: ControlDeps, tx: Tx, contestId: string, { body }: Seal): Promise<void> {
  const early = await tx<{ intakeId: string; sequence: string; soldAt: Date; arrivedAt: Date; announcedAt: Date }[]>`
    SELECT DISTINCT l.intake_id AS "intakeId", l.sequence::text, l.sold_at AS "soldAt", l.arrived_at AS "arrivedAt", a.at AS "announcedAt"
    FROM (SELECT min(at) AS at FROM receipt WHERE kind = 'announcement' AND subject_id = ${body.subjectId}) a
    JOIN record r ON r.contest_id = ${contestId} JOIN link l USING (intake_id, sequence)
    WHERE l.arrived_at < a.at OR l.sold_at < a.at - make_interval(secs => ${deps.graceMs / 1000}) LIMIT 100`;
  await recordFindings(
    tx,
    early.map(({ intakeId, sequence, soldAt, arrivedAt, announcedAt }) =>
      finding('sold_before_announcement', contestId, `${intakeId}/${sequence}`, {
        intakeId,
        sequence,
        announcedAt: announcedAt.toISOString(),
        soldAt: soldAt.toISOString(),
        arrivedAt: arrivedAt.toISOString(),
      }),
    ),
    deps.now(),
  );
}

async function hasReleasedQuarantine(tx: Tx, contestId: string): Promise<boolean> {
  if ((await openFindings(tx, contestId)).some(({ kind }) => kind === 'late_arrival' || kind === 'sold_after_close')) return false;
  const [one] = await tx`SELECT 1 FROM record WHERE contest_id = ${contestId} AND quarantined LIMIT 1`;
  return one !== undefined;
}

async function mismatch(
  deps: ControlDeps,
  tx: Tx,
  contestId: string,
  { seal, checkpoints }: SealRequest,
  { root, count, cancelledCount, stakeCents }: OwnTotals,
  quarantinedUntil: Date | null,
): Promise<SealRefusal> {
  const interval = await firstDifference(tx, contestId, quarantinedUntil, checkpoints);
  const key = hex(statementHash('seal', seal.body));
  const facts = { sealedRoot: seal.body.root, root, count, cancelledCount, stakeCents, ...interval };
  await recordFindings(tx, [finding('seal_mismatch', contestId, key, facts)], deps.now());
  return { ...refuse('mismatch'), own: { root, count, cancelledCount, stakeCents }, firstDifference: interval };
}

async function countersign(
  deps: ControlDeps,
  tx: Tx,
  contestId: string,
  seal: Seal,
  withQuarantined: boolean,
  at: Date,
): Promise<Signed<Countersign>> {
  const { kind, subjectId, root, count, cancelledCount, stakeCents } = seal.body;
  const sealHash = statementHash('seal', seal.body);
  const statement = sign(deps.keys.control, 'countersignature', {
    kind,
    subjectId,
    root,
    count,
    cancelledCount,
    stakeCents,
    sealHash: hex(sealHash),
    at: at.toISOString(),
  });
  await tx`
    INSERT INTO countersigned_seal (contest_id, seal, seal_hash, root, with_quarantined, countersignature, at)
    VALUES (${contestId}, ${tx.json(seal)}, ${sealHash}, ${unhex(root)}, ${withQuarantined}, ${tx.json(statement)}, ${at})`;
  await noteStopBet(tx, contestId, seal, at);
  return statement;
}

/** A pool that stopped earlier or later than scheduled: noted, for nobody promised the minute. */
async function noteStopBet(tx: Tx, contestId: string, { body }: Seal, now: Date): Promise<void> {
  if (body.kind !== 'pool') return;
  await tx`
    INSERT INTO note (contest_id, kind, facts, at)
    SELECT id, 'stop_bet', jsonb_build_object('scheduled', closes_at, 'stopBet', ${body.closesAt}::text), ${now}
    FROM contest_close WHERE id = ${contestId} AND closes_at <> ${body.closesAt}::timestamptz`;
}
