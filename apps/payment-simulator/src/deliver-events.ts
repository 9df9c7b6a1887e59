/** Hands events to the platform's webhook, signed, until it answers 2xx: at once, then waiting longer each time, for as long as the process runs. */
import type { Shelf, Told } from './books.ts';
import { eventText } from './routes.ts';
import { signWebhook } from './sign-webhook.ts';

export type Webhook = { readonly url: string; readonly secret: string };

const LONGEST_MS = 60_000;
const TIMEOUT_MS = 10_000;

const waitMs = (tries: number): number => Math.min(LONGEST_MS, 250 * 2 ** Math.min(tries, 10));

async function deliver(event: Told, { url, secret }: Webhook, now: Date): Promise<boolean> {
  const body = eventText(event);
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signWebhook(body, secret, now) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

/** One round: every event that is due, in the order they happened. Returns how many were taken. */
export async function deliverDue({ books, keep }: Shelf, webhook: Webhook, clock: () => Date): Promise<number> {
  let taken = 0;
  for (const event of books.events.filter(({ delivered, nextAt }) => !delivered && nextAt <= clock().getTime())) {
    event.tries += 1;
    event.delivered = await deliver(event, webhook, clock());
    event.nextAt = clock().getTime() + waitMs(event.tries);
    if (event.delivered) taken += 1;
  }
  if (taken > 0) keep();
  return taken;
}
