/**
 * SMS and push by a provider's webhook: POST with the message's id as Idempotency-Key. 2xx is accepted; 4xx is a no for good, except a time-out, a
 * conflict or too many; anything else is tried again.
 */
import type { Delivery, Transport } from './transport.ts';

const TIMEOUT_MS = 10_000;
const TRIED_AGAIN = new Set([408, 409, 425, 429]);

export function webhookTransport(url: string, token: string | undefined): Transport {
  return {
    async deliver({ key, to, subject, text, language }): Promise<Delivery> {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': key,
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ id: key, to, title: subject, text, language }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (answer.ok) return { accepted: true };
      if (answer.status >= 400 && answer.status < 500 && !TRIED_AGAIN.has(answer.status))
        return { accepted: false, reason: `http-${answer.status}` };
      throw new Error(`the provider answered ${answer.status}`);
    },
    close: async () => undefined,
  };
}
