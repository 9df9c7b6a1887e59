/**
 * Every setting of the platform, once: what it is for, what it may hold, and what holds when it is not set.
 *
 * A setting keeps its environment name everywhere (`config.API_PORT`), so one search finds where it is read. Settings about
 * the games and bets themselves are not here: they are products, approved and versioned in the database.
 */
import { z } from 'zod';

export type SettingMeta = {
  readonly group: SettingGroup;
  /** What the setting decides, in one or two sentences for the operations page. */
  readonly about: string;
  /** What happens without it, for the page, where the schema has no default of its own. */
  readonly unset?: string;
  /** Never printed, logged or shown. */
  readonly secret?: true;
};

export const SETTING_GROUPS = [
  'Addresses and ports',
  'Databases',
  'Queue',
  'Files and keys',
  'Sales intake',
  'Draws',
  'Messages',
  'Payments',
  'Access',
  'Running',
] as const;

export type SettingGroup = (typeof SETTING_GROUPS)[number];

export const settingMeta = z.registry<SettingMeta>();

const port = () =>
  z.coerce
    .number({ error: 'is not a port number' })
    .int({ error: 'is not a whole port number' })
    .min(1, { error: 'is below 1, the lowest port' })
    .max(65_535, { error: 'is above 65535, the highest port' });

const wholeNumber = (min: number, max: number, unit: string) =>
  z.coerce
    .number({ error: `is not a whole number of ${unit}` })
    .int({ error: `is not a whole number of ${unit}` })
    .min(min, { error: `is below ${min} ${unit}` })
    .max(max, { error: `is above ${max} ${unit}` });

const url = (protocols: readonly string[]) => {
  const schemes = protocols.map((name) => `${name}://`).join(' or ');
  return z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol.slice(0, -1)), {
    error: `is not an address that starts with ${schemes}`,
  });
};

const postgresUrl = () => url(['postgres', 'postgresql']);

const yesOrNo = () => z.enum(['true', 'false'], { error: 'is neither true nor false' }).transform((value) => value === 'true');

const folder = () => z.string().min(1, { error: 'names no folder' });

/** `5/900`: at most 5 within 900 seconds. */
const rate = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}\/[1-9]\d{0,5}$/, { error: 'is not of the form tries/seconds, like 5/900' })
    .transform((text) => {
      const [points = 0, seconds = 0] = text.split('/').map(Number);
      return { points, seconds };
    });

const hex = (bytes: number) =>
  z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`), { error: `is not ${bytes} bytes in lower-case hexadecimal` });

export const settingsSchema = z.object({
  API_HOST: z.string().min(1).default('127.0.0.1').register(settingMeta, {
    group: 'Addresses and ports',
    about: 'Network address the API and the control system listen on. `0.0.0.0` opens them to other machines.',
  }),
  API_PORT: port().default(4000).register(settingMeta, {
    group: 'Addresses and ports',
    about: 'Port of the API, which also serves the web and terminal pages.',
  }),
  CONTROL_PORT: port().default(4100).register(settingMeta, {
    group: 'Addresses and ports',
    about: 'Port of the independent control system.',
  }),
  CONTROL_URL: url(['http', 'https']).optional().register(settingMeta, {
    group: 'Addresses and ports',
    about: 'Address at which the platform reaches the independent control system.',
    unset: '`http://127.0.0.1:` followed by `CONTROL_PORT`',
  }),
  PUBLIC_URL: url(['http', 'https']).optional().register(settingMeta, {
    group: 'Addresses and ports',
    about: 'Address under which players, shops and the inspector reach the platform; printed in links and on tickets.',
    unset: '`http://localhost:` followed by `API_PORT`',
  }),

  DATABASE_URL: postgresUrl().optional().register(settingMeta, {
    group: 'Databases',
    about: 'PostgreSQL (15 or later) that API and worker use. A role that may not create tables needs `DATABASE_OWNER_URL` beside it.',
    unset: 'an embedded PostgreSQL 18 in `DATA_DIR`',
    secret: true,
  }),
  DATABASE_OWNER_URL: postgresUrl().optional().register(settingMeta, {
    group: 'Databases',
    about: 'The same database as its owner: used by migrations alone.',
    unset: '`DATABASE_URL` migrates, and the processes get an application login of their own',
    secret: true,
  }),
  DATABASE_PORT: port().default(5499).register(settingMeta, {
    group: 'Databases',
    about: 'Port of the embedded main cluster.',
  }),
  DATABASE_POOL_SIZE: wholeNumber(2, 200, 'connections').default(20).register(settingMeta, {
    group: 'Databases',
    about: 'Connections each process keeps to the main database.',
  }),
  CONTROL_DATABASE_URL: postgresUrl().optional().register(settingMeta, {
    group: 'Databases',
    about: 'PostgreSQL cluster of the independent control system. Must be another server than the main one.',
    unset: 'a second embedded PostgreSQL 18 in `DATA_DIR`',
    secret: true,
  }),
  CONTROL_DATABASE_OWNER_URL: postgresUrl().optional().register(settingMeta, {
    group: 'Databases',
    about: "The control system's database as its owner: used by migrations alone.",
    unset: '`CONTROL_DATABASE_URL` migrates',
    secret: true,
  }),
  CONTROL_DATABASE_PORT: port().default(5498).register(settingMeta, {
    group: 'Databases',
    about: "Port of the control system's embedded cluster.",
  }),

  REDIS_URL: url(['redis', 'rediss']).optional().register(settingMeta, {
    group: 'Queue',
    about: 'Redis for the job queue; its `maxmemory-policy` must be `noeviction`.',
    unset: 'the queue lives in the main database, schema `bullmq`',
    secret: true,
  }),
  WORKER_CONCURRENCY: wholeNumber(1, 100, 'jobs').default(4).register(settingMeta, {
    group: 'Queue',
    about: 'Jobs of one queue a worker process runs at the same time.',
  }),

  DATA_DIR: folder().default('.data').register(settingMeta, {
    group: 'Files and keys',
    about: 'Folder of everything the platform keeps on this machine: embedded clusters, logs, demo log-ins.',
  }),
  KEYS_DIR: folder().optional().register(settingMeta, {
    group: 'Files and keys',
    about: 'Folder of the private keys behind the file key port (seals, serials, archive, personal data).',
    unset: '`keys` in `DATA_DIR`',
  }),
  CONTROL_KEYS_DIR: folder().optional().register(settingMeta, {
    group: 'Files and keys',
    about: "Folder of the control system's own keys; the platform never reads it.",
    unset: '`keys-control` in `DATA_DIR`',
  }),
  ARCHIVE_DIR: folder().optional().register(settingMeta, {
    group: 'Files and keys',
    about: 'Folder of the archive (draw bundles, records, daily heads) when no S3 bucket is set.',
    unset: '`archive` in `DATA_DIR`',
  }),
  INSTANTS_DIR: folder().optional().register(settingMeta, {
    group: 'Files and keys',
    about: 'Folder of the files of instant runs (print and validation files, manifests, audit reports), one folder a run.',
    unset: '`instants` in `DATA_DIR`',
  }),
  S3_ENDPOINT: url(['http', 'https']).optional().register(settingMeta, {
    group: 'Files and keys',
    about: 'S3-compatible store of the archive. Set all `S3_*` settings or none.',
    unset: 'the archive is the folder `ARCHIVE_DIR`',
  }),
  S3_REGION: z.string().min(1).optional().register(settingMeta, { group: 'Files and keys', about: 'Region of the bucket.' }),
  S3_BUCKET: z.string().min(3, { error: 'is too short for a bucket name' }).optional().register(settingMeta, {
    group: 'Files and keys',
    about: 'Bucket of the archive; object lock should be on.',
  }),
  S3_ACCESS_KEY: z.string().min(1).optional().register(settingMeta, {
    group: 'Files and keys',
    about: 'Access key of the bucket.',
    secret: true,
  }),
  S3_SECRET_KEY: z.string().min(1).optional().register(settingMeta, {
    group: 'Files and keys',
    about: 'Secret key of the bucket.',
    secret: true,
  }),

  INTAKE_LANES: wholeNumber(1, 16, 'lanes').default(1).register(settingMeta, {
    group: 'Sales intake',
    about: 'Commits that may run side by side in one API process. An account always uses the same lane.',
  }),
  INTAKE_BATCH_MAX: wholeNumber(1, 1000, 'sales').default(256).register(settingMeta, {
    group: 'Sales intake',
    about: 'Most sales that one group commit writes.',
  }),
  INTAKE_QUEUE_MAX: wholeNumber(1, 100_000, 'sales').default(2000).register(settingMeta, {
    group: 'Sales intake',
    about: 'Sales that may wait for a commit before further ones are answered with "busy, try again".',
  }),

  CONTROL_GRACE_SECONDS: wholeNumber(1, 3600, 'seconds').default(120).register(settingMeta, {
    group: 'Draws',
    about: 'How long after a close the control system still takes links of that contest; later ones lock it.',
  }),
  BEACON_URL: url(['http', 'https']).optional().register(settingMeta, {
    group: 'Draws',
    about:
      'Public randomness beacon (drand HTTP interface) whose later round an announcement names for the case that the second holder is silent.',
    unset: 'no fallback: such a draw waits, and can only be made void',
  }),
  BEACON_CHAIN_HASH: hex(32).optional().register(settingMeta, {
    group: 'Draws',
    about: 'Chain hash of the beacon, so that another chain at the same address is not believed.',
  }),
  BEACON_PUBLIC_KEY: hex(96).optional().register(settingMeta, {
    group: 'Draws',
    about: 'Public key of the beacon chain; rounds are verified against it.',
  }),
  BEACON_GENESIS_AT: z.iso.datetime({ precision: 3 }).default('2023-08-23T15:09:27.000Z').register(settingMeta, {
    group: 'Draws',
    about: 'When the first round of the beacon chain was due (drand quicknet by default).',
  }),
  BEACON_PERIOD_SECONDS: wholeNumber(1, 86_400, 'seconds').default(3).register(settingMeta, {
    group: 'Draws',
    about: 'Time between two rounds of the beacon chain.',
  }),
  WITNESS_URLS: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(url(['http', 'https'])))
    .default([])
    .register(settingMeta, {
      group: 'Draws',
      about: 'Addresses, separated by commas, that receive seals, commitments and daily heads as witnesses.',
      unset: "only the inspector's receipt log",
    }),

  SMTP_URL: url(['smtp', 'smtps']).optional().register(settingMeta, {
    group: 'Messages',
    about: 'Mail server, with user and password: `smtps://user:password@mail.example:465`.',
    unset: 'mail is written as `.eml` files into `MAIL_DIR`',
    secret: true,
  }),
  MAIL_FROM: z.string().min(3).default('Valira <no-reply@valira.invalid>').register(settingMeta, {
    group: 'Messages',
    about: 'Sender of mail to players.',
  }),
  MAIL_DIR: folder().optional().register(settingMeta, {
    group: 'Messages',
    about: 'Folder for mail when there is no mail server.',
    unset: '`mail` in `DATA_DIR`',
  }),
  SMS_URL: url(['http', 'https']).optional().register(settingMeta, {
    group: 'Messages',
    about: 'Webhook of the SMS provider: POST of id, to, title, text and language, the id also as `Idempotency-Key`.',
    unset: 'no SMS is sent',
  }),
  SMS_TOKEN: z.string().min(1).optional().register(settingMeta, {
    group: 'Messages',
    about: 'Bearer token for the SMS provider.',
    secret: true,
  }),
  PUSH_URL: url(['http', 'https']).optional().register(settingMeta, {
    group: 'Messages',
    about: 'Webhook of the push provider, called as that of SMS.',
    unset: 'no push message is sent',
  }),
  PUSH_TOKEN: z.string().min(1).optional().register(settingMeta, {
    group: 'Messages',
    about: 'Bearer token for the push provider.',
    secret: true,
  }),

  STRIPE_SECRET_KEY: z.string().min(8, { error: 'is too short for a key' }).optional().register(settingMeta, {
    group: 'Payments',
    about: 'Secret key at the payment provider (Stripe). Set all `STRIPE_*` settings or none.',
    unset: 'in demo mode a local simulator takes the provider’s place; otherwise nothing can be paid in',
    secret: true,
  }),
  STRIPE_PUBLISHABLE_KEY: z.string().min(8, { error: 'is too short for a key' }).optional().register(settingMeta, {
    group: 'Payments',
    about: 'Publishable key, which browsers pay with.',
  }),
  STRIPE_WEBHOOK_SECRET: z.string().min(8, { error: 'is too short for a secret' }).optional().register(settingMeta, {
    group: 'Payments',
    about: 'Secret of the webhook that points to `/v1/payments/webhook`; its signature is checked with it.',
    secret: true,
  }),
  PAYOUT_NAME: z.string().min(1).max(70).optional().register(settingMeta, {
    group: 'Payments',
    about: 'Name of the operator in files for the bank. Set all `PAYOUT_*` settings or none.',
    unset: 'no file of withdrawals can be written',
  }),
  PAYOUT_IBAN: z
    .string()
    .regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, { error: 'is no IBAN without spaces' })
    .optional()
    .register(settingMeta, { group: 'Payments', about: 'Account that withdrawals and prizes are paid from.' }),
  PAYOUT_BIC: z
    .string()
    .regex(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, { error: 'is no BIC of 8 or 11 characters' })
    .optional()
    .register(settingMeta, { group: 'Payments', about: 'BIC of that account’s bank.' }),
  PAYMENT_SIMULATOR_URL: url(['http', 'https']).optional().register(settingMeta, {
    group: 'Payments',
    about: 'Address of a payment simulator that is asked instead of the provider, by the platform and by browsers.',
    unset: 'the provider itself',
  }),
  PAYMENT_SIMULATOR_PORT: port().default(4200).register(settingMeta, {
    group: 'Payments',
    about: 'Port of the payment simulator that a demo starts.',
  }),

  TRUSTED_ORIGINS: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(url(['http', 'https'])))
    .default([])
    .register(settingMeta, {
      group: 'Access',
      about: 'Further origins, separated by commas, whose pages may send commands with a session cookie. `PUBLIC_URL` always may.',
      unset: 'none',
    }),
  PROXY_HOPS: wholeNumber(0, 5, 'proxies').default(0).register(settingMeta, {
    group: 'Access',
    about: 'Reverse proxies in front of the API that each append an address to `X-Forwarded-For`; limits per address count by it.',
  }),
  BARRED_REGISTER: z.string().max(400).optional().register(settingMeta, {
    group: 'Access',
    about:
      'The register of barred persons: a file, or an http(s) address, read every hour. While what was read is older than the rule allows, nobody plays online.',
    unset: 'an invented register in demo mode; otherwise nobody plays online',
  }),
  CHALLENGE_COST: wholeNumber(1, 100_000, 'rounds').default(3000).register(settingMeta, {
    group: 'Access',
    about:
      'PBKDF2 rounds of one try at the challenge before a sign-up or log-in; 256 tries are needed on average. In demo mode a tenth of it.',
  }),
  RATE_SIGN_IN_ADDRESS: rate().prefault('60/300').register(settingMeta, {
    group: 'Access',
    about: 'Sign-in tries from one network address, as tries/seconds. In demo mode limits per address are a thousand times as wide.',
    unset: '`60/300`',
  }),
  RATE_SIGN_IN_EMAIL: rate().prefault('10/900').register(settingMeta, {
    group: 'Access',
    about: 'Failed sign-in tries on one e-mail address, from anywhere.',
    unset: '`10/900`',
  }),
  RATE_REGISTER: rate().prefault('30/3600').register(settingMeta, {
    group: 'Access',
    about: 'Accounts opened from one network address.',
    unset: '`30/3600`',
  }),
  RATE_PIN: rate().prefault('5/900').register(settingMeta, {
    group: 'Access',
    about: 'Wrong PINs on one terminal; after as many, tries within the time are refused even when they are right.',
    unset: '`5/900`',
  }),
  RATE_ENROL: rate().prefault('20/900').register(settingMeta, {
    group: 'Access',
    about: 'Enrolment codes tried from one network address.',
    unset: '`20/900`',
  }),
  RATE_CHECK: rate().prefault('60/300').register(settingMeta, {
    group: 'Access',
    about: 'Shop tickets looked up by number from one network address.',
    unset: '`60/300`',
  }),
  RATE_SALE: rate().prefault('2000/10').register(settingMeta, {
    group: 'Access',
    about: 'Purchases of one player or terminal, in each API process.',
    unset: '`2000/10`',
  }),

  DEMO_MODE: yesOrNo().optional().register(settingMeta, {
    group: 'Running',
    about: 'Seeds the story and lets an uncertified build draw; every draw bundle says so. Never with real players.',
    unset: '`true` on the embedded database, `false` on a database of your own',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'is none of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info')
    .register(settingMeta, { group: 'Running', about: 'Least severe log line that is written.' }),
  METRICS_TOKEN: z.string().min(16, { error: 'is shorter than 16 characters' }).optional().register(settingMeta, {
    group: 'Running',
    about: 'Bearer token that `/metrics` asks for.',
    unset: '`/metrics` answers on the loopback address only',
    secret: true,
  }),
});

export type Settings = z.output<typeof settingsSchema>;

export type SettingName = keyof Settings;
