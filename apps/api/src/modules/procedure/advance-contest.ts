/**
 * Takes a contest every step that needs no person, until one does: registered with the control system, opened, closed, sealed,
 * countersigned; and, once its result is certified, settled, reconciled, paid, recorded.
 *
 * Each step looks at the database first and changes it in one transaction, so this may run twice, at once, late, or again after a crash
 * at any point. A refusal by state means somebody was faster.
 */
import { drawAnnouncement, prizeTable, reconciliation, seal, sealCountersignature, sealTile } from '@valira/db/schema';
import { type SealStatement, type Signed, statementHash, type TierRow } from '@valira/games/verifiable';
import type { Outcome, Refusal } from '@valira/outcome';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Core } from '../../platform/core.ts';
import { hex, sha256 } from '../../platform/hash.ts';
import { toJson } from '../../platform/json.ts';
import {
  type Contest,
  closeContest,
  findContest,
  lockContest,
  moveContest,
  openContest,
  publicDefinition,
  SYSTEM,
  sealContest,
} from '../contests/index.ts';
import type { ControlHead } from '../control/index.ts';
import { redrawOf } from '../draws/index.ts';
import { decideSealedPool } from '../events/index.ts';
import { publishRecord } from '../reporting/index.ts';
import { payContest, settleContest } from '../settlement/index.ts';
import { type AdvanceDeps, NotReadyYet } from './advance-deps.ts';
import { endVoid } from './end-void.ts';
import { handIn } from './hand-in.ts';
import { lapsePostponement, postponeContest } from './postpone-contest.ts';
import { releaseContest } from './release-contest.ts';
import { sealCheckpoints } from './seal-checkpoints.ts';

/** Steps are few; more in one go would be a bug. */
const MOST_STEPS = 12;

/** Answers the state it ended in. Throws `NotReadyYet` or a fault to be tried again. */
export async function advanceContest(deps: AdvanceDeps, contestId: string): Promise<string> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const contest = await findContest(deps.core.db, contestId);
    if (!contest) throw new Error(`contest ${contestId} is gone`);
    if (!(await advanceOnce(deps, contest))) return contest.state;
  }
  throw new Error(`contest ${contestId} does not come to rest`);
}

const ACCEPTED_REFUSALS = new Set(['wrong_state', 'too_early', 'no_commitment', 'event_started']);

/** True when something happened and it is worth looking again. */
function happened(outcome: { readonly ok: true } | Refusal): boolean {
  if (outcome.ok) return true;
  if (outcome.code === 'previous_not_settled') throw new NotReadyYet('the contest before is not settled');
  if (ACCEPTED_REFUSALS.has(outcome.code)) return outcome.code === 'wrong_state';
  throw new Error(`refused: ${outcome.code}`);
}

async function advanceOnce(deps: AdvanceDeps, contest: Contest): Promise<boolean> {
  const { core, archive, record } = deps;
  switch (contest.state) {
    case 'scheduled':
      if (await postponeContest(deps, contest)) return true;
      if (!(await isAnnounced(core, contest))) return false;
      await register(deps, contest);
      return core.clock.now() < contest.opensAt ? false : happened(await openContest(core, contest.id));
    case 'open':
      if (await postponeContest(deps, contest)) return true;
      return core.clock.now() < contest.closesAt ? false : happened(await closeContest(core, contest.id));
    case 'closed':
      await lapsePostponement(deps, contest);
      return happened(await sealContest(core, contest.id));
    case 'sealed':
      return countersign(deps, contest);
    case 'certified':
      return lockedOr(core, contest, 'settlement-locked', await settleContest(core, contest.id));
    case 'settled':
      return reconcile(deps, contest);
    case 'reconciled':
      return lockedOr(core, contest, 'payment-locked', await payContest(core, contest.id));
    case 'published':
      return happened(await publishRecord(core, archive, record, contest.id));
    case 'locked': {
      const redraw = await redrawOf(core.db, contest.id);
      if (redraw) await handIn(deps, contest, 'redraw', hex(redraw.hash));
      return releaseContest(deps, contest);
    }
    case 'voiding':
      await lapsePostponement(deps, contest);
      return endVoid(deps, contest);
    case 'drawn':
    case 'archived':
    case 'correcting':
    case 'postponed':
    case 'void':
      return false;
  }
}

async function isAnnounced(core: Core, contest: Contest): Promise<boolean> {
  if (contest.source !== 'rng') return true;
  const rows = await core.db
    .select({ id: drawAnnouncement.contestId })
    .from(drawAnnouncement)
    .where(eq(drawAnnouncement.contestId, contest.id));
  return rows.length > 0;
}

/** Tells the control system before the first sale, and has the announcement receipted. */
async function register({ core, control }: AdvanceDeps, contest: Contest): Promise<void> {
  const registered = await control.registerContest({
    contestId: contest.id,
    kind: contest.kind,
    closesAt: contest.closesAt,
    definitionHash: hex(contest.definitionHash),
    definition: publicDefinition(contest),
  });
  if (!registered.ok) throw new Error(`the control system refuses contest ${contest.id}: ${registered.code}`);
  const [announced] = await core.db.select().from(drawAnnouncement).where(eq(drawAnnouncement.contestId, contest.id));
  if (announced) await handIn({ core, control }, contest, 'announcement', hex(announced.statementHash));
}

/** Receipt and countersignature of the seal. A mismatch locks the contest and names the interval. */
async function countersign(deps: AdvanceDeps, contest: Contest): Promise<boolean> {
  const { core, control } = deps;
  const { db } = core;
  const [signed] = await db.select().from(sealCountersignature).where(eq(sealCountersignature.contestId, contest.id));
  // A pool whose events were official before its seal was signed takes its result now.
  if (signed) return decideSealedPool(core, contest.id);
  const [sealed] = await db.select().from(seal).where(eq(seal.contestId, contest.id));
  if (!sealed) throw new Error(`contest ${contest.id} is sealed without a seal`);
  await handIn(deps, contest, 'seal', hex(sealed.statementHash));
  const tiles = await db
    .select({ hashes: sealTile.hashes, first: sealTile.firstTicketId })
    .from(sealTile)
    .where(and(eq(sealTile.contestId, contest.id), eq(sealTile.level, 0)))
    .orderBy(asc(sealTile.index));
  const answer = await control.countersign({
    seal: sealed.statement as Signed<SealStatement>,
    heads: sealed.heads as ControlHead[],
    checkpoints: await sealCheckpoints(db, contest.id, tiles),
  });
  if (!answer.ok) {
    if (answer.code === 'links_missing') throw new NotReadyYet('the control system has not received every link yet');
    await core.inTransaction(async (tx) => {
      const locked = await lockContest(tx, contest.id);
      if (locked?.state !== 'sealed') return;
      await moveContest(tx, core.ids, core.clock.now(), locked, {
        step: 'seal-refused',
        to: 'locked',
        actors: ['control'],
        facts: { code: answer.code, ...answer.facts },
      });
    });
    return true;
  }
  await handIn(deps, contest, 'countersignature', statementHash(sha256, 'countersignature', answer.value.body));
  await core.inTransaction(async (tx) => {
    const locked = await lockContest(tx, contest.id);
    if (locked?.state !== 'sealed') return;
    const at = core.clock.now();
    const added = await tx
      .insert(sealCountersignature)
      .values({ contestId: contest.id, statement: toJson(answer.value), at })
      .onConflictDoNothing()
      .returning({ id: sealCountersignature.contestId });
    if (added.length > 0)
      await moveContest(tx, core.ids, at, locked, { step: 'countersigned', actors: ['control'], facts: { keyId: answer.value.keyId } });
  });
  return false;
}

/** The control system's own count of winners and money. Payment starts only when it agrees. */
async function reconcile({ core, control }: AdvanceDeps, contest: Contest): Promise<boolean> {
  const { db } = core;
  const [table] = await db
    .select()
    .from(prizeTable)
    .where(and(eq(prizeTable.contestId, contest.id), eq(prizeTable.resultVersion, contest.resultVersion)));
  const [sealed] = await db.select().from(seal).where(eq(seal.contestId, contest.id));
  if (!table || !sealed) throw new Error(`contest ${contest.id} is settled without a table or a seal`);
  const result = await certifiedResult(core, contest);
  if (contest.source === 'external' && sealed.leaves === 0n) return noneOfOurs(core, contest);
  // Of a draw that others hold the table has our own winners, and those the control system counts too.
  const tiers = table.tiers as TierRow[];
  const answer = await control.reconcile({
    contestId: contest.id,
    resultVersion: contest.resultVersion,
    result: toJson(result),
    tiers,
    stakeCents: String(sealed.stakeCents),
  });
  if (!answer.ok) throw new Error(`the control system does not reconcile contest ${contest.id}: ${answer.code}`);
  const { agrees, released, firstDifference, reason } = answer.value.body;
  await core.inTransaction(async (tx) => {
    const locked = await lockContest(tx, contest.id);
    if (locked?.state !== 'settled') return;
    const at = core.clock.now();
    await tx
      .insert(reconciliation)
      .values({ contestId: contest.id, resultVersion: contest.resultVersion, agrees, statement: toJson(answer.value), at });
    await moveContest(
      tx,
      core.ids,
      at,
      locked,
      agrees || released
        ? { step: 'reconciled', to: 'reconciled', actors: ['control', ...(released?.actors ?? [])], facts: { released } }
        : { step: 'payment-locked', to: 'locked', actors: ['control'], facts: { reason, firstDifference } },
    );
  });
  return true;
}

/** Entries that are not the sealed ones: nothing is settled or paid on them, and the step names where they differ. */
async function lockedOr(
  core: Core,
  contest: Contest,
  step: 'settlement-locked' | 'payment-locked',
  outcome: Outcome<null>,
): Promise<boolean> {
  if (outcome.ok || outcome.code !== 'not_as_sealed') return happened(outcome);
  await core.inTransaction(async (tx) => {
    const locked = await lockContest(tx, contest.id);
    if (locked?.state !== contest.state) return;
    await moveContest(tx, core.ids, core.clock.now(), locked, {
      step,
      to: 'locked',
      actors: [SYSTEM],
      facts: { code: outcome.code, ...outcome.facts },
    });
  });
  return true;
}

/** Nothing was sold here: there is nothing that the control system could count. */
async function noneOfOurs(core: Core, contest: Contest): Promise<boolean> {
  await core.inTransaction(async (tx) => {
    const locked = await lockContest(tx, contest.id);
    if (locked?.state === 'settled')
      await moveContest(tx, core.ids, core.clock.now(), locked, {
        step: 'reconciled',
        to: 'reconciled',
        actors: [SYSTEM],
        facts: { ownTickets: 0 },
      });
  });
  return true;
}

async function certifiedResult(core: Core, contest: Contest): Promise<unknown> {
  const [row] = await core.db.execute<{ result: unknown }>(
    sql`SELECT result FROM contest_result WHERE contest_id = ${contest.id} AND version = ${contest.resultVersion} AND certified_at IS NOT NULL`,
  );
  if (!row) throw new Error(`contest ${contest.id} has no certified result`);
  return row.result;
}
