/**
 * The payment simulator of a demo: started where no account with the provider is set, with keys of its own that stay with the data folder, so that its
 * books and ours speak of the same payments after a restart.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '@valira/config';

type Keys = { readonly STRIPE_SECRET_KEY: string; readonly STRIPE_PUBLISHABLE_KEY: string; readonly STRIPE_WEBHOOK_SECRET: string };

export type PaymentSimulatorSettings = {
  readonly url: string;
  /** What the platform's processes are told. */
  readonly platform: Readonly<Record<string, string>>;
  /** What the simulator itself is told. */
  readonly own: Readonly<Record<string, string>>;
};

function keysIn(file: string): Keys {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Keys;
  const secret = () => randomBytes(18).toString('hex');
  const keys: Keys = {
    STRIPE_SECRET_KEY: `sk_test_${secret()}`,
    STRIPE_PUBLISHABLE_KEY: `pk_test_${secret()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
  };
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}

/** Null with keys of the provider, with a simulator elsewhere, and outside the demo. */
export function paymentSimulatorSettings(settings: Settings, dataDir: string): PaymentSimulatorSettings | null {
  const demo = settings.DEMO_MODE ?? settings.DATABASE_URL === undefined;
  if (!demo || settings.STRIPE_SECRET_KEY || settings.PAYMENT_SIMULATOR_URL) return null;
  const folder = join(dataDir, 'payments');
  // The folder alone is closed: the database's server passes through the one it lies in.
  mkdirSync(dataDir, { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keys = keysIn(join(folder, 'keys.json'));
  const url = `http://localhost:${settings.PAYMENT_SIMULATOR_PORT}`;
  return {
    url,
    // An account that no bank has, so that the demo writes files too.
    platform: {
      PAYOUT_NAME: 'Valira Loteries, SA',
      PAYOUT_IBAN: 'AD1200012030200359100100',
      PAYOUT_BIC: 'TESTADAD',
      ...keys,
      PAYMENT_SIMULATOR_URL: url,
    },
    own: {
      ...keys,
      PAYMENT_SIMULATOR_PORT: String(settings.PAYMENT_SIMULATOR_PORT),
      PAYMENT_SIMULATOR_FILE: join(folder, 'books.json'),
      PAYMENT_WEBHOOK_URL: `http://127.0.0.1:${settings.API_PORT}/v1/payments/webhook`,
    },
  };
}
