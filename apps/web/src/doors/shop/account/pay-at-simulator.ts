/**
 * Pays a deposit at the local payment simulator, as the provider's own script would: with the publishable key and this payment's secret, straight from
 * the browser. Card data never pass the platform.
 */
import type { PaymentTerms } from './account-api.ts';

export type CardPaid =
  | { readonly outcome: 'paid' }
  | { readonly outcome: 'ask-holder'; readonly url: string }
  | { readonly outcome: 'declined'; readonly code: string };

type Answer = {
  readonly status?: string;
  readonly next_action?: { readonly redirect_to_url?: { readonly url: string } } | null;
  readonly error?: { readonly code?: string; readonly decline_code?: string | null };
};

export async function payAtSimulator(terms: PaymentTerms, simulatorUrl: string, card: string, returnUrl: string): Promise<CardPaid> {
  const [paymentId = ''] = terms.clientSecret.split('_secret_');
  const response = await fetch(`${simulatorUrl}/v1/payment_intents/${encodeURIComponent(paymentId)}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${terms.publishableKey}` },
    body: new URLSearchParams({
      client_secret: terms.clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card.replaceAll(/\s/g, ''),
      return_url: returnUrl,
    }),
  });
  const answer = (await response.json()) as Answer;
  if (answer.error) return { outcome: 'declined', code: answer.error.decline_code ?? answer.error.code ?? 'unknown' };
  const url = answer.next_action?.redirect_to_url?.url;
  return answer.status === 'requires_action' && url ? { outcome: 'ask-holder', url: `${simulatorUrl}${url}` } : { outcome: 'paid' };
}
