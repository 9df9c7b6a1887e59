/**
 * The control process on a clock that a test sets: the instant is read from a file each time it is asked for, or, written `+90000`, how many
 * milliseconds it is ahead of the system's. Everything else is `main.ts`: own process, own database, own keys.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@valira/config';
import { expectOk } from '@valira/outcome';
import { pino } from 'pino';
import { startControl } from '../start-control.ts';

const file = process.env.SIMULATED_CLOCK;
if (!file) throw new Error('SIMULATED_CLOCK names the file that holds the instant');
function now(): Date {
  const text = readFileSync(String(file), 'utf8');
  return text.startsWith('+') ? new Date(Date.now() + Number(text)) : new Date(text);
}

const config = expectOk(loadConfig(process.env, ['CONTROL_DATABASE_URL']));

await startControl(
  {
    host: config.API_HOST,
    port: config.CONTROL_PORT,
    databaseUrl: config.CONTROL_DATABASE_URL,
    ownerUrl: null,
    controlKeysDir: config.CONTROL_KEYS_DIR ?? join(config.DATA_DIR, 'keys-control'),
    keysDir: config.KEYS_DIR ?? join(config.DATA_DIR, 'keys'),
    graceSeconds: config.CONTROL_GRACE_SECONDS,
    now,
  },
  pino({ level: config.LOG_LEVEL, base: { process: 'control' } }),
);
