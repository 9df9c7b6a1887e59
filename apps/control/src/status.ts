/** Where this system stands, for consoles and monitoring. */
import { openFindings } from './contests/findings.ts';
import type { ControlDeps } from './deps.ts';
import type { Sql } from './sql.ts';

/** `released`: something was found and two people opened the contest again; nothing was found since. */
export type ContestStanding = 'open' | 'closed' | 'countersigned' | 'agreed' | 'locked' | 'released';

export type ContestStatus = {
  readonly contestId: string;
  readonly kind: 'draw' | 'pool';
  readonly closesAt: string;
  readonly state: ContestStanding;
  /** The oldest finding that nobody has released. */
  readonly mismatch: { readonly kind: string; readonly facts: unknown; readonly at: string } | null;
};

export type ControlStatus = {
  /** By this system's own clock, read when the rest has been counted. */
  readonly at: string;
  readonly links: string;
  readonly tickets: string;
  /** Longest way from sale to arrival among the last links of each intake within a minute; null when none came. */
  readonly lagMs: number | null;
  /** The last 200 by close. */
  readonly contests: readonly ContestStatus[];
  /** Links that were refused, whatever contest they were for. */
  readonly refusedLinks: number;
};

type ContestRow = {
  contestId: string;
  kind: 'draw' | 'pool';
  closesAt: Date;
  sealed: boolean;
  agreed: boolean;
  released: boolean;
  mismatch: { kind: string; facts: unknown; at: string } | null;
};

const contestRows = (sql: Sql, contestId: string | null) => sql<ContestRow[]>`
  SELECT c.id AS "contestId", c.kind, c.closes_at AS "closesAt",
    EXISTS (SELECT 1 FROM countersigned_seal s WHERE s.contest_id = c.id) AS sealed,
    coalesce((SELECT r.agrees FROM reconciliation r WHERE r.contest_id = c.id ORDER BY r.result_version DESC, r.attempt DESC LIMIT 1), false) AS agreed,
    EXISTS (SELECT 1 FROM release l WHERE l.contest_id = c.id) AS released,
    (SELECT json_build_object('kind', f.kind, 'facts', f.facts, 'at', to_char(f.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      FROM finding f WHERE f.contest_id = c.id AND NOT EXISTS (SELECT 1 FROM release r WHERE r.finding_id = f.id) ORDER BY f.id LIMIT 1) AS mismatch
  FROM contest_close c WHERE ${contestId}::uuid IS NULL OR c.id = ${contestId}::uuid ORDER BY c.closes_at DESC, c.id LIMIT 200`;

function statusOf(row: ContestRow, now: Date): ContestStatus {
  const { contestId, kind, closesAt, mismatch } = row;
  const standing = (): ContestStanding => {
    if (mismatch !== null) return 'locked';
    if (row.agreed) return 'agreed';
    if (row.released) return 'released';
    if (row.sealed) return 'countersigned';
    return now < closesAt ? 'open' : 'closed';
  };
  return { contestId, kind, closesAt: closesAt.toISOString(), state: standing(), mismatch };
}

export async function controlStatus({ sql, now }: ControlDeps): Promise<ControlStatus> {
  const at = now();
  const [sums] = await sql<{ links: string; tickets: string; lagMs: number | null; refused: number }[]>`
    SELECT coalesce(sum(sequence), 0)::text AS links, coalesce(sum(total_records), 0)::text AS tickets,
      (max(extract(epoch FROM arrived_at - sold_at) * 1000) FILTER (WHERE arrived_at > ${new Date(at.getTime() - 60_000)}))::int AS "lagMs",
      (SELECT count(*)::int FROM finding WHERE kind = 'link_refused') AS refused
    FROM intake_head`;
  const contests = (await contestRows(sql, null)).map((row) => statusOf(row, at));
  return {
    at: now().toISOString(),
    links: sums?.links ?? '0',
    tickets: sums?.tickets ?? '0',
    lagMs: sums?.lagMs ?? null,
    contests,
    refusedLinks: sums?.refused ?? 0,
  };
}

export type ContestDetail = ContestStatus & {
  readonly findings: readonly { readonly kind: string; readonly facts: unknown; readonly at: string }[];
  readonly notes: readonly { readonly kind: string; readonly facts: unknown; readonly at: string }[];
  readonly releases: readonly { readonly actors: readonly string[]; readonly reason: string; readonly at: string }[];
};

/** One contest with everything that is open, noted and released. Null when it is unknown. */
export async function contestDetail({ sql, now }: ControlDeps, contestId: string): Promise<ContestDetail | null> {
  const [row] = await contestRows(sql, contestId);
  if (!row) return null;
  const notes = await sql<
    { kind: string; facts: unknown; at: Date }[]
  >`SELECT kind, facts, at FROM note WHERE contest_id = ${contestId} ORDER BY id`;
  const releases = await sql<{ actors: string[]; reason: string; at: Date }[]>`
    SELECT DISTINCT actors, reason, at FROM release WHERE contest_id = ${contestId} ORDER BY at`;
  const text = <Row extends { at: Date }>({ at, ...rest }: Row) => ({ ...rest, at: at.toISOString() });
  const findings = (await openFindings(sql, contestId)).map(({ kind, facts, at }) => ({ kind, facts, at: at.toISOString() }));
  return { ...statusOf(row, now()), findings, notes: notes.map(text), releases: releases.map(text) };
}
