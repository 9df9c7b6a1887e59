/**
 * The queue in the main database, schema `bullmq`. All lanes of a process share one pool; each worker keeps one of its connections
 * to listen on.
 */
import { type Outcome, ok, refuse } from '@valira/outcome';
import {
  assertSchemaCompatibility,
  createPostgresBackend,
  isPgPool,
  runMigrations,
  SchemaMigrationRequiredError,
  withBackend,
} from 'bullmq';
import pg from 'pg';
import { LANES } from './define-job.ts';
import type { Envelope } from './job-queue.ts';
import type { QueueBackend } from './queue-backend.ts';

const SCHEMA = 'bullmq';
const POOL_SIZE = 12;
const CONNECT_LIMIT_MS = 5_000;

/** Makes or updates the schema as the database's owner and lets the application role work in it. Part of every start's migrations. */
export async function prepareQueueSchema(ownerUrl: string, application: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await runMigrations(client, SCHEMA);
    // BullMQ would make a sequence per queue on first use, which the application role may not.
    for (const lane of LANES) {
      await client.query(
        `DO $$ BEGIN EXECUTE format('CREATE SEQUENCE IF NOT EXISTS ${SCHEMA}.%I', ${SCHEMA}.job_id_seq_name('${lane}')); END $$`,
      );
    }
    await client.query(`DO $$ BEGIN EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO ${application}', current_database()); END $$`);
    await client.query(`GRANT USAGE ON SCHEMA ${SCHEMA} TO ${application}`);
    await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${SCHEMA} TO ${application}`);
    await client.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${SCHEMA} TO ${application}`);
  } finally {
    await client.end();
  }
}

export async function openPostgresBackend(databaseUrl: string): Promise<Outcome<QueueBackend, 'queue_unreachable' | 'queue_not_prepared'>> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    options: `-c search_path=${SCHEMA}`,
    max: POOL_SIZE,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    application_name: 'valira-queue',
  });
  pool.on('error', () => {});
  try {
    const client = await pool.connect();
    try {
      await assertSchemaCompatibility(client, SCHEMA);
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    if (error instanceof SchemaMigrationRequiredError) return refuse('queue_not_prepared', { facts: { schema: SCHEMA } });
    return refuse('queue_unreachable', {
      facts: { server: new URL(databaseUrl).host, words: error instanceof Error ? error.message : String(error) },
    });
  }
  if (!isPgPool(pool)) throw new TypeError('pg.Pool is not what BullMQ takes for a pool');
  const { Queue, Worker } = withBackend(createPostgresBackend);
  return ok({
    queue: (lane) => new Queue<Envelope, string>(lane, { connection: pool }),
    worker: (lane, handle, options) => new Worker<Envelope, string>(lane, handle, { ...options, connection: pool }),
    close: () => pool.end(),
  });
}
