/** The raw rows that the auditor reads, as they lie in the tables; each query for a stretch of time, both ends named. */
import type { Sql, TransactionSql } from 'postgres';

type Types = { bigint: bigint };
export type Reader = Sql<Types> | TransactionSql<Types>;

export type ContestRow = {
  id: string;
  slug: string;
  product: string;
  number: number;
  source: string;
  state: string;
  opens_at: Date;
  closes_at: Date;
  draws_at: Date;
};
export type TicketRow = { id: string; account: string; kind: 'player' | 'shop'; stake: string; sold_at: Date };
export type EntryRow = { contest: string; ticket: string; account: string; lines: Uint8Array; stake: string };
export type ResultRow = { contest: string; version: number; result: unknown; external: unknown };
export type TableRow = {
  contest: string;
  version: number;
  tiers: { tier: string; winners: string; shareCents: string }[];
  prizes: string;
  refunds: string;
  at: Date;
};
export type PaidRow = { contest: string; version: number; chunk: number; first: string; last: string; at: Date };
export type ClaimRow = { account: string; ticket: string; amount: string; payer: string; ending: 'shop' | 'operator'; at: Date };
export type OrderRow = { id: string; account: string; amount: string; state: string; approved_at: Date | null; ended_at: Date | null };
export type EndRow = { account: string; ticket: string; amount: string; at: Date };

export async function readRows(sql: Reader, after: Date, until: Date) {
  return {
    contests: await sql<ContestRow[]>`
      SELECT c.id, p.slug, p.id AS product, c.number, c.source, c.state, c.opens_at, c.closes_at, c.draws_at
      FROM contest c JOIN product_version v ON v.id = c.product_version_id JOIN product p ON p.id = v.product_id`,
    shops: await sql<{ account_id: string; commission_bps: number }[]>`SELECT account_id, commission_bps FROM shop`,
    deposits: await sql<{ account: string; amount: string; at: Date }[]>`
      SELECT credit_owner AS account, amount_cents::text AS amount, at FROM transfer WHERE kind = 'deposit' AND at > ${after} AND at <= ${until}`,
    holds: await sql<{ account: string; amount: string; at: Date }[]>`
      SELECT account_id AS account, amount_cents::text AS amount, created_at AS at FROM hold WHERE created_at > ${after} AND created_at <= ${until}`,
    holdEnds: await sql<{ account: string; amount: string; outcome: string; at: Date }[]>`
      SELECT e.account_id AS account, h.amount_cents::text AS amount, e.outcome, e.at
      FROM hold_end e JOIN hold h ON h.account_id = e.account_id AND h.id = e.hold_id WHERE e.at > ${after} AND e.at <= ${until}`,
    tickets: await sql<TicketRow[]>`
      SELECT t.id, t.account_id AS account, a.kind, t.stake_cents::text AS stake, t.sold_at FROM ticket t JOIN account a ON a.id = t.account_id
      WHERE t.sold_at > ${after} AND t.sold_at <= ${until}`,
    entries: await sql<EntryRow[]>`
      SELECT e.contest_id AS contest, e.ticket_id AS ticket, e.account_id AS account, e.lines, e.stake_cents::text AS stake
      FROM entry e JOIN ticket t ON t.account_id = e.account_id AND t.id = e.ticket_id WHERE t.sold_at > ${after} AND t.sold_at <= ${until}`,
    cancellations: await sql<{ ticket: string; at: Date }[]>`
      SELECT ticket_id AS ticket, at FROM ticket_cancellation WHERE at > ${after} AND at <= ${until}`,
    voids: await sql<{ contest: string; at: Date }[]>`
      SELECT contest_id AS contest, at FROM contest_step WHERE step = 'voided' AND at > ${after} AND at <= ${until}`,
    results: await sql<ResultRow[]>`
      SELECT contest_id AS contest, version, result, external FROM contest_result WHERE certified_at > ${after} AND certified_at <= ${until}`,
    tables: await sql<TableRow[]>`
      SELECT contest_id AS contest, result_version AS version, tiers, prizes_cents::text AS prizes, refunds_cents::text AS refunds, at
      FROM prize_table WHERE at > ${after} AND at <= ${until}`,
    paid: await sql<PaidRow[]>`
      SELECT p.contest_id AS contest, p.result_version AS version, p.chunk, s.first_ticket_id AS first, s.last_ticket_id AS last, p.at
      FROM payment_chunk p JOIN settlement_chunk s USING (contest_id, result_version, chunk) WHERE p.at > ${after} AND p.at <= ${until}`,
    claims: await sql<ClaimRow[]>`
      SELECT account_id AS account, ticket_id AS ticket, amount_cents::text AS amount, paying_account_id AS payer, ending, at
      FROM claim WHERE at > ${after} AND at <= ${until}`,
    orders: await sql<OrderRow[]>`
      SELECT o.id, c.account_id AS account, o.amount_cents::text AS amount, o.state, o.approved_at, o.ended_at
      FROM payment_order o JOIN claim c ON c.id = o.claim_id
      WHERE (o.approved_at > ${after} AND o.approved_at <= ${until}) OR (o.ended_at > ${after} AND o.ended_at <= ${until})`,
    lapses: await sql<EndRow[]>`
      SELECT account_id AS account, ticket_id AS ticket, amount_cents::text AS amount, at FROM prize_lapse WHERE at > ${after} AND at <= ${until}`,
    abandonments: await sql<EndRow[]>`
      SELECT a.account_id AS account, a.ticket_id AS ticket, l.amount_cents::text AS amount, a.at
      FROM prize_abandonment a JOIN prize_lapse l USING (account_id, ticket_id) WHERE a.at > ${after} AND a.at <= ${until}`,
  };
}

export type Rows = Awaited<ReturnType<typeof readRows>>;

/** What the ledger says of every account, from its transfers alone. */
export const readLedger = (sql: Reader) =>
  sql<{ code: number; owner: string; amount: string }[]>`
    SELECT code, owner, sum(amount)::text AS amount FROM (
      SELECT credit_code AS code, credit_owner AS owner, amount_cents AS amount FROM transfer
      UNION ALL SELECT debit_code, debit_owner, -amount_cents FROM transfer) side GROUP BY code, owner`;

export const readBalances = (sql: Reader) =>
  sql<{ account: string; code: number; amount: string; floor: string }[]>`
    SELECT account_id AS account, code, amount_cents::text AS amount, floor_cents::text AS floor FROM balance`;

/** The prizes of one contest and version with the transfers that pay them. */
export const readPrizes = (sql: Reader, contest: string, version: number) =>
  sql<{ ticket: string; kind: 'prize' | 'refund'; amount: string; paid: string | null; times: number }[]>`
    SELECT p.ticket_id AS ticket, p.kind, p.amount_cents::text AS amount,
      (SELECT sum(t.amount_cents)::text FROM transfer t WHERE t.account_id = p.account_id AND t.id = p.id) AS paid,
      (SELECT count(*)::int FROM transfer t WHERE t.reference = p.contest_id AND t.operation_id = p.ticket_id AND t.kind IN ('prize', 'refund')) AS times
    FROM prize p WHERE p.contest_id = ${contest} AND p.result_version = ${version}`;
