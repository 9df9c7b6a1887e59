/**
 * Everything that must hold over the ledger, asked of the rows alone: whether each transfer has a cause, says what that cause says, and
 * whether balances are what the transfers add up to. An empty list is a sound ledger.
 *
 * A transfer has one of five causes: an operation, whose stored hash is over the transfers it was posted with; a ticket, for its stakes;
 * a cancellation, for their return; a prize; a lapse, for a prize that nobody claimed. Example: a deposit of 50.00 whose row is changed to 60.00 no longer gives the operation's
 * hash, and the player's balance row is 10.00 short of its transfers.
 */
import { sql } from 'drizzle-orm';
import type { Db } from '../client.ts';

export type LedgerFinding = { readonly check: string; readonly subject: string; readonly expected: string; readonly found: string };

/** The canonical JSON of an operation's transfers in the order they were posted: what its hash was taken over. */
const POSTED = sql`
  SELECT f.account_id, f.operation_id, '[' || string_agg(
    '{"amount":"' || f.amount_cents || '","credit":{"account":"' || k.name || '","owner":"' || f.credit_owner
    || '"},"debit":{"account":"' || d.name || '","owner":"' || f.debit_owner
    || '"},"kind":' || to_json(f.kind)::text || ',"reference":"' || f.reference || '"}', ',' ORDER BY f.id) || ']' AS text
  FROM transfer f JOIN ledger_code d ON d.code = f.debit_code JOIN ledger_code k ON k.code = f.credit_code
  GROUP BY 1, 2`;

const CHECKS: readonly { readonly check: string; readonly query: ReturnType<typeof sql> }[] = [
  {
    check: 'trial balance is zero',
    query: sql`
      SELECT 'ledger' AS subject, '0' AS expected, (debit - credit)::text AS found FROM (
        SELECT (SELECT coalesce(sum(amount_cents), 0) FROM transfer JOIN ledger_code ON code = debit_code) AS debit,
          (SELECT coalesce(sum(amount_cents), 0) FROM transfer JOIN ledger_code ON code = credit_code) AS credit) t
      WHERE debit <> credit`,
  },
  {
    check: 'a balance row equals its transfers',
    query: sql`
      SELECT b.account_id || '/' || b.code AS subject, coalesce(m.moved, 0)::text AS expected, b.amount_cents::text AS found
      FROM balance b LEFT JOIN (
        SELECT owner, code, sum(amount) AS moved FROM (
          SELECT credit_owner AS owner, credit_code AS code, amount_cents AS amount FROM transfer
          UNION ALL SELECT debit_owner, debit_code, -amount_cents FROM transfer) t GROUP BY 1, 2) m
      ON m.owner = b.account_id AND m.code = b.code
      WHERE b.amount_cents <> coalesce(m.moved, 0)`,
  },
  {
    check: 'an operation’s transfers are those it was posted with',
    query: sql`
      SELECT o.operation_id::text AS subject, encode(o.input_hash, 'hex') AS expected,
        encode(sha256(convert_to(coalesce(p.text, '[]'), 'UTF8')), 'hex') AS found
      FROM ledger_operation o LEFT JOIN (${POSTED}) p ON p.account_id = o.account_id AND p.operation_id = o.operation_id
      WHERE o.input_hash <> sha256(convert_to(coalesce(p.text, '[]'), 'UTF8'))`,
  },
  {
    check: 'no transfer without its cause',
    query: sql`
      SELECT f.id::text AS subject, 'operation, ticket, cancellation, prize or lapse' AS expected, f.kind || ' ' || f.amount_cents AS found
      FROM transfer f
      WHERE NOT EXISTS (SELECT 1 FROM ledger_operation o WHERE o.account_id = f.account_id AND o.operation_id = f.operation_id)
        AND NOT (f.kind = 'stake' AND EXISTS (SELECT 1 FROM ticket t WHERE t.account_id = f.account_id AND t.id = f.operation_id))
        AND NOT (f.kind = 'stake-cancelled'
          AND EXISTS (SELECT 1 FROM ticket_cancellation x WHERE x.account_id = f.account_id AND x.ticket_id = f.operation_id))
        AND NOT (f.kind IN ('prize', 'refund')
          AND EXISTS (SELECT 1 FROM prize p WHERE p.contest_id = f.reference AND p.ticket_id = f.operation_id AND p.id = f.id))
        AND NOT (f.kind = 'lapse' AND EXISTS (SELECT 1 FROM prize_lapse l
          WHERE l.account_id = f.account_id AND l.ticket_id = f.reference AND l.operation_id = f.operation_id))
        AND NOT (f.kind = 'abandonment' AND EXISTS (SELECT 1 FROM prize_abandonment a
          WHERE a.account_id = f.account_id AND a.ticket_id = f.reference AND a.operation_id = f.operation_id))`,
  },
  {
    check: 'a ticket’s stakes are in the ledger, contest by contest',
    query: sql`
      SELECT e.ticket_id || '/' || e.contest_id AS subject, e.stake_cents::text AS expected, coalesce(sum(f.amount_cents), 0)::text AS found
      FROM entry e LEFT JOIN transfer f ON f.account_id = e.account_id AND f.operation_id = e.ticket_id AND f.kind = 'stake'
        AND f.reference = e.contest_id AND f.credit_code = 30 AND f.credit_owner = e.contest_id
        AND f.debit_code IN (10, 20) AND f.debit_owner = e.account_id
      GROUP BY e.ticket_id, e.contest_id, e.stake_cents HAVING e.stake_cents <> coalesce(sum(f.amount_cents), 0)`,
  },
  {
    check: 'a ticket costs what its entries cost',
    query: sql`
      SELECT t.id::text AS subject, t.stake_cents::text AS expected, coalesce(sum(f.amount_cents), 0)::text AS found
      FROM ticket t LEFT JOIN transfer f ON f.account_id = t.account_id AND f.operation_id = t.id AND f.kind = 'stake'
      GROUP BY t.id, t.stake_cents HAVING t.stake_cents <> coalesce(sum(f.amount_cents), 0)`,
  },
  {
    check: 'a cancelled ticket’s stakes went back',
    query: sql`
      SELECT x.ticket_id::text AS subject, t.stake_cents::text AS expected, coalesce(sum(f.amount_cents), 0)::text AS found
      FROM ticket_cancellation x JOIN ticket t ON t.account_id = x.account_id AND t.id = x.ticket_id
      LEFT JOIN transfer f ON f.account_id = x.account_id AND f.operation_id = x.ticket_id AND f.kind = 'stake-cancelled'
        AND f.debit_code = 30 AND f.credit_code IN (10, 20) AND f.credit_owner = x.account_id
      GROUP BY x.ticket_id, t.stake_cents HAVING t.stake_cents <> coalesce(sum(f.amount_cents), 0)`,
  },
  {
    check: 'liabilities of contests are never negative',
    query: sql`
      SELECT owner || '/' || code AS subject, '>= 0' AS expected, sum(amount)::text AS found FROM (
        SELECT credit_owner AS owner, credit_code AS code, amount_cents AS amount FROM transfer WHERE credit_code IN (30, 31, 37)
        UNION ALL SELECT debit_owner, debit_code, -amount_cents FROM transfer WHERE debit_code IN (30, 31, 37)) t
      GROUP BY owner, code HAVING sum(amount) < 0`,
  },
  {
    check: 'jackpots, reserves and carryovers of a product are never negative',
    query: sql`
      SELECT owner || '/' || code AS subject, '>= 0' AS expected, sum(amount)::text AS found FROM (
        SELECT credit_owner AS owner, credit_code AS code, amount_cents AS amount FROM transfer WHERE credit_code IN (32, 33, 36)
        UNION ALL SELECT debit_owner, debit_code, -amount_cents FROM transfer WHERE debit_code IN (32, 33, 36)) t
      GROUP BY owner, code HAVING sum(amount) < 0`,
  },
  {
    check: 'a prize is posted once, to whom it belongs',
    query: sql`
      SELECT p.ticket_id::text AS subject, p.amount_cents::text AS expected, coalesce(sum(f.amount_cents), 0)::text AS found
      FROM prize p LEFT JOIN transfer f ON f.account_id = p.account_id AND f.id = p.id AND f.kind = p.kind
        AND (f.debit_code = 31 OR (f.debit_code = 30 AND p.kind = 'refund')) AND f.debit_owner = p.contest_id AND f.credit_code IN (10, 37) AND f.credit_owner = p.account_id
      GROUP BY p.ticket_id, p.amount_cents, p.id HAVING p.amount_cents <> coalesce(sum(f.amount_cents), 0)`,
  },
  {
    check: 'prizes of a shop ticket end once',
    query: sql`
      SELECT e.ticket_id::text AS subject, e.amount_cents::text AS expected, coalesce(sum(f.amount_cents), 0)::text AS found
      FROM prize_end e LEFT JOIN transfer f ON f.reference = e.ticket_id AND f.kind IN ('claim', 'lapse')
        AND f.debit_code = 37 AND f.debit_owner = e.account_id
      GROUP BY e.ticket_id, e.ending, e.amount_cents
      HAVING coalesce(sum(f.amount_cents), 0) <> CASE e.ending WHEN 'operator' THEN 0 ELSE e.amount_cents END`,
  },
  {
    check: 'a deposit’s movements are in the ledger',
    query: sql`
      SELECT m.provider_id || '/' || m.kind AS subject, m.amount_cents::text AS expected, coalesce(sum(f.amount_cents), 0)::text AS found
      FROM deposit_movement m JOIN deposit d ON d.id = m.deposit_id
      LEFT JOIN transfer f ON f.account_id = d.account_id AND f.operation_id = m.operation_id AND f.reference = d.id
        AND CASE WHEN m.kind IN ('deposit', 'refund-returned', 'dispute-won') THEN f.debit_code ELSE f.credit_code END = 60
      GROUP BY m.provider_id, m.kind, m.amount_cents HAVING m.amount_cents <> coalesce(sum(f.amount_cents), 0)`,
  },
  {
    check: 'a payment order has moved what its state says',
    query: sql`
      SELECT o.id::text AS subject, o.state || ' ' || o.amount_cents AS expected, o.cleared || ' on its way, ' || o.executed || ' executed' AS found
      FROM (SELECT p.id, p.state, p.amount_cents,
          coalesce(sum(CASE f.kind WHEN 'payment-cleared' THEN f.amount_cents WHEN 'payment-returned' THEN -f.amount_cents END), 0) AS cleared,
          coalesce(sum(f.amount_cents) FILTER (WHERE f.kind = 'payment-executed'), 0) AS executed
        FROM payment_order p LEFT JOIN transfer f ON f.reference = p.id GROUP BY p.id, p.state, p.amount_cents) o
      WHERE o.cleared <> CASE WHEN o.state IN ('approved', 'sent', 'executed') THEN o.amount_cents ELSE 0 END
        OR o.executed <> CASE o.state WHEN 'executed' THEN o.amount_cents ELSE 0 END`,
  },
];

/** One look at one moment: all checks see the same rows, whatever is sold meanwhile. Findings of a check are cut at `most`. */
export async function verifyLedger(db: Db, most = 1_000): Promise<LedgerFinding[]> {
  return db.transaction(
    async (tx) => {
      const findings: LedgerFinding[] = [];
      for (const { check, query } of CHECKS) {
        const rows = await tx.execute<{ subject: string; expected: string; found: string }>(sql`${query} LIMIT ${most}`);
        for (const { subject, expected, found } of rows) findings.push({ check, subject, expected, found });
      }
      return findings;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
