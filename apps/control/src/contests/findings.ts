/**
 * Findings: what this system saw that should not be. One about a contest locks it: no seal of it is countersigned and no
 * payment is agreed to until two people release it with a reason.
 */
import type { Sql, Tx } from '../sql.ts';

export type FindingKind =
  /** A link came after the close and its grace, or after the seal. */
  | 'late_arrival'
  /** A link that bears a sale's instant at or after the close. */
  | 'sold_after_close'
  /** A sale of a draw before the receipt log had the draw's announcement. */
  | 'sold_before_announcement'
  /** The same ticket of a contest in two links. */
  | 'ticket_twice'
  /** Two different signed links with one sequence number. */
  | 'fork'
  /** A link that is not signed by a believed key, does not follow, or is not what it signs. */
  | 'link_refused'
  /** A cancellation of a ticket that was never sold, or of another stake or play. */
  | 'cancellation_unmatched'
  /** A seal with other figures than this system's own. */
  | 'seal_mismatch'
  /** Another seal for a contest that has one. */
  | 'second_seal'
  /** Winners or money of a result that are not this system's own. */
  | 'result_mismatch'
  /** A kind of game whose winners this system does not count. */
  | 'not_supported'
  /** This system's own tickets no longer give the root that it countersigned. */
  | 'own_copy_changed'
  /** A second version of a seal or announcement was handed to the receipt log. */
  | 'second_version';

export type NewFinding = {
  readonly kind: FindingKind;
  readonly contestId: string | null;
  /** Findings of one kind with one key are the same finding, however often they are met. */
  readonly key: string;
  readonly facts: Readonly<Record<string, string | number | boolean | null>>;
};

export type OpenFinding = {
  readonly id: string;
  readonly kind: FindingKind;
  readonly key: string;
  readonly facts: unknown;
  readonly at: Date;
};

/** Writes findings; those already there stay as they were. */
export async function recordFindings(sql: Sql | Tx, findings: readonly NewFinding[], now: Date): Promise<void> {
  for (const { kind, contestId, key, facts } of findings)
    await sql`
      INSERT INTO finding (kind, contest_id, key, facts, at) VALUES (${kind}, ${contestId}, ${key}, ${sql.json(facts)}, ${now})
      ON CONFLICT DO NOTHING`;
}

/** Findings about the contest that nobody has released, oldest first. */
export const openFindings = (sql: Sql | Tx, contestId: string): Promise<OpenFinding[]> =>
  sql<OpenFinding[]>`
    SELECT f.id::text, f.kind, f.key, f.facts, f.at FROM finding f
    WHERE f.contest_id = ${contestId} AND NOT EXISTS (SELECT 1 FROM release r WHERE r.finding_id = f.id) ORDER BY f.id`;
