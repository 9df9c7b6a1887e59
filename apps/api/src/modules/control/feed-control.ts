/**
 * Feeds the control system with every link of the intakes' chains, within a second of its commit.
 *
 * The control system knows where each chain stands, so there is nothing to remember here: what it has is skipped, what it lacks is
 * sent in order. Two workers that feed at once send the same links, and the second finds them known. A refusal concerns one
 * intake: the others go on, and it is tried again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '@valira/db';
import { hex, sha256 } from '../../platform/hash.ts';
import type { ControlClient, ControlLink } from './control-client.ts';

export type FeedDeps = {
  readonly sql: Sql;
  readonly client: Pick<ControlClient, 'heads' | 'sendLinks'>;
  readonly signal: AbortSignal;
  /** A link was refused or the control system cannot be reached. `code` is the refusal's, or `unreachable`. */
  readonly onTrouble?: (trouble: { readonly code: string; readonly intakeId: string | null; readonly error?: unknown }) => void;
  /** Links sent and kept in one round. */
  readonly onSent?: (kept: number) => void;
};

const IDLE_MS = 150;
const TROUBLE_MS = 1_000;
/** All intakes are looked through this often; in between only those that started or sold lately. */
const SWEEP_MS = 30_000;
const LINKS_AT_ONCE = 50;
const BYTES_AT_ONCE = 4_000_000;

/** Runs until `signal` is aborted; resolves then. Never throws: what goes wrong is reported and tried again. */
export async function feedControl({ sql, client, signal, onTrouble = () => {}, onSent = () => {} }: FeedDeps): Promise<void> {
  let known: Map<string, bigint> | null = null;
  let sweptAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    let waitMs = IDLE_MS;
    try {
      const sweep = known === null || performance.now() - sweptAt > SWEEP_MS;
      if (sweep) {
        known = new Map((await client.heads()).map(({ intakeId, sequence }) => [intakeId, BigInt(sequence)]));
        sweptAt = performance.now();
      }
      const round = await feedOnce({ sql, client, onTrouble }, known ?? new Map(), sweep);
      if (round.kept > 0) onSent(round.kept);
      if (round.refused) {
        // Where the chains stand is asked anew: another feeder may have been faster.
        known = null;
        waitMs = TROUBLE_MS;
      } else if (round.more) waitMs = 0;
    } catch (error) {
      if (signal.aborted) return;
      onTrouble({ code: 'unreachable', intakeId: null, error });
      known = null;
      waitMs = TROUBLE_MS;
    }
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

type Round = { readonly kept: number; readonly refused: boolean; readonly more: boolean };

async function feedOnce(
  { sql, client, onTrouble }: Pick<Required<FeedDeps>, 'sql' | 'client' | 'onTrouble'>,
  known: Map<string, bigint>,
  sweep: boolean,
): Promise<Round> {
  let kept = 0;
  let refused = false;
  let more = false;
  for (const { intakeId, keyId } of await intakesToLookAt(sql, sweep)) {
    const { links, further } = await linksAfter(sql, intakeId, keyId, known.get(intakeId) ?? 0n);
    if (links.length === 0) continue;
    const sent = await client.sendLinks(links);
    if (!sent.ok) {
      refused = true;
      onTrouble({ code: sent.code, intakeId });
      continue;
    }
    kept += sent.value.kept;
    for (const { intakeId: fed, sequence } of sent.value.heads) known.set(fed, BigInt(sequence));
    more ||= further;
  }
  return { kept, refused, more };
}

/** Every intake, or those young enough to be selling: each process opens new ones when it starts. */
const intakesToLookAt = (sql: Sql, all: boolean) => sql<{ intakeId: string; keyId: string }[]>`
  SELECT id AS "intakeId", key_id AS "keyId" FROM intake
  WHERE ${all} OR started_at > clock_timestamp() - interval '2 days' ORDER BY started_at, id`;

type LinkRow = {
  seq: bigint;
  previous: Uint8Array;
  records: Uint8Array;
  recordCount: number;
  amountCents: bigint;
  signature: Uint8Array;
  at: Date;
};

async function linksAfter(sql: Sql, intakeId: string, keyId: string, after: bigint): Promise<{ links: ControlLink[]; further: boolean }> {
  const rows = await sql<LinkRow[]>`
    SELECT seq, previous_head AS previous, records, record_count AS "recordCount", amount_cents AS "amountCents", signature, at
    FROM intake_link WHERE intake_id = ${intakeId} AND seq > ${after} ORDER BY seq LIMIT ${LINKS_AT_ONCE}`;
  const links: ControlLink[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += row.records.length;
    if (links.length > 0 && bytes > BYTES_AT_ONCE) break;
    links.push({
      intakeId,
      sequence: String(row.seq),
      previous: hex(row.previous),
      recordCount: row.recordCount,
      amountCents: String(row.amountCents),
      recordsHash: hex(sha256(row.records)),
      at: row.at.toISOString(),
      records: Buffer.from(row.records).toString('base64'),
      signature: hex(row.signature),
      keyId,
    });
  }
  return { links, further: links.length < rows.length || rows.length === LINKS_AT_ONCE };
}
