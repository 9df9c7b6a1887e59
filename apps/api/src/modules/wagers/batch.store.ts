/**
 * The two round trips of a batch: read under locks, then write and commit. Statements go out together and are answered together.
 *
 * The driver reconnects by itself, and what it had not sent yet then runs on the new connection, outside the transaction. So the
 * caller drops the connection after any failure, the locking statement leaves a token in its transaction, the write asks for it
 * (`batch_guard`), and the commit is believed only when the server process that answers after it is the one that read.
 *
 * Lock order, here as everywhere: the intake's chain, shared close locks of the contests (ascending), then balance rows (ascending account).
 * Only arrays travel; how many sales are in a batch changes no statement.
 */
import postgres from 'postgres';
import { OPERATOR_ZONE } from '../../platform/business-day.ts';
import { closeLockKey } from '../contests/index.ts';
import { CODES, HOUSE } from '../ledger/index.ts';
import type { AccountState, Allowance, BatchState, ContestGate, KeyState, MadeSale } from './decide-batch.ts';
import { counterOf, keyOf, numberKey } from './decide-batch.ts';
import type { ChainHead, IntakeLink } from './intake-chain.ts';
import type { SaleOrder } from './sale-order.ts';

export type WrittenSale = MadeSale & {
  /** One transfer for each contest. */
  readonly transferIds: readonly string[];
};

export type BatchWrite = {
  readonly now: Date;
  readonly sales: readonly WrittenSale[];
  readonly intakeId: string;
  readonly linkId: string;
  readonly link: IntakeLink;
};

/** One connection with transactions that are pipelined by hand. */
export type BatchStore = {
  load(intakeId: string, orders: readonly SaleOrder[]): Promise<BatchState>;
  /** Writes and commits. */
  write(batch: BatchWrite): Promise<void>;
  /** Ends a batch that has nothing to write. */
  abandon(): Promise<void>;
  /** Drops the connection, and with it whatever it was doing, and takes a new one. */
  reconnect(): void;
  openIntake(intakeId: string, keyId: string, publicKey: Uint8Array): Promise<void>;
  headOf(intakeId: string): Promise<ChainHead>;
  close(): Promise<void>;
};

/**
 * One transaction at a time writes to a chain. A lost connection's last batch may still be on its way to its commit when the next connection
 * asks for the head: it waits here, or the chain would fork.
 */
const LOCK_CHAIN = `pg_advisory_xact_lock(hashtext('intake'), hashtext($1))`;

const LOCK_CONTESTS = `
  SELECT pg_backend_pid() AS pid, set_config('valira.batch', $2, true), ${LOCK_CHAIN}, pg_advisory_xact_lock_shared(key) FROM unnest($3::bigint[]) AS key`;

// By the number: the text of it, which is what is read, sorts 9 after 10.
const HEAD = `SELECT l.seq::text, l.head FROM intake_link l WHERE l.intake_id = $1::uuid ORDER BY l.seq DESC LIMIT 1`;

const LOCK_BALANCES = `
  SELECT b.account_id, (b.amount_cents - b.floor_cents)::text AS spendable FROM balance b
  WHERE b.account_id = ANY ($1::uuid[]) AND b.code IN (${CODES['player-cash']}, ${CODES['shop-settlement']})
  ORDER BY b.account_id FOR UPDATE OF b`;

/**
 * Who may play and how much, in a statement of its own: it begins after the balance rows are held, and sees what was changed by whoever held
 * them before (an exclusion, a lower limit). What came back is summed only for who limits losses.
 */
const ACCOUNTS = `
  WITH today AS MATERIALIZED (
    SELECT period_start('day', now.at) AS day, period_start('week', now.at) AS week, period_start('month', now.at) AS month,
      EXISTS (SELECT 1 FROM barred_mirror m WHERE m.good_until > now.at AND NOT m.broken) AS register_good
    FROM (SELECT clock_timestamp() AS at) now)
  SELECT a.id, a.kind, a.state, a.paused_until, t.register_good, to_char(t.day AT TIME ZONE '${OPERATOR_ZONE}', 'YYYY-MM-DD') AS day,
    to_char(t.week AT TIME ZONE '${OPERATOR_ZONE}', 'YYYY-MM-DD') AS week, to_char(t.month AT TIME ZONE '${OPERATOR_ZONE}', 'YYYY-MM-DD') AS month,
    CASE WHEN p.account_id IS NOT NULL THEN to_jsonb(ARRAY[p.stake_day, p.stake_week, p.stake_month, p.loss_day, p.loss_week, p.loss_month,
      CASE WHEN p.day = (t.day AT TIME ZONE '${OPERATOR_ZONE}')::date THEN p.staked_day ELSE 0 END,
      CASE WHEN p.week = (t.week AT TIME ZONE '${OPERATOR_ZONE}')::date THEN p.staked_week ELSE 0 END,
      CASE WHEN p.month = (t.month AT TIME ZONE '${OPERATOR_ZONE}')::date THEN p.staked_month ELSE 0 END,
      back.day, back.week, back.month]::text[]) END AS allowance
  FROM today t JOIN account a ON a.id = ANY ($1::uuid[]) LEFT JOIN play_allowance p ON p.account_id = a.id
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(r.cents) FILTER (WHERE r.id >= uuid_floor(t.day)), 0) AS day,
      coalesce(sum(r.cents) FILTER (WHERE r.id >= uuid_floor(t.week)), 0) AS week,
      coalesce(sum(r.cents) FILTER (WHERE r.id >= uuid_floor(t.month)), 0) AS month
    FROM (SELECT x.id, CASE x.kind WHEN 'prize-recalled' THEN -x.amount_cents ELSE x.amount_cents END AS cents FROM transfer x
      WHERE coalesce(p.loss_day, p.loss_week, p.loss_month) IS NOT NULL AND x.account_id = p.account_id
        AND x.id >= uuid_floor(least(t.week, t.month)) AND x.kind IN ('prize', 'refund', 'stake-cancelled', 'prize-recalled')) r) back ON true`;

// One look-up per key and not a join: a join with partitions that were empty when it was planned reads all of them.
const FIND_KEYS = `
  SELECT found.* FROM unnest($1::uuid[], $2::uuid[]) AS wanted (account_id, key) CROSS JOIN LATERAL (
    SELECT k.account_id, k.key, k.outcome, k.input_hash, k.ticket_id FROM sale_key k
    WHERE k.account_id = wanted.account_id AND k.key = wanted.key LIMIT 1) found`;

// The clock is read in the same statement as the states, after the locks: the close cannot fall between the two.
const GATES = `
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
const COUNTERS = `
  SELECT asked.shop, asked.clerk, s.sells @> now.at AS sells, coalesce(c.state = 'active' AND c.card_until > now.at, true) AS carded
  FROM (SELECT clock_timestamp() AS at) now, unnest($1::uuid[], $2::uuid[]) AS asked (shop, clerk)
  JOIN shop s ON s.account_id = asked.shop LEFT JOIN clerk c ON c.id = asked.clerk`;

// Two batches that ask for one number wait for each other here, so the second sees what the first has sold. The key space of two integers is
// no other lock's; equal hashes of different numbers only wait without need.
const LOCK_NUMBERS = `
  SELECT pg_advisory_xact_lock(hashtext('sold-number'), k) FROM (
    SELECT DISTINCT hashtext(contest::text || n::text) AS k FROM unnest($1::uuid[], $2::bigint[]) AS asked (contest, n) ORDER BY k) AS keys`;

const FIND_NUMBERS = `
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

const WRITE = write('');
const WRITE_NUMBERED = write(
  ', numbers AS (INSERT INTO sold_number (contest_id, number, ticket_id) SELECT * FROM unnest($41::uuid[], $42::bigint[], $43::uuid[])) ',
);

type BalanceRow = { account_id: string; spendable: string };
type AccountRow = {
  id: string;
  kind: 'player' | 'shop';
  state: AccountState['state'];
  paused_until: Date | null;
  register_good: boolean;
  day: string;
  week: string;
  month: string;
  /** Three limits on stakes, three on losses, three sums staked, three that came back: by day, week, month. */
  allowance: (string | null)[] | null;
};
type KeyRow = { account_id: string; key: string; outcome: KeyState['outcome']; input_hash: Uint8Array | null; ticket_id: string | null };
type CounterRow = { shop: string; clerk: string | null; sells: boolean; carded: boolean };
type GateRow = {
  id: string | null;
  kind: 'draw' | 'pool';
  product_version_id: string;
  state: string;
  opens_at: Date;
  closes_at: Date;
  version_state: string;
  channels: string[];
  online: boolean;
  shop: boolean;
  pari_mutuel_in_shops: boolean;
  sold_here: boolean;
  announced: boolean;
  stops: string[];
  scratches: number;
  now: Date;
};

const WHO_ANSWERS = `SELECT pg_backend_pid() AS pid`;

/** Nobody knows whether the batch was committed; its keys will tell. A fault, so it is tried again. */
class LostBatch extends Error {
  readonly code = '08006';
}

/** A round trip that takes longer has lost its connection, whether the driver says so or not. */
const ROUND_TRIP_MS = 10_000;

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LostBatch()), ROUND_TRIP_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** An array as PostgreSQL reads it. The values (ids, numbers, hexadecimal, names of channels) need no quotes. */
const list = (values: readonly (string | number | null)[]): string => `{${values.map((value) => value ?? 'NULL').join()}}`;

/** Locks are taken in ascending order of their numbers, so that two batches cannot wait for each other. */
const inLockingOrder = (contestIds: readonly string[]): string[] =>
  contestIds
    .map(closeLockKey)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .map(String);

const PERIODS = ['day', 'week', 'month'] as const;

function allowancesOf(row: AccountRow['allowance']): Allowance[] {
  if (!row) return [];
  const amount = (i: number) => BigInt(row[i] ?? 0);
  return (['stake', 'loss'] as const).flatMap((kind, k) =>
    PERIODS.flatMap((period, i): Allowance[] => {
      const limit = row[k * 3 + i];
      if (limit === null || limit === undefined) return [];
      const staked = amount(6 + i);
      return [{ kind, period, limitCents: BigInt(limit), usedCents: kind === 'stake' ? staked : staked - amount(9 + i) }];
    }),
  );
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort();
const hexText = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
const codeOf = (order: SaleOrder): number => (order.channel === 'shop' ? CODES['shop-settlement'] : CODES['player-cash']);

/**
 * Every statement here looks a few rows up by their keys. Planned while the tables were still empty, they would read whole partitions
 * until the next analyse: 52 µs a sale for the keys alone, and more with each ticket sold (bench/sales). Planned by index, and once.
 */
const BY_INDEX = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' };

export function openBatchStore(url: string, name: string): BatchStore {
  // Without the driver's own look-up of array types: when the connection is cut during it, nobody catches that and the process ends.
  const connect = () =>
    postgres(url, {
      max: 1,
      onnotice: () => undefined,
      max_lifetime: null,
      fetch_types: false,
      connection: { application_name: name, idle_in_transaction_session_timeout: ROUND_TRIP_MS, ...BY_INDEX },
    });
  let sql = connect();
  const run = <Row extends object>(text: string, params: readonly unknown[] = []): Promise<Row[]> =>
    sql.unsafe<Row[]>(text, params as never[], { prepare: true });

  let batches = 0;
  let token = '';
  let reader = 0;
  /** Of the batch that was loaded last: whose sales are counted, and the first days of its periods. */
  let limited: ReadonlySet<string> = new Set();
  let today: Pick<AccountRow, 'day' | 'week' | 'month'> = { day: '', week: '', month: '' };

  return {
    async load(intakeId, orders) {
      const contestIds = distinct(orders.flatMap((order) => order.contestIds));
      token = String(++batches);
      const numbered = orders.flatMap(({ unique = [], contestIds: asked }) =>
        unique.flatMap((number) => asked.map((contestId) => ({ contestId, number }))),
      );
      const numbers = [list(numbered.map(({ contestId }) => contestId)), list(numbered.map(({ number }) => String(number)))];
      const atShops = orders.filter(({ channel }) => channel === 'shop');
      const accountIds = list(distinct(orders.map((order) => order.accountId)));
      const [, locked, balances, accounts, keys, gates, counters, , taken] = await within(
        Promise.all([
          sql.unsafe('BEGIN'),
          run<{ pid: number }>(LOCK_CONTESTS, [intakeId, token, list(inLockingOrder(contestIds))]),
          run<BalanceRow>(LOCK_BALANCES, [accountIds]),
          run<AccountRow>(ACCOUNTS, [accountIds]),
          run<KeyRow>(FIND_KEYS, [list(orders.map((order) => order.accountId)), list(orders.map((order) => order.key))]),
          run<GateRow>(GATES, [list(contestIds)]),
          atShops.length > 0
            ? run<CounterRow>(COUNTERS, [list(atShops.map(({ accountId }) => accountId)), list(atShops.map(({ clerkId }) => clerkId))])
            : [],
          numbered.length > 0 ? run(LOCK_NUMBERS, numbers) : null,
          numbered.length > 0 ? run<{ contest_id: string; number: string }>(FIND_NUMBERS, numbers) : [],
        ]),
      );
      reader = locked[0]?.pid ?? 0;
      const spendables = new Map(balances.map((row) => [row.account_id, row.spendable]));
      limited = new Set(accounts.flatMap(({ id, allowance }) => (allowance ? [id] : [])));
      if (accounts[0]) today = accounts[0];
      const now = gates[0]?.now;
      if (!now) throw new Error('the database did not say what time it is');
      return {
        now,
        accounts: new Map(
          accounts.flatMap(({ id, kind, state, paused_until, register_good, allowance }): [string, AccountState][] => {
            const spendable = spendables.get(id);
            if (spendable === undefined) return [];
            return [
              [
                id,
                {
                  kind,
                  state,
                  pausedUntil: paused_until,
                  registerGood: register_good,
                  spendableCents: BigInt(spendable),
                  allowances: allowancesOf(allowance),
                },
              ],
            ];
          }),
        ),
        counters: new Map(
          counters.map(({ shop, clerk, sells, carded }) => [counterOf({ accountId: shop, clerkId: clerk }), { sells, carded }]),
        ),
        taken: new Set(taken.map(({ contest_id, number }) => numberKey(contest_id, BigInt(number)))),
        keys: new Map(
          keys.map((row) => [
            keyOf({ accountId: row.account_id, key: row.key }),
            { outcome: row.outcome, inputHash: row.input_hash, ticketId: row.ticket_id },
          ]),
        ),
        contests: new Map(
          gates.flatMap((row): [string, ContestGate][] =>
            row.id === null
              ? []
              : [
                  [
                    row.id,
                    {
                      kind: row.kind,
                      productVersionId: row.product_version_id,
                      state: row.state,
                      opensAt: row.opens_at,
                      closesAt: row.closes_at,
                      versionState: row.version_state,
                      channels: row.channels,
                      licensed: { online: row.online, shop: row.shop },
                      pariMutuelInShops: row.pari_mutuel_in_shops,
                      soldHere: row.sold_here,
                      announced: row.announced,
                      stops: row.stops,
                      scratches: row.scratches,
                    },
                  ],
                ],
          ),
        ),
      };
    },

    async write({ now, sales, intakeId, linkId, link }) {
      const at = now.toISOString();
      const of = <T>(pick: (sale: WrittenSale) => T): T[] => sales.map(pick);
      const entries = sales.flatMap((sale) =>
        sale.order.contestIds.map((contestId, i) => ({ sale, contestId, transferId: sale.transferIds[i] ?? '' })),
      );
      const ofEntry = <T>(pick: (entry: (typeof entries)[number]) => T): T[] => entries.map(pick);
      const spent = new Map<string, { order: SaleOrder; amount: bigint }>();
      for (const { order } of sales) {
        const price = order.stakePerContest * BigInt(order.contestIds.length);
        spent.set(order.accountId, { order, amount: (spent.get(order.accountId)?.amount ?? 0n) + price });
      }
      const spenders = [...spent.entries()];
      const numbered = sales.flatMap(({ ticketId, order: { unique = [], contestIds } }) =>
        unique.flatMap((number) => contestIds.map((contestId) => ({ contestId, number: String(number), ticketId }))),
      );
      const counted = spenders.filter(([id]) => limited.has(id));
      const [, committed, answered] = await within(
        Promise.all([
          run(numbered.length > 0 ? WRITE_NUMBERED : WRITE, [
            token,
            list(of((s) => s.order.accountId)),
            list(of((s) => s.ticketId)),
            list(of((s) => s.order.productVersionId)),
            list(of((s) => s.order.contestIds[0] ?? HOUSE)),
            list(of((s) => s.order.contestIds.length)),
            list(of((s) => String(s.order.stakePerContest * BigInt(s.order.contestIds.length)))),
            list(of((s) => s.order.channel)),
            list(of((s) => s.order.terminalId)),
            list(of((s) => s.order.clerkId)),
            list(of((s) => s.order.key)),
            list(ofEntry((e) => e.contestId)),
            list(ofEntry((e) => e.sale.ticketId)),
            list(ofEntry((e) => e.sale.order.accountId)),
            list(ofEntry((e) => e.transferId)),
            list(ofEntry((e) => codeOf(e.sale.order))),
            list(ofEntry((e) => String(e.sale.order.stakePerContest))),
            list(ofEntry((e) => hexText(e.sale.order.lines))),
            intakeId,
            String(link.sequence),
            Buffer.concat(of((s) => s.hash)),
            at,
            Buffer.concat(of((s) => s.identity.serialHash)),
            Buffer.concat(of((s) => s.order.inputHash)),
            Buffer.concat(ofEntry((e) => e.sale.identity.commitment)),
            list(spenders.map(([id]) => id)),
            list(spenders.map(([, s]) => codeOf(s.order))),
            list(spenders.map(([, s]) => String(s.amount))),
            linkId,
            link.previous,
            link.head,
            link.records,
            link.recordCount,
            String(link.amountCents),
            link.signature,
            list(counted.map(([id]) => id)),
            list(counted.map(([, s]) => String(s.amount))),
            today.day,
            today.week,
            today.month,
            ...(numbered.length > 0
              ? [list(numbered.map((n) => n.contestId)), list(numbered.map((n) => n.number)), list(numbered.map((n) => n.ticketId))]
              : []),
          ]),
          sql.unsafe('COMMIT'),
          run<{ pid: number }>(WHO_ANSWERS),
        ]),
      );
      // COMMIT of a failed transaction answers ROLLBACK without an error; COMMIT on a new connection answers COMMIT and means nothing.
      if (committed.command !== 'COMMIT' || answered[0]?.pid !== reader) throw new LostBatch();
    },

    reconnect() {
      // Not waited for: what the lost connection still holds is waited for where the head is read.
      void sql.end({ timeout: 0 }).catch(() => undefined);
      sql = connect();
    },

    async abandon() {
      await within(sql.unsafe('ROLLBACK'));
    },

    async openIntake(intakeId, keyId, publicKey) {
      await within(
        run(`INSERT INTO intake (id, key_id, public_key, started_at) VALUES ($1::uuid, $2::text, $3::bytea, clock_timestamp())`, [
          intakeId,
          keyId,
          publicKey,
        ]),
      );
    },

    async headOf(intakeId) {
      const [, , [row]] = await within(
        Promise.all([
          sql.unsafe('BEGIN'),
          run(`SELECT ${LOCK_CHAIN}`, [intakeId]),
          run<{ seq: string; head: Uint8Array }>(HEAD, [intakeId]),
          sql.unsafe('COMMIT'),
        ]),
      );
      return row ? { sequence: BigInt(row.seq), head: row.head } : { sequence: 0n, head: new Uint8Array(32) };
    },

    close: () => sql.end({ timeout: 5 }),
  };
}
