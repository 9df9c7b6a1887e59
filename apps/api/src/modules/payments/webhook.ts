/** POST /v1/payments/webhook: what the provider tells. Not in the OpenAPI document: its body and signature are the provider's. */
import { refuse } from '@valira/outcome';
import { Hono } from 'hono';
import type { Core } from '../../platform/core.ts';
import { refused } from '../../platform/http/answer.ts';
import type { HttpEnv } from '../../platform/http/http-env.ts';
import { takeEvent } from './deposits/take-event.ts';
import type { Payments } from './provider.ts';

export const WEBHOOK_PATH = '/payments/webhook';

export const paymentWebhook = (deps: Core & { readonly payments: Payments | null }) =>
  new Hono<HttpEnv>().post(WEBHOOK_PATH, async (c) => {
    if (!deps.payments) return refused(c, refuse('deposits_unavailable'));
    // The bytes as they came: a body that was read and written again has another signature.
    const body = new Uint8Array(await c.req.arrayBuffer());
    const taken = await takeEvent({ ...deps, provider: deps.payments.provider }, body, c.req.header('stripe-signature') ?? '');
    return taken.ok ? c.json({ received: true }, 200) : refused(c, taken);
  });
