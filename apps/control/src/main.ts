#!/usr/bin/env node
/** The control process: settings from the environment, its own cluster, its own clock, its own keys. */
import { join } from 'node:path';
import { loadConfig, settingProblems } from '@valira/config';
import { pino } from 'pino';
import { ownerUrlOf } from './owner-url.ts';
import { startControl } from './start-control.ts';

const loaded = loadConfig(process.env, ['CONTROL_DATABASE_URL']);
if (!loaded.ok) {
  for (const problem of settingProblems(loaded)) console.error(problem);
  process.exit(1);
}
const config = loaded.value;
const log = pino({ level: config.LOG_LEVEL, base: { process: 'control' } });

try {
  const running = await startControl(
    {
      host: config.API_HOST,
      port: config.CONTROL_PORT,
      databaseUrl: config.CONTROL_DATABASE_URL,
      ownerUrl: await ownerUrlOf(config.CONTROL_DATABASE_URL, config.CONTROL_DATABASE_OWNER_URL ?? null),
      controlKeysDir: config.CONTROL_KEYS_DIR ?? join(config.DATA_DIR, 'keys-control'),
      keysDir: config.KEYS_DIR ?? join(config.DATA_DIR, 'keys'),
      graceSeconds: config.CONTROL_GRACE_SECONDS,
    },
    log,
  );
  log.info({ port: running.port }, 'control system listens');
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await running.close();
    log.info('control system stopped');
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  log.fatal({ err: error }, error instanceof Error ? error.message : 'control system did not start');
  process.exitCode = 1;
}
