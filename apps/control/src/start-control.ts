/** Builds the control system out of its settings and starts to listen. The only place where its parts are put together. */
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { openSharedToken } from '@valira/config';
import { CONTROL_DATABASE } from '@valira/db/databases';
import { migrate, migrationProblem } from '@valira/db/migrate';
import type { Logger } from 'pino';
import { controlApp } from './app.ts';
import { openControlKeys } from './keys/control-keys.ts';
import { openTrustedKeys } from './keys/trusted-keys.ts';
import { openSql } from './sql.ts';

export type ControlSettings = {
  readonly host: string;
  readonly port: number;
  /** The application's own login. */
  readonly databaseUrl: string;
  /** The owner's login, which migrates first; null when somebody else has migrated. */
  readonly ownerUrl: string | null;
  /** Folder of this system's own keys. */
  readonly controlKeysDir: string;
  /** Folder in which the platform publishes its public keys, and in which the shared token lies. */
  readonly keysDir: string;
  readonly graceSeconds: number;
  readonly now?: () => Date;
};

export type RunningControl = { readonly port: number; close(): Promise<void> };

/** Throws an Error with words for the person who started it when the database cannot be brought up to date. */
export async function startControl(settings: ControlSettings, log: Logger): Promise<RunningControl> {
  if (settings.ownerUrl !== null) {
    const migrated = await migrate(settings.ownerUrl, CONTROL_DATABASE);
    if (!migrated.ok) throw new Error(migrationProblem(migrated));
  }
  const now = settings.now ?? (() => new Date());
  const sql = openSql(settings.databaseUrl);
  const keys = openControlKeys(settings.controlKeysDir);
  const trusted = openTrustedKeys(sql, join(settings.keysDir, 'public-keys.json'), now);
  const deps = { sql, keys, trusted, now, graceMs: settings.graceSeconds * 1000 };
  const app = controlApp(deps, openSharedToken(join(settings.keysDir, 'control.token')), log);
  const { server, port } = await new Promise<{ server: ReturnType<typeof serve>; port: number }>((resolve, reject) => {
    const listening = serve({ fetch: app.fetch, hostname: settings.host, port: settings.port }, (info) =>
      resolve({ server: listening, port: info.port }),
    );
    listening.once('error', reject);
    // Longer than the pauses of a feeder, which would otherwise send into a connection that is just being closed.
    if ('keepAliveTimeout' in listening) listening.keepAliveTimeout = 65_000;
  });
  return {
    port,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ('closeIdleConnections' in server) server.closeIdleConnections();
      });
      await sql.end({ timeout: 5 });
    },
  };
}
