/** The payment provider's side in a journey: its events, handed over again and again, in any order, signed as it signs. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { url } from './platform.ts';

type Keys = { readonly STRIPE_SECRET_KEY: string; readonly STRIPE_WEBHOOK_SECRET: string };
type Event = { readonly id: string; readonly type: string; readonly data: unknown };

const keys = (): Keys => JSON.parse(readFileSync(join(process.env.DATA_DIR ?? '.data', 'payments', 'keys.json'), 'utf8')) as Keys;

/** Every event of the provider about this payment, the oldest first. */
export async function eventsOf(simulatorUrl: string, paymentId: string): Promise<Event[]> {
  const answer = await fetch(`${simulatorUrl}/v1/events?limit=100`, { headers: { authorization: `Bearer ${keys().STRIPE_SECRET_KEY}` } });
  const { data } = (await answer.json()) as { data: Event[] };
  return data.filter((event) => JSON.stringify(event.data).includes(paymentId)).reverse();
}

/** Hands an event to the platform's webhook; returns its status. */
export async function deliver(event: Event): Promise<number> {
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', keys().STRIPE_WEBHOOK_SECRET).update(`${seconds}.${body}`).digest('hex');
  const answer = await fetch(`${url}/v1/payments/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` },
  });
  return answer.status;
}
