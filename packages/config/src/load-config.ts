/**
 * Reads the environment into checked settings, or says about every wrong one, by name, what is wrong with it.
 *
 * Example: `API_PORT=70000` and `REDIS_URL=http://x` together are refused as
 * `API_PORT is above 65535, the highest port` and `REDIS_URL is not an address that starts with redis:// or rediss://`.
 * Values are never repeated in the words, because some are secrets.
 */
import { type Outcome, ok, type Refusal, refuse } from '@valira/outcome';
import { type SettingName, type Settings, settingMeta, settingsSchema } from './settings.ts';

/** Settings with those in `Needed` certain to be present. */
export type Config<Needed extends SettingName = never> = Settings & { readonly [Name in Needed]: NonNullable<Settings[Name]> };

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Checks `env` against the schema of all settings. An empty value counts as not set. `needed` names settings this process
 * cannot run without. Refusal `settings_invalid`: one fact per wrong setting, its name → what is wrong.
 */
export function loadConfig<Needed extends SettingName = never>(
  env: Environment,
  needed: readonly Needed[] = [],
): Outcome<Config<Needed>, 'settings_invalid'> {
  const names = Object.keys(settingsSchema.shape);
  const given = Object.fromEntries(names.map((name) => [name, env[name]?.trim() || undefined]));
  const parsed = settingsSchema.safeParse(given);
  const wrong = new Map<string, string>();
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const name = String(issue.path[0]);
      if (!wrong.has(name)) wrong.set(name, issue.message);
    }
  }
  for (const name of needed) {
    if (given[name] === undefined && (!parsed.success || parsed.data[name] === undefined)) {
      wrong.set(name, `is missing: ${settingMeta.get(settingsSchema.shape[name])?.about ?? 'this process needs it'}`);
    }
  }
  if (parsed.success) for (const [name, words] of contradictions(parsed.data)) wrong.set(name, words);
  if (wrong.size > 0 || !parsed.success) return refuse('settings_invalid', { facts: Object.fromEntries(wrong) });
  return ok(parsed.data as Config<Needed>);
}

/** The refusal as lines for a person, one per wrong setting, in the order of the operations page. */
export function settingProblems(refusal: Refusal<'settings_invalid'>): string[] {
  return Object.entries(refusal.facts).map(([name, words]) => `${name} ${words}`);
}

const S3_SETTINGS = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

const STRIPE_SETTINGS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

const PAYOUT_SETTINGS = ['PAYOUT_NAME', 'PAYOUT_IBAN', 'PAYOUT_BIC'] as const;

const PORT_SETTINGS = ['API_PORT', 'CONTROL_PORT', 'DATABASE_PORT', 'CONTROL_DATABASE_PORT', 'PAYMENT_SIMULATOR_PORT'] as const;

function contradictions(settings: Settings): [SettingName, string][] {
  const found: [SettingName, string][] = [];
  for (const together of [S3_SETTINGS, STRIPE_SETTINGS, PAYOUT_SETTINGS]) {
    const set = together.filter((name) => settings[name] !== undefined);
    for (const name of together)
      if (set.length > 0 && settings[name] === undefined) found.push([name, `is missing although ${set.join(', ')} is set`]);
  }
  PORT_SETTINGS.forEach((name, index) => {
    const same = PORT_SETTINGS.slice(0, index).find((other) => settings[other] === settings[name]);
    if (same) found.push([name, `is the same port as ${same}`]);
  });
  if (settings.DATABASE_URL && settings.CONTROL_DATABASE_URL && server(settings.DATABASE_URL) === server(settings.CONTROL_DATABASE_URL)) {
    found.push(['CONTROL_DATABASE_URL', 'is on the same server as DATABASE_URL; the control system needs a cluster of its own']);
  }
  if (settings.DATABASE_OWNER_URL && !settings.DATABASE_URL) {
    found.push(['DATABASE_OWNER_URL', 'is set without DATABASE_URL']);
  }
  if (settings.CONTROL_DATABASE_OWNER_URL && !settings.CONTROL_DATABASE_URL) {
    found.push(['CONTROL_DATABASE_OWNER_URL', 'is set without CONTROL_DATABASE_URL']);
  }
  if (settings.SMTP_URL && settings.MAIL_FROM.endsWith('.invalid>')) {
    found.push(['MAIL_FROM', 'is still the placeholder although SMTP_URL is set']);
  }
  if (settings.BEACON_URL && !(settings.BEACON_CHAIN_HASH && settings.BEACON_PUBLIC_KEY)) {
    found.push(['BEACON_URL', 'needs BEACON_CHAIN_HASH and BEACON_PUBLIC_KEY beside it: an unverified beacon proves nothing']);
  }
  return found;
}

function server(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname === 'localhost' ? '127.0.0.1' : hostname}:${port || '5432'}`;
}
