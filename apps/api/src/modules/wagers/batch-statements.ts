/**
 * The statements of a batch (`batch.store.ts`): what is read under its locks, and the one that writes all of it. Only arrays travel; how many sales are
 * in a batch changes no statement.
 */
import { OPERATOR_ZONE } from '../../platform/business-day.ts';
import { CODES, HOUSE } from '../ledger/index.ts';

/**
 * One transaction at a time writes to a chain. A lost connection's last batch may still be on its way to its commit when the next connection
 * asks for the head: it waits here, or the chain would fork.
 */
export const LOCK_CHAIN = `pg_advisory_xact_lock(hashtext('intake'), hashtext($1))`;

export const LOCK_CONTESTS = `
  SELECT pg_backend_pid() AS pid, set_config('valira.batch', $2, true), ${LOCK_CHAIN}, pg_advisory_xact_lock_shared(key) FROM unnest($3::bigint[]) AS key`;

// By the number: the text of it, which is what is read, sorts 9 after 10.
export const HEAD = `SELECT l.seq::text, l.head FROM intake_link l WHERE l.intake_id = $1::uuid ORDER BY l.seq DESC LIMIT 1`;

export const LOCK_BALANCES = `
  SELECT b.account_id, (b.amount_cents - b.floor_cents)::text AS spendable FROM balance b
  WHERE b.account_id = ANY ($1::uuid[]) AND b.code IN (${CODES['player-cash']}, ${CODES['shop-settlement']})
  ORDER BY b.account_id FOR UPDATE OF b`;

/**
 * Who may play and how much, in a statement of its own: it begins after the balance rows are held, and sees what was changed by whoever held
 * them before (an exclusion, a lower limit). `$2`: what all sales of the batch ask of each account.
 *
 * The limits are read out only where they can matter (`near`): where what is asked would pass one of them by the stakes alone, or where prizes were
 * recalled this month, which can make a loss more than what was staked. Only then is what came back summed from the ledger.
 */
export const ACCOUNTS = `
  WITH clock AS MATERIALIZED (SELECT now.at, now.at AT TIME ZONE '${OPERATOR_ZONE}' AS local FROM (SELECT clock_timestamp() AS at) now),
  today AS MATERIALIZED (
    SELECT c.local::date AS day, date_trunc('week', c.local)::date AS week, date_trunc('month', c.local)::date AS month,
      EXISTS (SELECT 1 FROM barred_mirror m WHERE m.good_until > c.at AND NOT m.broken) AS register_good
    FROM clock c),
  since AS MATERIALIZED (
    SELECT t.*, uuid_floor(t.day::timestamp AT TIME ZONE '${OPERATOR_ZONE}') AS day_id, uuid_floor(t.week::timestamp AT TIME ZONE '${OPERATOR_ZONE}') AS week_id,
      uuid_floor(t.month::timestamp AT TIME ZONE '${OPERATOR_ZONE}') AS month_id
    FROM today t),
  period AS MATERIALIZED (
    SELECT s.*, EXISTS (SELECT 1 FROM transfer x WHERE x.kind = 'prize-recalled' AND x.id >= least(s.week_id, s.month_id)) AS recalled FROM since s)
  SELECT a.id, a.kind, a.state, a.paused_until, t.register_good, t.day::text AS day, t.week::text AS week, t.month::text AS month,
    p.account_id IS NOT NULL AS limited,
    CASE WHEN p.near THEN to_jsonb(ARRAY[p.stake_day, p.stake_week, p.stake_month, p.loss_day, p.loss_week, p.loss_month,
      p.staked_day, p.staked_week, p.staked_month, back.day, back.week, back.month]::text[]) END AS allowance
  FROM period t CROSS JOIN unnest($1::uuid[], $2::bigint[]) AS asked (account, cents) JOIN account a ON a.id = asked.account
  LEFT JOIN LATERAL (
    SELECT c.*, coalesce(least(c.stake_day, c.loss_day) < c.staked_day + asked.cents, false)
      OR coalesce(least(c.stake_week, c.loss_week) < c.staked_week + asked.cents, false)
      OR coalesce(least(c.stake_month, c.loss_month) < c.staked_month + asked.cents, false)
      OR (t.recalled AND coalesce(c.loss_day, c.loss_week, c.loss_month) IS NOT NULL) AS near
    FROM (
      SELECT q.account_id, q.stake_day, q.stake_week, q.stake_month, q.loss_day, q.loss_week, q.loss_month,
        CASE WHEN q.day = t.day THEN q.staked_day ELSE 0 END AS staked_day, CASE WHEN q.week = t.week THEN q.staked_week ELSE 0 END AS staked_week,
        CASE WHEN q.month = t.month THEN q.staked_month ELSE 0 END AS staked_month
      FROM play_allowance q WHERE q.account_id = a.id) c) p ON true
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(r.cents) FILTER (WHERE r.id >= t.day_id), 0) AS day, coalesce(sum(r.cents) FILTER (WHERE r.id >= t.week_id), 0) AS week,
      coalesce(sum(r.cents) FILTER (WHERE r.id >= t.month_id), 0) AS month
    FROM (SELECT x.id, CASE x.kind WHEN 'prize-recalled' THEN -x.amount_cents ELSE x.amount_cents END AS cents FROM transfer x
      WHERE p.near AND x.account_id = p.account_id AND x.id >= least(t.week_id, t.month_id)
        AND x.kind IN ('prize', 'refund', 'stake-cancelled', 'prize-recalled')) r) back ON p.near`;

// One look-up per key and not a join: a join with partitions that were empty when it was planned reads all of them.
export const FIND_KEYS = `
  SELECT found.* FROM unnest($1::uuid[], $2::uuid[]) AS wanted (account_id, key) CROSS JOIN LATERAL (
    SELECT k.account_id, k.key, k.outcome, k.input_hash, k.ticket_id FROM sale_key k
    WHERE k.account_id = wanted.account_id AND k.key = wanted.key LIMIT 1) found`;

// The clock is read in the same statement as the states, after the locks: the close cannot fall between the two.
export const GATES = `
  SELECT c.id, c.kind, c.product_version_id, c.state, c.opens_at, c.closes_at, v.state AS version_state, to_jsonb(v.channels) AS channels,
    EXISTS (SELECT 1 FROM licence l WHERE l.kind = 'C@' AND NOT l.suspended AND v.modality = ANY (l.modalities)
      AND now.at >= l.valid_from AND now.at < l.valid_until) AS online,
    EXISTS (SELECT 1 FROM licence l WHERE l.kind IN ('C', 'convention') AND NOT l.suspended AND v.modality = ANY (l.modalities)
      AND now.at >= l.valid_from AND now.at < l.valid_until) AS shop,
    EXISTS (SELECT 1 FROM licence l WHERE l.kind = 'C' AND l.pari_mutuel_in_shops) AS pari_mutuel_in_shops,
    (c.source <> 'external' OR (c.kind = 'draw' AND EXISTS (SELECT 1 FROM draw_agreement d WHERE d.product_id = v.product_id
      AND now.at >= d.valid_from AND now.at < d.valid_until))) AS sold_here,
    (c.source <> 'rng' OR EXISTS (SELECT 1 FROM draw_announcement n WHERE n.contest_id = c.id)) AS announced,
    to_jsonb(ARRAY(SELECT coalesce(encode(s.lines, 'hex'), '') FROM sales_stop s
      WHERE s.released_at IS NULL AND s.subject IN (c.id, v.product_id, '${HOUSE}'))) AS stops,
    CASE WHEN c.kind = 'pool' THEN
      (SELECT count(*)::int FROM contest_leg g JOIN scratch x ON x.event_id = g.event_id WHERE g.contest_id = c.id) ELSE 0 END AS scratches,
    now.at AS now
  FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) now
  LEFT JOIN (contest c JOIN product_version v ON v.id = c.product_version_id) ON c.id = ANY ($1::uuid[])`;

// Asked after the gates, so its clock is not behind the batch's: a shop whose licence or contract ends in between is refused.
export const COUNTERS = `
  SELECT asked.shop, asked.clerk, s.sells @> now.at AS sells, coalesce(c.state = 'active' AND c.card_until > now.at, true) AS carded
  FROM (SELECT clock_timestamp() AS at) now, unnest($1::uuid[], $2::uuid[]) AS asked (shop, clerk)
  JOIN shop s ON s.account_id = asked.shop LEFT JOIN clerk c ON c.id = asked.clerk`;

// Two batches that ask for one number wait for each other here, so the second sees what the first has sold. The key space of two integers is
// no other lock's; equal hashes of different numbers only wait without need.
export const LOCK_NUMBERS = `
  SELECT pg_advisory_xact_lock(hashtext('sold-number'), k) FROM (
    SELECT DISTINCT hashtext(contest::text || n::text) AS k FROM unnest($1::uuid[], $2::bigint[]) AS asked (contest, n) ORDER BY k) AS keys`;

export const FIND_NUMBERS = `
  SELECT found.* FROM unnest($1::uuid[], $2::bigint[]) AS asked (contest, n) CROSS JOIN LATERAL (
    SELECT s.contest_id, s.number FROM sold_number s WHERE s.contest_id = asked.contest AND s.number = asked.n LIMIT 1) found`;

/** The n-th 32 bytes of a parameter that holds them one after the other. */
const bytes32 = (parameter: string, n: string) => `substring(${parameter}::bytea FROM (${n}::int - 1) * 32 + 1 FOR 32)`;

// One statement for all rows of a batch wakes the server once instead of seven times and takes a tenth less of its time (at 15 sales a
// batch). The guard is asked by the main query: when it refuses, nothing of the statement stands.
const write = (more: string): string => `
  WITH sale AS (
    SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::smallint[], $7::bigint[], $8::text[], $9::uuid[], $10::uuid[], $11::uuid[])
      WITH ORDINALITY AS s (account, id, version, contest, contests, stake, channel, terminal, clerk, key, n)
  ), part AS (
    SELECT * FROM unnest($12::uuid[], $13::uuid[], $14::uuid[], $15::uuid[], $16::smallint[], $17::bigint[], $18::text[])
      WITH ORDINALITY AS p (contest, ticket, account, transfer, code, stake, lines, n)
  ), tickets AS (
    INSERT INTO ticket (account_id, id, product_version_id, contest_id, contests, stake_cents, channel, terminal_id, clerk_id, intake_id, intake_seq, hash, sold_at)
    SELECT account, id, version, contest, contests, stake, channel, terminal, clerk, $19::uuid, $20::bigint, ${bytes32('$21', 'n')}, $22::timestamptz FROM sale
  ), serials AS (
    INSERT INTO ticket_serial (serial_hash, account_id, ticket_id) SELECT ${bytes32('$23', 'n')}, account, id FROM sale
  ), keys AS (
    INSERT INTO sale_key (account_id, key, outcome, input_hash, ticket_id, at)
    SELECT account, key, 'sold', ${bytes32('$24', 'n')}, id, $22::timestamptz FROM sale
  ), entries AS (
    INSERT INTO entry (contest_id, ticket_id, account_id, lines, stake_cents, commitment)
    SELECT contest, ticket, account, decode(lines, 'hex'), stake, ${bytes32('$25', 'n')} FROM part
  ), transfers AS (
    INSERT INTO transfer (account_id, id, operation_id, debit_code, debit_owner, credit_code, credit_owner, amount_cents, kind, reference, at)
    SELECT account, transfer, ticket, code, account, ${CODES.stakes}, contest, stake, 'stake', contest, $22::timestamptz FROM part
  ), balances AS (
    UPDATE balance b SET amount_cents = b.amount_cents - s.spent
    FROM unnest($26::uuid[], $27::smallint[], $28::bigint[]) AS s (account, code, spent)
    WHERE b.account_id = s.account AND b.code = s.code
  ), allowances AS (
    UPDATE play_allowance p SET day = $38::date, week = $39::date, month = $40::date,
      staked_day = s.spent + CASE WHEN p.day = $38::date THEN p.staked_day ELSE 0 END,
      staked_week = s.spent + CASE WHEN p.week = $39::date THEN p.staked_week ELSE 0 END,
      staked_month = s.spent + CASE WHEN p.month = $40::date THEN p.staked_month ELSE 0 END
    FROM unnest($36::uuid[], $37::bigint[]) AS s (account, spent) WHERE p.account_id = s.account
  ), link AS (
    INSERT INTO intake_link (intake_id, id, seq, previous_head, head, records, record_count, amount_cents, signature, at)
    VALUES ($19::uuid, $29::uuid, $20::bigint, $30::bytea, $31::bytea, $32::bytea, $33::int, $34::bigint, $35::bytea, $22::timestamptz)
  )
  ${more}SELECT batch_guard($1)`;

export const WRITE = write('');
export const WRITE_NUMBERED = write(
  ', numbers AS (INSERT INTO sold_number (contest_id, number, ticket_id) SELECT * FROM unnest($41::uuid[], $42::bigint[], $43::uuid[])) ',
);
