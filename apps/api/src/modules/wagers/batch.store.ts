/**
 * The two round trips of a batch: read under locks, then write and commit. Statements go out together and are answered together.
 *
 * The driver reconnects by itself, and what it had not sent yet then runs on the new connection, outside the transaction. So the
 * caller drops the connection after any failure, the locking statement leaves a token in its transaction, the write asks for it
 * (`batch_guard`), and the commit is believed only when the server process that answers after it is the one that read.
 *
 * Lock order, here as everywhere: the intake's chain, shared close locks of the contests (ascending), then balance rows (ascending account).
 */
import postgres from 'postgres';
import { closeLockKey } from '../contests/index.ts';
import { CODES, HOUSE } from '../ledger/index.ts';
import {
  ACCOUNTS,
  COUNTERS,
  FIND_KEYS,
  FIND_NUMBERS,
  GATES,
  HEAD,
  LOCK_BALANCES,
  LOCK_CHAIN,
  LOCK_CONTESTS,
  LOCK_NUMBERS,
  WRITE,
  WRITE_NUMBERED,
} from './batch-statements.ts';
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
  /** Has limits of its own, so what is staked is counted. */
  limited: boolean;
  /** Three limits on stakes, three on losses, three sums staked, three that came back: by day, week, month. Null where what is asked passes none. */
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
      const asked = new Map<string, bigint>();
      for (const { accountId, stakePerContest, contestIds: draws } of orders)
        asked.set(accountId, (asked.get(accountId) ?? 0n) + stakePerContest * BigInt(draws.length));
      const accountIds = list([...asked.keys()]);
      const [, locked, balances, accounts, keys, gates, counters, , taken] = await within(
        Promise.all([
          sql.unsafe('BEGIN'),
          run<{ pid: number }>(LOCK_CONTESTS, [intakeId, token, list(inLockingOrder(contestIds))]),
          run<BalanceRow>(LOCK_BALANCES, [accountIds]),
          run<AccountRow>(ACCOUNTS, [accountIds, list([...asked.values()].map(String))]),
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
      limited = new Set(accounts.flatMap((row) => (row.limited ? [row.id] : [])));
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
