/** The provider as it is set, or none: then nothing can be paid in, and everything else goes on. */
import type { Config } from '@valira/config';
import type { Debtor } from './bank-files/payment-file.ts';
import type { Payments } from './provider.ts';
import { openStripe } from './stripe-provider.ts';

/** The three keys are set together or not at all, which the settings' check sees to. */
export function openPayments(config: Config): Payments | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = config;
  if (!secretKey || !publishableKey || !webhookSecret) return null;
  const url = config.PAYMENT_SIMULATOR_URL;
  return { provider: openStripe({ secretKey, webhookSecret, url }), publishableKey, simulatorUrl: url ?? null };
}

/** The operator's own account, for files to the bank. */
export function debtorOf({ PAYOUT_NAME: name, PAYOUT_IBAN: iban, PAYOUT_BIC: bic }: Config): Debtor | null {
  return name && iban && bic ? { name, iban, bic } : null;
}
