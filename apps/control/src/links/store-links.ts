/**
 * Takes links in: each is checked, stamped by this system's own clock and kept with its decoded records, or refused with a
 * finding that stays.
 *
 * Chains are per intake and have no gap: after link 7 comes link 8. The same link again is harmless; another link with a number
 * that is taken is a fork, which only the holder of the intake's key can make. A link for a contest that is past its close
 * and grace, or sealed, is kept too (its chain goes on), but its records are in quarantine and the contest is locked.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import { holdIntake, shareContests } from '../contests/contest-lock.ts';
import { type NewFinding, recordFindings } from '../contests/findings.ts';
import type { ControlDeps } from '../deps.ts';
import type { Tx } from '../sql.ts';
import { hex } from '../statements/digest.ts';
import { type CheckedLink, checkLink, headOf, type LinkRefusal, type SentLink } from './check-link.ts';
import { insertLinks, insertRecords, type KeptRecord, repeatedTickets } from './link-rows.ts';

export type StoreRefusal = LinkRefusal | 'key_not_trusted' | 'gap' | 'chain_broken' | 'fork';

export type IntakeHead = { readonly intakeId: string; readonly sequence: string; readonly head: string };

type Stored = { readonly head: IntakeHead; readonly kept: number; readonly quarantined: readonly string[] };

export type StoredLinks = {
  readonly heads: readonly IntakeHead[];
  /** Links that were new. */
  readonly kept: number;
  /** Contests of which records went into quarantine. */
  readonly quarantined: readonly string[];
};

type ContestState = { readonly kind: 'draw' | 'pool'; readonly closesAt: Date; readonly sealed: boolean };

/** Intake by intake, in order of arrival; stops at the first refusal and keeps what came before it. */
export async function storeLinks(deps: ControlDeps, links: readonly SentLink[]): Promise<Outcome<StoredLinks, StoreRefusal>> {
  const byIntake = Map.groupBy(links, ({ intakeId }) => intakeId);
  const stored: Stored[] = [];
  for (const [intakeId, group] of byIntake) {
    const outcome = await storeChain(
      deps,
      intakeId,
      group.toSorted((a, b) => Number(BigInt(a.sequence) - BigInt(b.sequence))),
    );
    if (!outcome.ok) return outcome;
    stored.push(outcome.value);
  }
  return ok({
    heads: stored.map(({ head }) => head),
    kept: stored.reduce((sum, { kept }) => sum + kept, 0),
    quarantined: [...new Set(stored.flatMap(({ quarantined }) => quarantined))],
  });
}

type Position = { sequence: bigint; head: Buffer; totalRecords: bigint };

async function storeChain(deps: ControlDeps, intakeId: string, links: readonly SentLink[]): Promise<Outcome<Stored, StoreRefusal>> {
  const keys = new Map<string, Uint8Array | null>();
  for (const { keyId } of links) if (!keys.has(keyId)) keys.set(keyId, await deps.trusted.find('intake', keyId));
  return deps.sql.begin(async (tx) => {
    await holdIntake(tx, intakeId);
    const position = await positionOf(tx, intakeId);
    const fresh: CheckedLink[] = [];
    let refusal: Outcome<never, StoreRefusal> | null = null;
    for (const sent of links) {
      const earlier = fresh.find(({ sequence }) => sequence === BigInt(sent.sequence))?.head ?? null;
      if (earlier?.equals(headOf(sent))) continue;
      const step = await nextStep(deps, tx, position, keys.get(sent.keyId) ?? null, sent);
      if (step === 'known') continue;
      if (!step.ok) {
        refusal = step;
        break;
      }
      fresh.push(step.value);
      position.sequence = step.value.sequence;
      position.head = step.value.head;
    }
    const quarantined = fresh.length === 0 ? [] : await keep(deps, tx, position.totalRecords, fresh);
    const head = { intakeId, sequence: String(position.sequence), head: hex(position.head) };
    return refusal ?? ok({ head, kept: fresh.length, quarantined });
  });
}

/** A link against the chain so far: known already, the next one, or refused with a finding. */
async function nextStep(
  deps: ControlDeps,
  tx: Tx,
  position: Position,
  publicKey: Uint8Array | null,
  sent: SentLink,
): Promise<'known' | Outcome<CheckedLink, StoreRefusal>> {
  const reject = async (code: StoreRefusal, facts: Record<string, string> = {}) => {
    // A gap is what a feeder that lost its place meets: it reads the heads again.
    if (code !== 'gap') await recordFindings(tx, refusedLink(sent, code), deps.now());
    return refuse(code, { facts: { intakeId: sent.intakeId, sequence: sent.sequence, ...facts } });
  };
  const sequence = BigInt(sent.sequence);
  const known = sequence <= position.sequence ? await headAt(tx, sent.intakeId, sequence) : null;
  if (known?.equals(headOf(sent))) return 'known';
  if (sequence > position.sequence + 1n) return reject('gap', { expected: String(position.sequence + 1n) });
  if (publicKey === null) return reject('key_not_trusted');
  const checked = checkLink(publicKey, sent);
  if (!checked.ok) return reject(checked.code);
  if (sequence <= position.sequence) {
    await recordFork(tx, checked.value, deps.now());
    return reject('fork');
  }
  if (sent.previous !== hex(position.head)) return reject('chain_broken', { expected: hex(position.head) });
  return checked;
}

async function positionOf(tx: Tx, intakeId: string): Promise<Position> {
  const [last] = await tx<Position[]>`
    SELECT sequence, head, total_records AS "totalRecords" FROM link WHERE intake_id = ${intakeId} ORDER BY sequence DESC LIMIT 1`;
  return last ?? { sequence: 0n, head: Buffer.alloc(32), totalRecords: 0n };
}

async function headAt(tx: Tx, intakeId: string, sequence: bigint): Promise<Buffer | null> {
  const [link] = await tx<{ head: Buffer }[]>`SELECT head FROM link WHERE intake_id = ${intakeId} AND sequence = ${sequence}`;
  return link?.head ?? null;
}

const refusedLink = (sent: SentLink, code: StoreRefusal): NewFinding[] => [
  {
    kind: 'link_refused',
    contestId: null,
    key: `${sent.intakeId}/${sent.sequence}/${code}/${hex(headOf(sent))}`,
    facts: { intakeId: sent.intakeId, sequence: sent.sequence, code, keyId: sent.keyId },
  },
];

/** Both versions are genuinely signed: every contest of either is in doubt. */
async function recordFork(tx: Tx, { sent, head, records }: CheckedLink, now: Date): Promise<void> {
  const [kept] = await tx<{ contestIds: string[]; head: Buffer }[]>`
    SELECT contest_ids AS "contestIds", head FROM link WHERE intake_id = ${sent.intakeId} AND sequence = ${sent.sequence}`;
  const contestIds = new Set([...(kept?.contestIds ?? []), ...records.map(({ contestId }) => contestId)]);
  const facts = { intakeId: sent.intakeId, sequence: sent.sequence, kept: kept ? hex(kept.head) : null, other: hex(head) };
  const key = `${sent.intakeId}/${sent.sequence}/${hex(head)}`;
  await recordFindings(
    tx,
    [...contestIds].map((contestId) => ({ kind: 'fork', contestId, key, facts })),
    now,
  );
}

async function contestStates(tx: Tx, contestIds: readonly string[]): Promise<Map<string, ContestState>> {
  const rows = await tx<({ id: string } & ContestState)[]>`
    SELECT c.id, c.kind, c.closes_at AS "closesAt", EXISTS (SELECT 1 FROM countersigned_seal s WHERE s.contest_id = c.id) AS sealed
    FROM contest_close c WHERE c.id = ANY (${[...contestIds]}::uuid[])`;
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/**
 * Why a link's records for a contest are not believed, or null. The close of a pool is only scheduled: what it really was
 * comes with the seal, which is where its records are measured.
 */
function doubt(
  contest: ContestState | undefined,
  link: CheckedLink,
  arrivedAt: Date,
  graceMs: number,
): 'late_arrival' | 'sold_after_close' | null {
  if (!contest) return null;
  if (contest.sealed) return 'late_arrival';
  if (contest.kind === 'pool') return null;
  if (arrivedAt.getTime() > contest.closesAt.getTime() + graceMs) return 'late_arrival';
  return link.soldAt >= contest.closesAt ? 'sold_after_close' : null;
}

/** Writes checked links in one go; returns the contests of which records were put into quarantine. */
async function keep(deps: ControlDeps, tx: Tx, totalBefore: bigint, links: readonly CheckedLink[]): Promise<string[]> {
  const contestIds = [...new Set(links.flatMap(({ records }) => records.map(({ contestId }) => contestId)))];
  await shareContests(tx, contestIds);
  const arrivedAt = deps.now();
  const contests = await contestStates(tx, contestIds);
  const findings: NewFinding[] = [];
  const quarantined = new Set<string>();
  const records: KeptRecord[] = [];
  for (const link of links) {
    const { intakeId, sequence } = link.sent;
    const doubts = new Map(
      [...new Set(link.records.map(({ contestId }) => contestId))].map((contestId) => [
        contestId,
        doubt(contests.get(contestId), link, arrivedAt, deps.graceMs),
      ]),
    );
    for (const [contestId, kind] of doubts) {
      if (kind === null) continue;
      quarantined.add(contestId);
      const closesAt = contests.get(contestId)?.closesAt.toISOString() ?? null;
      findings.push({
        kind,
        contestId,
        key: `${intakeId}/${sequence}`,
        facts: { intakeId, sequence, closesAt, soldAt: link.sent.at, arrivedAt: arrivedAt.toISOString() },
      });
    }
    link.records.forEach((record, ordinal) => {
      records.push({ ...record, intakeId, sequence, ordinal, quarantined: (doubts.get(record.contestId) ?? null) !== null });
    });
  }
  await insertLinks(tx, links, totalBefore, arrivedAt);
  const inserted = await insertRecords(tx, records, arrivedAt);
  if (inserted < records.length)
    for (const { contestId, ticketId, intakeId, sequence } of await repeatedTickets(tx, records))
      findings.push({
        kind: 'ticket_twice',
        contestId,
        key: `${ticketId}/${intakeId}/${sequence}`,
        facts: { ticketId, intakeId, sequence },
      });
  await recordFindings(tx, findings, arrivedAt);
  return [...quarantined];
}

/** Where each chain stands: what a feeder goes on from. */
export async function intakeHeads({ sql }: ControlDeps): Promise<IntakeHead[]> {
  const rows = await sql<{ intakeId: string; sequence: string; head: Buffer }[]>`
    SELECT intake_id AS "intakeId", sequence::text, head FROM intake_head`;
  return rows.map(({ intakeId, sequence, head }) => ({ intakeId, sequence, head: hex(head) }));
}
