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
/** All intakes are looked through this often; in between those that sold within a week or have just started. */
const SWEEP_MS = 30_000;
const LINKS_AT_ONCE = 50;
const BYTES_AT_ONCE = 4_000_000;

type Position = {
  /** Sequence of the last link that the control system is known to have, by intake. */
  readonly known: Map<string, bigint>;
  /** Intakes that may be selling. */
  readonly active: Set<string>;
};

/** Runs until `signal` is aborted; resolves then. Never throws: what goes wrong is reported and tried again. */
export async function feedControl({ sql, client, signal, onTrouble = () => {}, onSent = () => {} }: FeedDeps): Promise<void> {
  let position: Position | null = null;
  let sweptAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    let waitMs = IDLE_MS;
    try {
      const sweep = position === null || performance.now() - sweptAt > SWEEP_MS;
      if (position === null || sweep) {
        position = await whereChainsStand(sql, client);
        sweptAt = performance.now();
      }
      const round = await feedOnce({ sql, client, onTrouble }, position, sweep);
      if (round.kept > 0) onSent(round.kept);
      if (round.refused) {
        // Where the chains stand is asked anew: another feeder may have been faster.
        position = null;
        waitMs = TROUBLE_MS;
      } else if (round.further) waitMs = 0;
    } catch (error) {
      if (signal.aborted) return;
      onTrouble({ code: 'unreachable', intakeId: null, error });
      position = null;
      waitMs = TROUBLE_MS;
    }
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

async function whereChainsStand(sql: Sql, client: FeedDeps['client']): Promise<Position> {
  const known = new Map((await client.heads()).map(({ intakeId, sequence }) => [intakeId, BigInt(sequence)]));
  const rows = await sql<{ id: string }[]>`
    SELECT i.id FROM intake i, uuid_floor(clock_timestamp() - interval '7 days') AS week
    WHERE EXISTS (SELECT 1 FROM intake_link l WHERE l.intake_id = i.id AND l.id >= week)`;
  return { known, active: new Set(rows.map(({ id }) => id)) };
}

type Round = { readonly kept: number; readonly refused: boolean; readonly further: boolean };

async function feedOnce(
  { sql, client, onTrouble }: Pick<Required<FeedDeps>, 'sql' | 'client' | 'onTrouble'>,
  { known, active }: Position,
  sweep: boolean,
): Promise<Round> {
  let kept = 0;
  let refused = false;
  let anyFurther = false;
  for (const { intakeId, keyId } of await intakesBehind(sql, known, sweep ? null : active)) {
    const { links, further } = await linksAfter(sql, intakeId, keyId, known.get(intakeId) ?? 0n);
    if (links.length === 0) continue;
    const sent = await client.sendLinks(links);
    if (!sent.ok) {
      refused = true;
      onTrouble({ code: sent.code, intakeId });
      continue;
    }
    kept += sent.value.kept;
    active.add(intakeId);
    for (const { intakeId: fed, sequence } of sent.value.heads) known.set(fed, BigInt(sequence));
    anyFurther ||= further;
  }
  return { kept, refused, further: anyFurther };
}

/** Intakes with links past what is known of them: the active and the just started, or all of them where `active` is null. */
const intakesBehind = (sql: Sql, known: ReadonlyMap<string, bigint>, active: ReadonlySet<string> | null) => {
  const ids = [...(active ?? known.keys())];
  return sql<{ intakeId: string; keyId: string }[]>`
    SELECT i.id AS "intakeId", i.key_id AS "keyId"
    FROM intake i LEFT JOIN unnest(${ids}::uuid[], ${ids.map((id) => String(known.get(id) ?? 0n))}::bigint[]) AS k (id, seq) ON k.id = i.id
    WHERE (${active === null} OR k.id IS NOT NULL OR i.started_at > clock_timestamp() - interval '5 minutes')
      AND EXISTS (SELECT 1 FROM intake_link l WHERE l.intake_id = i.id AND l.seq > coalesce(k.seq, 0))
    ORDER BY i.started_at, i.id`;
};

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
