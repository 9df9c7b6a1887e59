/**
 * Builds what a process is made of, once: the only place where dependencies are chosen. `http.ts` and `worker.ts` call it and add what is
 * theirs; tests call `httpParts` with a database and clock of their own.
 */
import { fileURLToPath } from 'node:url';
import type { Config } from '@valira/config';
import { openDatabase } from '@valira/db';
import { MAIN_DATABASE } from '@valira/db/databases';
import { readMigrations } from '@valira/db/migrate';
import { Redis } from 'ioredis';
import type { AppParts, SaleParts } from './app.ts';
import { engineCache, openLiveFigures } from './modules/contests/index.ts';
import { debtorOf, openPayments } from './modules/payments/index.ts';
import { checkDeposit } from './modules/play-limits/index.ts';
import { type Archive, folderArchive, s3Archive } from './modules/reporting/index.ts';
import { openShopHeaders } from './modules/retail/index.ts';
import { type Intake, openIntake, openSales, openSoldContests, openThreadedIntake } from './modules/wagers/index.ts';
import { openActors } from './platform/auth/actors.ts';
import { openChallenges } from './platform/auth/challenges.ts';
import { openAuth } from './platform/auth/open-auth.ts';
import { personSessions } from './platform/auth/person-session.ts';
import { terminalSessions } from './platform/auth/terminal-session.ts';
import { type Beacon, openDrandBeacon } from './platform/beacon.ts';
import { readBuild } from './platform/build.ts';
import { systemClock } from './platform/clock.ts';
import type { Core } from './platform/core.ts';
import { systemEntropy } from './platform/entropy.ts';
import type { ReadinessCheck } from './platform/http/health.ts';
import { uuidV7 } from './platform/ids.ts';
import { openFileKeyring } from './platform/keys/file-keyring.ts';
import { type Limit, type LimitName, openRateLimits, type RateLimits } from './platform/rate-limits.ts';
import { openTelemetry, type Telemetry } from './platform/telemetry/telemetry.ts';
import { transactionsOn } from './platform/transaction.ts';

export type ProcessConfig = Config<'DATABASE_URL' | 'KEYS_DIR' | 'PUBLIC_URL'>;

/** What every process has: database, clock, ids, keys, telemetry. */
export function openCore(config: ProcessConfig, process: string): { core: Core; telemetry: Telemetry; close(): Promise<void> } {
  const database = openDatabase(config.DATABASE_URL, { name: process, connections: config.DATABASE_POOL_SIZE });
  const core: Core = {
    db: database.db,
    sql: database.sql,
    inTransaction: transactionsOn(database.db),
    ids: uuidV7(systemClock, systemEntropy),
    clock: systemClock,
    entropy: systemEntropy,
    keys: openFileKeyring(config.KEYS_DIR),
    ...beaconOf(config),
  };
  return { core, telemetry: openTelemetry({ process, level: config.LOG_LEVEL }), close: database.close };
}

/** The beacon, when one is set; the settings' check sees to it that hash and key are there too. */
function beaconOf(config: ProcessConfig): { beacon?: Beacon } {
  const { BEACON_URL: url, BEACON_CHAIN_HASH: hash, BEACON_PUBLIC_KEY: publicKey } = config;
  if (!url || !hash || !publicKey) return {};
  const network = `drand ${hash.slice(0, 16)}`;
  const chain = { network, publicKey, genesisAt: config.BEACON_GENESIS_AT, periodSeconds: config.BEACON_PERIOD_SECONDS };
  return { beacon: openDrandBeacon(url, hash, chain) };
}

/** Where records go: the S3-compatible store when one is set (all of its settings or none, which the settings' check sees to), else a folder. */
export function openArchive(config: Config<'ARCHIVE_DIR'>): Archive {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = config;
  if (endpoint && region && bucket && accessKey && secretKey) return s3Archive({ endpoint, region, bucket, accessKey, secretKey });
  return folderArchive(config.ARCHIVE_DIR);
}

const batchMetrics = ({ metrics }: Telemetry) => ({
  onBatch(sales: number, ms: number) {
    metrics.batchSales.observe(sales);
    metrics.batchSeconds.observe(ms / 1000);
  },
});

const intakeSettings = (config: Config) => ({
  lanes: config.INTAKE_LANES,
  batchMax: config.INTAKE_BATCH_MAX,
  queueMax: config.INTAKE_QUEUE_MAX,
});

/** An intake in this thread, for processes that sell little. */
export const openIntakeHere = (core: Core, config: Config<'DATABASE_URL'>, telemetry: Telemetry): Intake =>
  openIntake({ databaseUrl: config.DATABASE_URL, keys: core.keys, ids: core.ids, ...batchMetrics(telemetry) }, intakeSettings(config));

/** An intake in a thread of its own, beside the one that reads requests. */
export const openIntakeBeside = (config: ProcessConfig, telemetry: Telemetry, onEnd: (error: Error) => void): Intake =>
  openThreadedIntake(
    { ...intakeSettings(config), databaseUrl: config.DATABASE_URL, keysDir: config.KEYS_DIR },
    { ...batchMetrics(telemetry), onEnd },
  );

/** What selling needs around the intake. */
export function openSaleParts(core: Core, config: Config<'ARCHIVE_DIR'>, intake: Intake): SaleParts {
  const soldContests = openSoldContests(core.db);
  return {
    soldContests,
    sales: openSales({ intake, contests: soldContests }),
    shopHeaders: openShopHeaders(core.db),
    figures: openLiveFigures(core.db, engineCache()),
    archive: openArchive(config),
    software: { build: readBuild(), demo: config.DEMO_MODE ?? false },
    payments: openPayments(config),
    debtor: debtorOf(config),
    depositGate: checkDeposit,
  };
}

/** The limits as set. In demo mode a whole town signs in from this machine. */
export function limitsOf(config: Config, demoMode: boolean): Record<LimitName, Limit> {
  const perAddress = (limit: Limit): Limit => (demoMode ? { ...limit, points: limit.points * 1000 } : limit);
  return {
    'sign-in-address': perAddress(config.RATE_SIGN_IN_ADDRESS),
    'sign-in-email': config.RATE_SIGN_IN_EMAIL,
    register: perAddress(config.RATE_REGISTER),
    pin: config.RATE_PIN,
    enrol: perAddress(config.RATE_ENROL),
    check: perAddress(config.RATE_CHECK),
    sale: config.RATE_SALE,
  };
}

/** Where the register of barred persons is read from; null: it is not connected. The story brings an invented one along. */
export const barredRegisterOf = (config: Config): string | null =>
  config.BARRED_REGISTER ?? (config.DEMO_MODE ? fileURLToPath(new URL('./story/barred-register.csv', import.meta.url)) : null);

/** In demo mode a whole town signs in from this machine: its work is a tenth. */
export const challengeCostOf = (config: Config, demoMode: boolean): number =>
  demoMode ? Math.ceil(config.CHALLENGE_COST / 10) : config.CHALLENGE_COST;

export type Counters = { readonly limits: RateLimits; readonly redis: Redis | null; close(): Promise<void> };

/** Counters in Redis when there is one, so that several API processes count together. */
export function openLimits(config: Config, demoMode: boolean, telemetry: Telemetry): Counters {
  const limits = limitsOf(config, demoMode);
  if (!config.REDIS_URL) return { limits: openRateLimits(limits), redis: null, close: async () => undefined };
  const redis = new Redis(config.REDIS_URL, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  redis.on('error', (error) => telemetry.log.warn({ reason: error.message }, 'rate limits count per process while Redis is unreachable'));
  return { limits: openRateLimits(limits, redis), redis, close: async () => redis.disconnect() };
}

/** What `/readyz` looks at in the database. */
function databaseChecks({ db }: Pick<Core, 'db'>): Record<'database' | 'migrations', ReadinessCheck> {
  const wanted = readMigrations(MAIN_DATABASE.migrations).length;
  return {
    async database() {
      await db.execute('SELECT 1');
    },
    async migrations() {
      const [row] = await db.execute<{ applied: number }>('SELECT count(*)::int AS applied FROM schema_migration');
      if (!row || row.applied < wanted) throw new Error('the database is older than this code');
    },
  };
}

/** Where the jobs wait: Redis when there is one, else a schema of the main database. */
export const queueCheck =
  ({ db }: Pick<Core, 'db'>, redis: Redis | null): ReadinessCheck =>
  async () => {
    if (redis) {
      await redis.ping();
      return;
    }
    const [row] = await db.execute<{ there: boolean }>("SELECT to_regnamespace('bullmq') IS NOT NULL AS there");
    if (!row?.there) throw new Error('the queue has no schema yet');
  };

type HttpOptions = {
  readonly telemetry: Telemetry;
  readonly limits: RateLimits;
  readonly publicUrl: string;
  /** PBKDF2 rounds of one try at a challenge. */
  readonly challengeCost: number;
  readonly trustedOrigins?: readonly string[];
  readonly proxyHops?: number;
  readonly metricsToken?: string | undefined;
  readonly checks?: Readonly<Record<string, ReadinessCheck>>;
  readonly sites?: AppParts['sites'];
};

/** What the app is built from, on a core. */
export function httpParts(core: Core & SaleParts, options: HttpOptions): AppParts {
  const auth = openAuth({ db: core.db, keys: core.keys, publicUrl: options.publicUrl });
  const challenges = openChallenges({ db: core.db, keys: core.keys, clock: core.clock, cost: options.challengeCost });
  return {
    core,
    auth,
    challenges,
    spine: {
      clock: core.clock,
      inTransaction: core.inTransaction,
      actors: openActors(
        personSessions({ db: core.db, sql: core.sql, auth, clock: core.clock }),
        terminalSessions({ db: core.db, clock: core.clock }),
      ),
      limits: options.limits,
      telemetry: options.telemetry,
      trustedOrigins: [new URL(options.publicUrl).origin, ...(options.trustedOrigins ?? []).map((origin) => new URL(origin).origin)],
      overHttps: options.publicUrl.startsWith('https:'),
      proxyHops: options.proxyHops ?? 0,
    },
    health: { checks: { ...databaseChecks(core), ...options.checks }, metricsToken: options.metricsToken },
    sites: options.sites ?? [],
  };
}
