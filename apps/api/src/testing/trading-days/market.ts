/** The operator's whole platform on simulated time: products on sale, players with money, shops with counters, the control system beside it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { licence, operatorTier, shop } from '@valira/db/schema';
import { cents } from '@valira/money';
import { expectOk } from '@valira/outcome';
import { eq } from 'drizzle-orm';
import postgres from 'postgres';
import { setDrawPlan } from '../../modules/calendar/set-draw-plan.ts';
import { type Counter, newCounter } from '../../modules/claims/testing/won-tickets.ts';
import { type ControlClient, feedControl } from '../../modules/control/index.ts';
import { account, postOperation } from '../../modules/ledger/index.ts';
import type { AdvanceDeps } from '../../modules/procedure/index.ts';
import { decideVersion, draftVersion, releaseVersion, submitVersion } from '../../modules/products/index.ts';
import { folderArchive } from '../../modules/reporting/index.ts';
import { type Intake, openIntake, openSales, openSoldContests, type Sales, type SoldContests } from '../../modules/wagers/index.ts';
import type { Core } from '../../platform/core.ts';
import { ensureMonthPartitions } from '../../platform/month-partitions.ts';
import { transactionsOn } from '../../platform/transaction.ts';
import { type ControlProcess, startControlProcess } from '../control-process.ts';
import { makeWorld, type World } from '../world.ts';
import { type Chance, chanceFrom, entropyFrom } from './chance.ts';
import { type Crashes, crashesFrom } from './crashes.ts';
import { PRODUCTS, type Slug } from './products.ts';
import { type SimulatedClock, simulatedClock } from './simulated-clock.ts';

const CONTROL_MAIN = fileURLToPath(new URL('../../../../control/src/testing/main-on-set-clock.ts', import.meta.url));
const DAY_MS = 86_400_000;
const PLAYERS = 30;
const SHOPS = 4;

/** What people hold in their hands: answers they were given. The auditor compares it with the rows. */
export type Witness = {
  readonly tickets: Map<string, { readonly accountId: string; readonly cents: bigint }>;
  readonly cancelled: Map<string, bigint>;
  readonly paid: Map<string, bigint>;
  readonly deposits: Map<string, bigint>;
};

export type HeldTicket = {
  readonly ticketId: string;
  readonly serial: string;
  readonly accountId: string;
  readonly counter: Counter | null;
  readonly lastDrawAt: Date;
};

export type Market = {
  readonly world: World;
  readonly clock: SimulatedClock;
  readonly chance: Chance;
  /** Streams of their own for what depends on timing and on the generator's numbers, so that they shift no other decision. */
  readonly workerChance: Chance;
  readonly deskChance: Chance;
  readonly crashes: Crashes;
  readonly core: Core;
  readonly deps: AdvanceDeps;
  readonly sales: Sales;
  readonly soldContests: SoldContests;
  readonly players: readonly string[];
  readonly counters: readonly Counter[];
  readonly versions: Readonly<Record<Slug, { readonly productId: string; readonly versionId: string }>>;
  readonly witness: Witness;
  /** Shop tickets that may have won. */
  readonly held: HeldTicket[];
  /** Pools that the control system locked and two people released. */
  readonly released: string[];
  /** Second holders' secrets by draw. */
  readonly secrets: Map<string, Uint8Array>;
  /** The owner's connection, for the auditor. */
  readonly reader: postgres.Sql<{ bigint: bigint }>;
  /** Sends what was sold to the control system, then moves the clock. */
  moveTo(instant: Date): Promise<void>;
  deposit(accountId: string, amount: bigint): Promise<void>;
  end(): Promise<void>;
};

/** One round of the product's feeder at a time, until nothing is left to send. */
async function feed(world: World, client: ControlClient): Promise<void> {
  for (;;) {
    const once = new AbortController();
    let kept = 0;
    let trouble: string | null = null;
    await feedControl({
      sql: world.sql,
      client: {
        sendLinks: client.sendLinks,
        async heads() {
          const heads = await client.heads();
          once.abort();
          return heads;
        },
      },
      signal: once.signal,
      onSent: (links) => {
        kept += links;
      },
      onTrouble: ({ code }) => {
        trouble = code;
      },
    });
    if (trouble) throw new Error(`the control system refuses links: ${trouble}`);
    if (kept === 0) return;
  }
}

async function putOnSale(core: Core): Promise<Market['versions']> {
  const found: Partial<Record<Slug, { productId: string; versionId: string }>> = {};
  for (const [i, { version, source, horizonDays }] of PRODUCTS.entries()) {
    const id = expectOk(await draftVersion(core, 'staff:product', version));
    expectOk(await submitVersion(core, 'staff:product', id));
    expectOk(await decideVersion(core, 'inspector:one', id, { decision: 'approved', registrationNumber: `CRAJ-SIM-${i}` }));
    expectOk(await releaseVersion(core, 'staff:management', id));
    if (source) expectOk(await setDrawPlan(core, 'staff:product', version.slug, { source, horizonDays }));
    const row = await core.db.query.productVersion.findFirst({ where: (table, { eq: is }) => is(table.id, id) });
    found[version.slug as Slug] = { productId: row?.productId ?? '', versionId: id };
  }
  return found as Market['versions'];
}

/** Prizes that lapsed are forgotten money after ten days here, so that it happens within the simulation. */
async function shortenAbandonment(owner: postgres.Sql<{ bigint: bigint }>, from: Date): Promise<void> {
  await owner`
    INSERT INTO claim_rule SELECT (jsonb_populate_record(r, jsonb_build_object('valid_from', ${from.toISOString()}::text, 'abandoned_after_days', 10, 'source', 'simulation'))).*
    FROM claim_rule r ORDER BY valid_from DESC LIMIT 1`;
}

export async function openMarket(settings: {
  readonly seed: string;
  readonly start: Date;
  readonly days: number;
  readonly crashesPerThousand: number;
}): Promise<Market> {
  const { seed, start, days } = settings;
  const folder = mkdtempSync(join(tmpdir(), 'valira-trading-days-'));
  const chance = chanceFrom(seed);
  const clock = simulatedClock(start, join(folder, 'clock'));
  const world = await makeWorld({ clock, entropy: entropyFrom(seed), prepare: clock.prepare });
  const reader = postgres(world.database.ownerUrl, { max: 1, onnotice: () => undefined, types: { bigint: postgres.BigInt } });
  await ensureMonthPartitions(world.db);
  const until = new Date(start.getTime() + (days + 500) * DAY_MS);
  await world.db.update(licence).set({ validUntil: until });
  await world.db.update(licence).set({ pariMutuelInShops: true }).where(eq(licence.kind, 'C'));
  const calm: Core = { ...world, clock, inTransaction: transactionsOn(world.db) };
  await shortenAbandonment(reader, start);
  const versions = await putOnSale(calm);
  for (const tier of ['4', '3-bonus'])
    await world.db
      .insert(operatorTier)
      .values({ productId: versions.serra.productId, tier, validFrom: start, operatorOnly: true, proposedBy: 'one', approvedBy: 'two' });
  const players: string[] = [];
  for (let i = 0; i < PLAYERS; i += 1) players.push(await world.newPlayer(0n));
  const counters: Counter[] = [];
  for (let i = 0; i < SHOPS; i += 1) {
    const shopId = await world.newShop(1_000_000_000n);
    await world.db
      .update(shop)
      .set({ commissionBps: 350 + 50 * i })
      .where(eq(shop.accountId, shopId));
    counters.push(await newCounter(world, shopId));
  }
  const control: ControlProcess = await startControlProcess(world, {
    main: CONTROL_MAIN,
    env: { SIMULATED_CLOCK: clock.file },
    feeds: false,
  });
  const intake: Intake = openIntake(
    { databaseUrl: world.database.appUrl, keys: world.keys, ids: world.ids },
    { lanes: 2, batchMax: 100, queueMax: 5_000 },
  );
  const soldContests = openSoldContests(world.db);
  const crashes = crashesFrom(chanceFrom(`${seed}/crashes`), settings.crashesPerThousand);
  const core: Core = { ...calm, inTransaction: crashes.inTransaction(calm.inTransaction) };
  const witness: Witness = { tickets: new Map(), cancelled: new Map(), paid: new Map(), deposits: new Map() };
  let deposits = 0;
  return {
    world,
    clock,
    chance,
    workerChance: chanceFrom(`${seed}/workers`),
    deskChance: chanceFrom(`${seed}/desk`),
    crashes,
    core,
    deps: {
      core,
      control: crashes.control(control.client),
      archive: folderArchive(join(folder, 'archive')),
      record: { build: { version: '0.1.0', buildHash: '0'.repeat(64) }, demo: true },
    },
    sales: openSales({ intake, contests: soldContests }),
    soldContests,
    players,
    counters,
    versions,
    witness,
    held: [],
    released: [],
    secrets: new Map(),
    reader,
    async moveTo(instant) {
      await feed(world, control.client);
      await clock.moveTo(instant);
    },
    async deposit(accountId, amount) {
      deposits += 1;
      const key = `deposit-${deposits}`;
      const posting = {
        debit: account('payment-clearing'),
        credit: account('player-cash', accountId),
        amount: cents(amount),
        kind: 'deposit',
        reference: accountId,
      };
      // Told twice by the payment provider, as it happens.
      for (let times = chance.percent(10) ? 2 : 1; times > 0; times -= 1)
        await calm.inTransaction(async (tx) =>
          expectOk(await postOperation(tx, calm.ids, clock.now(), { accountId, key, postings: [posting] })),
        );
      witness.deposits.set(accountId, (witness.deposits.get(accountId) ?? 0n) + amount);
    },
    async end() {
      await intake.close();
      await control.stop();
      await reader.end();
      await clock.close();
      await world.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
