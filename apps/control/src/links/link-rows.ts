/** Links and records as rows: one statement each, whatever their number. Arrays travel; byte strings of one length as one. */
import type { Tx } from '../sql.ts';
import { hex } from '../statements/digest.ts';
import type { CheckedLink } from './check-link.ts';
import type { SoldRecord } from './sold-record.ts';

export type KeptRecord = SoldRecord & {
  readonly intakeId: string;
  readonly sequence: string;
  readonly ordinal: number;
  readonly quarantined: boolean;
};

export async function insertLinks(tx: Tx, links: readonly CheckedLink[], totalBefore: bigint, arrivedAt: Date): Promise<void> {
  let total = totalBefore;
  const rows = links.map(({ sent, head, soldAt, records }) => {
    total += BigInt(records.length);
    return {
      intake_id: sent.intakeId,
      sequence: sent.sequence,
      previous_head: Buffer.from(sent.previous, 'hex'),
      head,
      record_count: sent.recordCount,
      amount_cents: sent.amountCents,
      records_hash: Buffer.from(sent.recordsHash, 'hex'),
      contest_ids: [...new Set(records.map(({ contestId }) => contestId))],
      key_id: sent.keyId,
      signature: Buffer.from(sent.signature, 'hex'),
      sold_at: soldAt,
      arrived_at: arrivedAt,
      total_records: total,
    };
  });
  // A statement takes 65,534 parameters.
  for (let i = 0; i < rows.length; i += 1000) await tx`INSERT INTO link ${tx(rows.slice(i, i + 1000))}`;
}

/** Inserts what is not there yet; the value is how many rows that were. */
export async function insertRecords(tx: Tx, records: readonly KeptRecord[], arrivedAt: Date): Promise<number> {
  const of = <T>(pick: (record: KeptRecord) => T): T[] => records.map(pick);
  const done = await tx`
    INSERT INTO record (contest_id, ticket_id, state, commitment, lines, stake_cents, intake_id, sequence, ordinal, quarantined, arrived_at)
    SELECT contest, ticket, state, substring(${Buffer.concat(of(({ commitment }) => commitment))}::bytea FROM (n::int - 1) * 32 + 1 FOR 32),
      decode(lines, 'hex'), stake, intake, sequence, ordinal, quarantined::boolean, ${arrivedAt}
    FROM unnest(${of((r) => r.contestId)}::uuid[], ${of((r) => r.ticketId)}::uuid[], ${of((r) => r.state)}::smallint[],
      ${of((r) => hex(r.lines))}::text[], ${of((r) => String(r.stakeCents))}::bigint[], ${of((r) => r.intakeId)}::uuid[],
      ${of((r) => r.sequence)}::bigint[], ${of((r) => r.ordinal)}::int[], ${of((r) => String(r.quarantined))}::text[])
      WITH ORDINALITY AS r (contest, ticket, state, lines, stake, intake, sequence, ordinal, quarantined, n)
    ON CONFLICT DO NOTHING`;
  return done.count;
}

/** Those of the records that another link or an earlier place in the same link had already brought. */
export async function repeatedTickets(tx: Tx, records: readonly KeptRecord[]): Promise<KeptRecord[]> {
  const of = <T>(pick: (record: KeptRecord) => T): T[] => records.map(pick);
  const rows = await tx<{ n: number }[]>`
    SELECT n::int FROM unnest(${of((r) => r.contestId)}::uuid[], ${of((r) => r.ticketId)}::uuid[], ${of((r) => r.state)}::smallint[],
        ${of((r) => r.intakeId)}::uuid[], ${of((r) => r.sequence)}::bigint[], ${of((r) => r.ordinal)}::int[])
        WITH ORDINALITY AS r (contest, ticket, state, intake, sequence, ordinal, n)
      JOIN record k ON k.contest_id = r.contest AND k.ticket_id = r.ticket AND k.state = r.state
    WHERE (k.intake_id, k.sequence, k.ordinal) IS DISTINCT FROM (r.intake, r.sequence, r.ordinal)`;
  return rows.flatMap(({ n }) => records[n - 1] ?? []);
}
