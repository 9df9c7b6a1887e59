/** What must hold when everything has come to rest, asked of the database and of the published bundle. Each finding is a sentence. */
import { type Database, openDatabase } from '@valira/db';
import { verifyLedger } from '../../apps/api/src/modules/ledger/index.ts';
import { verifyAuditChain } from '../../apps/api/src/platform/audit/audit-chain.ts';
import { parseWireId } from '../../apps/api/src/platform/ids.ts';
import { verifyBundle } from '../../packages/verifier/src/index.ts';
import { nodePorts } from '../../packages/verifier/src/node-ports.ts';
import type { KilledDraw } from './killed-draw.ts';

const count = async ({ sql: ask }: Database, text: string, params: readonly string[] = []): Promise<bigint> => {
  const [row] = await ask.unsafe<{ n: bigint }[]>(`SELECT (${text})::bigint AS n`, [...params]);
  return row?.n ?? 0n;
};

const idOf = (kind: 'ticket' | 'contest', id: string): string => parseWireId(kind, id) ?? id;

/** Every acknowledged purchase is one ticket, every refused one is none, and there are no others. */
export async function purchaseFindings(database: Database, draws: readonly KilledDraw[]): Promise<string[]> {
  const findings: string[] = [];
  const stored = new Map<string, string | null>();
  const contests = draws.flatMap(({ contestId, eveningId }) => [contestId, eveningId].map((id) => idOf('contest', id)));
  const keys = await database.sql<{ key: string; ticket_id: string | null }[]>`SELECT key, ticket_id FROM sale_key`;
  for (const { key, ticket_id } of keys) {
    if (stored.has(key)) findings.push(`key ${key} is stored twice`);
    stored.set(key, ticket_id);
  }
  const acknowledged = new Set<string>();
  for (const { key, ticket, code } of draws.flatMap(({ sellers }) => sellers.purchases)) {
    const kept = stored.get(key) ?? null;
    if (ticket) acknowledged.add(idOf('ticket', ticket.id));
    if (kept !== (ticket ? idOf('ticket', ticket.id) : null)) findings.push(`purchase ${key} was answered ${code}, stored is ${kept}`);
  }
  const tickets = await database.sql<{ id: string; times: bigint }[]>`
    SELECT id, count(*) AS times FROM ticket WHERE contest_id = ANY (${contests}::uuid[]) GROUP BY id`;
  for (const { id, times } of tickets) {
    if (times !== 1n) findings.push(`ticket ${id} exists ${times} times`);
    if (!acknowledged.has(id)) findings.push(`ticket ${id} was sold and nobody was told`);
  }
  if (tickets.length !== acknowledged.size)
    findings.push(`${acknowledged.size} purchases were acknowledged, ${tickets.length} tickets exist`);
  return findings;
}

/** Ledger, stakes, prizes and claims. */
export async function moneyFindings(database: Database, draws: readonly KilledDraw[]): Promise<string[]> {
  const findings = (await verifyLedger(database.db)).map(
    ({ check, subject, expected, found }) => `ledger: ${check}: ${subject} is ${found}, not ${expected}`,
  );
  const same = async (words: string, one: string, other: string, params: readonly string[] = []) => {
    const [a, b] = [await count(database, one, params), await count(database, other, params)];
    if (a !== b) findings.push(`${words}: ${a} and ${b}`);
  };
  await same('tickets and stakes', 'SELECT sum(stake_cents) FROM ticket', "SELECT sum(amount_cents) FROM transfer WHERE kind = 'stake'");
  await same('prizes and their transfers', 'SELECT count(*) FROM prize', "SELECT count(*) FROM transfer WHERE kind IN ('prize', 'refund')");
  await same('claims and their transfers', 'SELECT count(*) FROM claim', "SELECT count(*) FROM transfer WHERE kind = 'claim'");
  for (const { contestId, claim } of draws) {
    const contest = [idOf('contest', contestId)];
    await same(
      'prizes paid and prize table',
      'SELECT coalesce(sum(amount_cents), 0) FROM prize WHERE contest_id = $1',
      'SELECT prizes_cents + refunds_cents FROM prize_table WHERE contest_id = $1',
      contest,
    );
    if (!claim) findings.push(`no shop ticket of ${contestId} won`);
    else {
      const claims = await count(database, 'SELECT count(*) FROM claim WHERE ticket_id = $1', [idOf('ticket', claim.ticketId)]);
      if (claims !== 1n || claim.again !== 'already_paid') findings.push(`ticket ${claim.ticketId}: ${claims} claims, then ${claim.again}`);
    }
  }
  return findings;
}

/** The control system agrees, the seal counts what was sold, the procedure took each step once, the audit chain is whole. */
export async function procedureFindings(database: Database, draws: readonly KilledDraw[]): Promise<string[]> {
  const findings = (await verifyAuditChain(database.db)).map(({ seq, problem }) => `audit event ${seq}: ${problem}`);
  for (const { contestId, sellers } of draws) {
    const id = idOf('contest', contestId);
    const [row] = await database.sql<{ state: string; agrees: boolean | null; leaves: string; twice: string[] | null }[]>`
      SELECT c.state, (SELECT bool_and(agrees) FROM reconciliation r WHERE r.contest_id = c.id) AS agrees,
        (SELECT leaves::text FROM seal s WHERE s.contest_id = c.id) AS leaves,
        (SELECT array_agg(step) FROM (SELECT step FROM contest_step WHERE contest_id = c.id GROUP BY step HAVING count(*) > 1) s) AS twice
      FROM contest c WHERE c.id = ${id}`;
    if (row?.state !== 'archived') findings.push(`draw ${contestId} ended in ${row?.state}`);
    if (!row?.agrees) findings.push(`the control system does not agree on ${contestId}`);
    if (row?.leaves !== String(sellers.sold(contestId))) findings.push(`${sellers.sold(contestId)} sold, ${row?.leaves} sealed`);
    if (row?.twice) findings.push(`steps taken twice: ${row.twice.join(', ')}`);
  }
  return findings;
}

/** The published bundle, checked by the verifier as anybody would. */
export async function bundleFindings(url: string, draws: readonly KilledDraw[]): Promise<string[]> {
  const findings: string[] = [];
  for (const { contestId } of draws) {
    const response = await fetch(`${url}/v1/contests/${contestId}/bundle`);
    if (!response.ok) findings.push(`no bundle of ${contestId}: ${response.status}`);
    else {
      const verified = verifyBundle(nodePorts, new Uint8Array(await response.arrayBuffer()));
      findings.push(...verified.findings.map((finding) => `bundle of ${contestId}: ${JSON.stringify(finding)}`));
    }
  }
  return findings;
}

export const openForLooking = (url: string): Database => openDatabase(url, { name: 'crash test', connections: 2 });
