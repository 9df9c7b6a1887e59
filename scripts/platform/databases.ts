/**
 * Brings up the two databases, embedded or the operator's own, migrated, and says how each process reaches the one it may.
 *
 * The control system's cluster is another server with another role: no process of the platform gets both addresses.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '@valira/config';
import {
  CONTROL_DATABASE,
  type DatabaseShape,
  type DatabaseUrls,
  giveApplicationLogin,
  MAIN_DATABASE,
  prepareDatabase,
} from '@valira/db/databases';
import { type Cluster, type ClusterOptions, clusterProblem, embeddedBinaries, startCluster } from '@valira/db/embedded';
import { migrate, migrationProblem } from '@valira/db/migrate';
import { prepareQueueSchema } from '../../apps/api/src/platform/jobs/index.ts';
import { restartDelayMs } from './backoff.ts';
import { clusterSecrets } from './data-folder.ts';
import { CannotStartError, type Progress } from './progress.ts';

/** Called as soon as something runs that must be stopped, before anything else can fail. */
export type AtStop = (step: () => Promise<void>) => void;

/** Told the process number of a server at each start. */
export type OnStart = (name: string, pid: number) => void;

type Context = {
  readonly settings: Settings;
  readonly dataDir: string;
  readonly progress: Progress;
  readonly atStop: AtStop;
  readonly onStart: OnStart;
};

type ClusterPlan = {
  readonly name: 'main' | 'control';
  readonly shape: DatabaseShape;
  readonly port: number;
  readonly portSetting: string;
};

/** Main database: migrated, with the queue's schema in it. */
export async function bringUpMain(context: Context): Promise<DatabaseUrls> {
  const { settings, dataDir, progress } = context;
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATABASE_PORT: port } = settings;
  const database = url
    ? await useServer('main database', MAIN_DATABASE, url, ownerUrl, dataDir, 'DATABASE_OWNER_URL')
    : await useEmbedded({ name: 'main', shape: MAIN_DATABASE, port, portSetting: 'DATABASE_PORT' }, context);
  await migrateDatabase('main database', database, MAIN_DATABASE, progress, () =>
    prepareQueueSchema(database.ownerUrl, MAIN_DATABASE.application),
  );
  return database;
}

export async function bringUpControl(context: Context): Promise<DatabaseUrls> {
  const { settings, dataDir, progress } = context;
  const { CONTROL_DATABASE_URL: url, CONTROL_DATABASE_OWNER_URL: ownerUrl, CONTROL_DATABASE_PORT: port } = settings;
  const database = url
    ? await useServer('control database', CONTROL_DATABASE, url, ownerUrl, dataDir, 'CONTROL_DATABASE_OWNER_URL')
    : await useEmbedded({ name: 'control', shape: CONTROL_DATABASE, port, portSetting: 'CONTROL_DATABASE_PORT' }, context);
  await migrateDatabase('control database', database, CONTROL_DATABASE, progress, async () => {});
  return database;
}

async function useEmbedded(
  { name, shape, port, portSetting }: ClusterPlan,
  { dataDir, progress, atStop, onStart }: Context,
): Promise<DatabaseUrls> {
  const binaries = embeddedBinaries();
  if (!binaries.ok) throw new CannotStartError(clusterProblem(binaries, portSetting));
  const secrets = clusterSecrets(dataDir, name);
  const options: ClusterOptions = {
    dataDir: join(dataDir, `postgres-${name}`),
    port,
    password: secrets.superuser,
    binaries: binaries.value,
    logFile: join(dataDir, 'log', `postgres-${name}.log`),
    parameters: name === 'main' ? { shared_buffers: '512MB', max_wal_size: '4GB' } : { shared_buffers: '128MB' },
  };
  const kept = await progress.step(`${name} database: PostgreSQL 18 on port ${port}`, () =>
    keepRunning(options, portSetting, progress, (pid) => onStart(`postgres-${name}`, pid)),
  );
  atStop(kept.stop);
  return prepareDatabase(kept.adminUrl, shape, secrets);
}

/** Starts the server again when it ends unasked; what was committed is there after the start. */
async function keepRunning(
  options: ClusterOptions,
  portSetting: string,
  progress: Progress,
  onStart: (pid: number) => void,
): Promise<{ adminUrl: string; stop(): Promise<void> }> {
  const started = await startCluster(options);
  if (!started.ok) throw new CannotStartError(clusterProblem(started, portSetting));
  let cluster: Cluster = started.value;
  onStart(cluster.pid);
  const stopping = new AbortController();
  const watching = (async () => {
    for (let crashes = 0; ; ) {
      await cluster.exited;
      while (!stopping.signal.aborted) {
        crashes += 1;
        progress.say(`  ! PostgreSQL on port ${options.port} ended; starting it again. Log: ${options.logFile}`);
        const again = await startCluster(options);
        if (again.ok) {
          cluster = again.value;
          onStart(cluster.pid);
          crashes = 0;
          break;
        }
        progress.say(`  ! ${clusterProblem(again, portSetting)}`);
        await sleep(restartDelayMs(crashes), undefined, { signal: stopping.signal }).catch(() => {});
      }
      if (stopping.signal.aborted) return;
    }
  })();
  return {
    adminUrl: cluster.adminUrl,
    async stop() {
      stopping.abort();
      await cluster.stop();
      await watching;
    },
  };
}

async function useServer(
  words: string,
  shape: DatabaseShape,
  url: string,
  ownerUrl: string | undefined,
  dataDir: string,
  ownerSetting: string,
): Promise<DatabaseUrls> {
  if (ownerUrl) return { ownerUrl, appUrl: url };
  const given = await giveApplicationLogin(url, shape, clusterSecrets(dataDir, shape.database).application);
  if (given.ok) return { ownerUrl: url, appUrl: given.value };
  throw new CannotStartError(
    given.code === 'may_not_create_roles'
      ? `The ${words} has no separate owner (${ownerSetting} is not set) and its login may not create the application role ${shape.application}.`
      : `The ${words} at ${given.facts.server} cannot be reached: ${given.facts.words}`,
  );
}

async function migrateDatabase(
  words: string,
  { ownerUrl }: DatabaseUrls,
  shape: DatabaseShape,
  progress: Progress,
  andThen: () => Promise<void>,
): Promise<void> {
  await progress.step(`${words}: migrations`, async () => {
    const migrated = await migrate(ownerUrl, shape);
    if (!migrated.ok) throw new CannotStartError(migrationProblem(migrated));
    await andThen();
  });
}
