/** What must hold when everything has come to rest, asked of the database and of the published bundle. Each finding is a sentence. */
import type { Database, Sql } from '@valira/db';
import { verifyLedger } from '../../apps/api/src/modules/ledger/index.ts';
import { verifyAuditChain } from '../../apps/api/src/platform/audit/audit-chain.ts';
import { parseWireId } from '../../apps/api/src/platform/ids.ts';
import { verifyBundle } from '../../packages/verifier/src/index.ts';
import { nodePorts } from '../../packages/verifier/src/node-ports.ts';
import { type Happened, succeeded } from './happened.ts';

const count = async ({ sql: ask }: Database, text: string, params: readonly string[] = []): Promise<bigint> => {
  const [row] = await ask.unsafe<{ n: bigint }[]>(`SELECT (${text})::bigint AS n`, [...params]);
  return row?.n ?? 0n;
};

const idOf = (kind: 'ticket' | 'contest', id: string): string => parseWireId(kind, id) ?? id;

const OUTCOMES = new Set(['sold', 'contest_closed', 'resolved-sold', 'resolved-not-sold']);
const PAID_BEFORE = new Set(['already_paid', 'already_claimed']);

/** Every acknowledged purchase is one ticket, every refused one is none, and there are no others. */
export async function purchaseFindings({ sql }: Database, happened: readonly Happened[]): Promise<string[]> {
  const findings: string[] = [];
  const stored = new Map<string, string | null>();
  const contests = happened.flatMap(({ finished, selling }) => [...finished, ...selling].map((id) => idOf('contest', id)));
  const keys = await sql<{ key: string; ticket_id: string | null }[]>`SELECT key, ticket_id FROM sale_key`;
  for (const { key, ticket_id } of keys) {
    if (stored.has(key)) findings.push(`key ${key} is stored twice`);
    stored.set(key, ticket_id);
  }
  const acknowledged = new Set<string>();
  for (const { key, ticket, code } of happened.flatMap(({ purchases }) => purchases)) {
    const kept = stored.get(key) ?? null;
    if (ticket) acknowledged.add(idOf('ticket', ticket.id));
    if (kept !== (ticket ? idOf('ticket', ticket.id) : null)) findings.push(`purchase ${key} was answered ${code}, stored is ${kept}`);
    if (!OUTCOMES.has(code)) findings.push(`purchase ${key} was answered ${code}`);
  }
  const tickets = await sql<{ id: string; times: bigint }[]>`
    SELECT id, count(*) AS times FROM ticket WHERE contest_id = ANY (${contests}::uuid[]) GROUP BY id`;
  for (const { id, times } of tickets) {
    if (times !== 1n) findings.push(`ticket ${id} exists ${times} times`);
    if (!acknowledged.has(id)) findings.push(`ticket ${id} was sold and nobody was told`);
  }
  if (tickets.length !== acknowledged.size)
    findings.push(`${acknowledged.size} purchases were acknowledged, ${tickets.length} tickets exist`);
  return findings;
}

/** Of two who cancelled a ticket at once one succeeded at most; then its money went back once, and otherwise not at all. */
export async function cancellationFindings({ sql }: Database, happened: readonly Happened[]): Promise<string[]> {
  const findings: string[] = [];
  const rows = await sql<{ id: string; refunds: bigint; refunded: bigint | null; stake: bigint; prizes: bigint }[]>`
    SELECT c.ticket_id AS id, count(t.id) AS refunds, sum(t.amount_cents)::bigint AS refunded,
      (SELECT stake_cents FROM ticket k WHERE k.account_id = c.account_id AND k.id = c.ticket_id) AS stake,
      (SELECT count(*) FROM prize p WHERE p.ticket_id = c.ticket_id) AS prizes
    FROM ticket_cancellation c
    LEFT JOIN transfer t ON t.account_id = c.account_id AND t.operation_id = c.ticket_id AND t.kind = 'stake-cancelled'
    GROUP BY c.account_id, c.ticket_id`;
  const cancelled = new Set(rows.map(({ id }) => id));
  for (const { id, refunds, refunded, stake, prizes } of rows) {
    if (refunds !== 1n || refunded !== stake) findings.push(`ticket ${id} of ${stake} was cancelled: ${refunds} refunds of ${refunded}`);
    if (prizes !== 0n) findings.push(`ticket ${id} was cancelled and has ${prizes} prizes`);
  }
  const asked = happened.flatMap(({ cancellings }) => cancellings);
  let told = 0;
  for (const { ticketId, answers } of asked) {
    const times = succeeded(answers);
    told += times;
    const codes = answers.map(({ code }) => code).join(', ');
    if (times > 1 || cancelled.has(idOf('ticket', ticketId)) !== (times === 1))
      findings.push(`ticket ${ticketId}: ${codes}, stored otherwise`);
    if (answers.some(({ code }) => code !== 'done' && code !== 'not_cancellable')) findings.push(`cancelling ${ticketId}: ${codes}`);
  }
  if (told !== cancelled.size) findings.push(`${told} cancellations were acknowledged, ${cancelled.size} exist`);
  const stray = await sql<{ n: bigint }[]>`
    SELECT count(*) AS n FROM transfer t WHERE kind = 'stake-cancelled'
      AND NOT EXISTS (SELECT 1 FROM ticket_cancellation c WHERE c.account_id = t.account_id AND c.ticket_id = t.operation_id)`;
  if (stray[0]?.n !== 0n) findings.push(`${stray[0]?.n} refunds without a cancellation`);
  return findings;
}

/** Ledger, stakes, prizes and claims. */
export async function moneyFindings(database: Database, happened: readonly Happened[]): Promise<string[]> {
  const findings = (await verifyLedger(database.db)).map(
    ({ check, subject, expected, found }) => `ledger: ${check}: ${subject} is ${found}, not ${expected}`,
  );
  const same = async (words: string, one: string, other: string, params: readonly string[] = []) => {
    const [a, b] = [await count(database, one, params), await count(database, other, params)];
    if (a !== b) findings.push(`${words}: ${a} and ${b}`);
  };
  await same('tickets and stakes', 'SELECT sum(stake_cents) FROM ticket', "SELECT sum(amount_cents) FROM transfer WHERE kind = 'stake'");
  await same('prizes and their transfers', 'SELECT count(*) FROM prize', "SELECT count(*) FROM transfer WHERE kind IN ('prize', 'refund')");
  await same(
    'claims at shops and their transfers',
    "SELECT count(*) FROM claim WHERE ending = 'shop'",
    "SELECT count(*) FROM transfer WHERE kind = 'claim'",
  );
  for (const { finished, claimings } of happened) {
    for (const contestId of finished) {
      await same(
        'prizes paid and prize table',
        'SELECT coalesce(sum(amount_cents), 0) FROM prize WHERE contest_id = $1',
        'SELECT prizes_cents + refunds_cents FROM prize_table WHERE contest_id = $1',
        [idOf('contest', contestId)],
      );
    }
    for (const { ticketId, amountCents, answers } of claimings) {
      const paid = 'SELECT coalesce(sum(amount_cents) * count(*), 0) FROM claim WHERE ticket_id = $1';
      const stored = await count(database, paid, [idOf('ticket', ticketId)]);
      const codes = answers.map(({ code }) => code);
      const others = codes.filter((code) => code !== 'done');
      if (stored !== BigInt(amountCents) || succeeded(answers) !== 1 || others.some((code) => !PAID_BEFORE.has(code)))
        findings.push(`ticket ${ticketId}: ${codes.join(', ')}; paid ${stored}, won ${amountCents}`);
    }
  }
  const claimed = happened.reduce((sum, { claimings }) => sum + claimings.length, 0);
  const claims = await count(database, 'SELECT count(*) FROM claim');
  if (claimed === 0) findings.push('no shop ticket won, so nothing was claimed');
  if (claims !== BigInt(claimed)) findings.push(`${claimed} tickets were claimed, ${claims} claims exist`);
  return findings;
}

/** The procedure took each step once and locked nothing, the seal counts what was sold, the audit chain is whole. */
export async function procedureFindings({ db, sql }: Database, happened: readonly Happened[]): Promise<string[]> {
  const findings = (await verifyAuditChain(db)).map(({ seq, problem }) => `audit event ${seq}: ${problem}`);
  const locked = await sql<{ id: string }[]>`SELECT id FROM contest WHERE state = 'locked'`;
  for (const { id } of locked) findings.push(`contest ${id} is locked`);
  const stops = await sql<{ rule: string; reason: string }[]>`SELECT rule, reason FROM sales_stop`;
  for (const { rule, reason } of stops) findings.push(`sales were stopped by ${rule}: ${reason}`);
  for (const { finished, purchases } of happened) {
    for (const contestId of finished) {
      const sold = purchases.filter((one) => one.ticket && one.contestId === contestId).length;
      const [row] = await sql<{ state: string; leaves: string; twice: string[] | null }[]>`
        SELECT c.state, (SELECT leaves::text FROM seal s WHERE s.contest_id = c.id) AS leaves,
          (SELECT array_agg(step) FROM (SELECT step FROM contest_step WHERE contest_id = c.id GROUP BY step HAVING count(*) > 1) s) AS twice
        FROM contest c WHERE c.id = ${idOf('contest', contestId)}`;
      if (row?.state !== 'archived') findings.push(`contest ${contestId} ended in ${row?.state}`);
      if (row?.leaves !== String(sold)) findings.push(`${sold} sold, ${row?.leaves} sealed`);
      if (row?.twice) findings.push(`steps taken twice: ${row.twice.join(', ')}`);
    }
  }
  return findings;
}

/** The control system signed the same seal, agrees on the winners, holds the same records, and has found nothing. */
export async function controlFindings({ sql }: Database, control: Sql, happened: readonly Happened[]): Promise<string[]> {
  const noted = await control<{ kind: string; facts: unknown }[]>`SELECT kind, facts FROM finding`;
  const findings = noted.map(({ kind, facts }) => `the control system found ${kind}: ${JSON.stringify(facts)}`);
  for (const contestId of happened.flatMap(({ finished }) => finished)) {
    const id = idOf('contest', contestId);
    const [ours] = await sql<{ root: string; entries: string; cancelled: string; agrees: boolean | null }[]>`
      SELECT encode(s.root, 'hex') AS root, s.leaves::text AS entries, s.cancelled::text AS cancelled,
        (SELECT bool_and(agrees) FROM reconciliation r WHERE r.contest_id = s.contest_id) AS agrees
      FROM seal s JOIN seal_countersignature USING (contest_id) WHERE s.contest_id = ${id}`;
    const [theirs] = await control<{ root: string; entries: string; cancelled: string; agrees: boolean | null }[]>`
      SELECT encode(s.root, 'hex') AS root,
        (SELECT count(*) FROM record r WHERE r.contest_id = s.contest_id AND r.state = 1)::text AS entries,
        (SELECT count(*) FROM record r WHERE r.contest_id = s.contest_id AND r.state = 2)::text AS cancelled,
        (SELECT bool_and(agrees) FROM reconciliation r WHERE r.contest_id = s.contest_id) AS agrees
      FROM countersigned_seal s WHERE s.contest_id = ${id}`;
    if (!ours?.agrees || JSON.stringify(ours) !== JSON.stringify(theirs))
      findings.push(`contest ${contestId}: ${JSON.stringify(ours)}, the control system has ${JSON.stringify(theirs)}`);
  }
  return findings;
}

/** The published bundle, checked by the verifier as anybody would. */
export async function bundleFindings(url: string, happened: readonly Happened[]): Promise<string[]> {
  const findings: string[] = [];
  for (const contestId of happened.flatMap(({ finished }) => finished)) {
    const response = await fetch(`${url}/v1/contests/${contestId}/bundle`);
    if (!response.ok) findings.push(`no bundle of ${contestId}: ${response.status}`);
    else {
      const verified = verifyBundle(nodePorts, new Uint8Array(await response.arrayBuffer()));
      findings.push(...verified.findings.map((finding) => `bundle of ${contestId}: ${JSON.stringify(finding)}`));
    }
  }
  return findings;
}
