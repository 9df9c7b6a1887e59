/**
 * The provider's HTTP interface, as far as the platform calls it: form-encoded in, JSON out, Bearer or Basic keys, idempotency keys, lists with
 * cursors. Under `/simulator` are the acts that a person or a bank would do: they are not the provider's.
 */
import { timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Told } from './books.ts';
import { type Form, groupAt, isExpanded, readForm, textAt } from './form.ts';
import { holderPage } from './holder-page.ts';
import { type Provider, ProviderError } from './provider.ts';
import { viewOfDispute, viewOfEntry, viewOfIntent, viewOfRefund } from './views.ts';

export type Keys = { readonly secretKey: string; readonly publishableKey: string };

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The key of a request, sent as a Bearer token or as the user name of Basic. */
function keyOf(c: Context): string {
  const given = c.req.header('authorization') ?? '';
  if (given.startsWith('Bearer ')) return given.slice(7);
  return given.startsWith('Basic ') ? (Buffer.from(given.slice(6), 'base64').toString().split(':')[0] ?? '') : '';
}

const unauthorised = () => new ProviderError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' });

const viewOfEvent = ({ id, type, object, created }: Told) => ({
  id,
  object: 'event',
  api_version: '2026-01-28',
  created,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
});

/** The event's body, byte for byte the same at each delivery. */
export const eventText = (event: Told): string => JSON.stringify(viewOfEvent(event));

const MOST = 100;

/** The newest first, after a cursor and within times, as every list of the provider. */
function page<T extends { id: string; created: number }, V>(rows: readonly T[], query: Form, url: string, view: (row: T) => V) {
  const within = (row: T) =>
    row.created >= Number(textAt(query, 'created', 'gte') ?? 0) && row.created < Number(textAt(query, 'created', 'lt') ?? Infinity);
  const all = rows.filter(within).toReversed();
  const after = textAt(query, 'starting_after');
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const limit = Math.min(MOST, Math.max(1, Number(textAt(query, 'limit') ?? 10)));
  return { object: 'list', url, has_more: start + limit < all.length, data: all.slice(start, start + limit).map(view) };
}

const whole = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

export function simulatorRoutes(provider: Provider, { secretKey, publishableKey }: Keys): Hono {
  const { books } = provider;
  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof ProviderError) return c.json({ error: error.body }, error.status as 400);
    throw error;
  });
  app.use('/v1/payment_intents/*', cors({ origin: '*', allowHeaders: ['authorization', 'content-type'] }));
  app.get('/readyz', (c) => c.json({ ok: true }));

  const queryOf = (c: Context): Form => readForm(new URL(c.req.url).search.slice(1));
  const needSecret = (c: Context): void => {
    if (!same(keyOf(c), secretKey)) throw unauthorised();
  };
  /** Runs a write once per idempotency key; the same key with another body is an error, as at the provider. */
  const once = async (c: Context, run: (form: Form) => unknown): Promise<Response> => {
    needSecret(c);
    const text = await c.req.text();
    const key = c.req.header('idempotency-key');
    const request = `${c.req.method} ${new URL(c.req.url).pathname}\n${text}`;
    const before = key === undefined ? undefined : books.answered[key];
    if (before && before.request !== request)
      throw new ProviderError(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    if (before) return c.body(before.body, before.status as 200, { 'content-type': 'application/json', 'idempotent-replayed': 'true' });
    const body = JSON.stringify(run(readForm(text)));
    if (key !== undefined) books.answered[key] = { request, status: 200, body };
    return c.body(body, 200, { 'content-type': 'application/json' });
  };

  app.post('/v1/payment_intents', (c) =>
    once(c, (form) => {
      const intent = provider.createIntent(Number(textAt(form, 'amount')), textAt(form, 'currency') ?? '', groupAt(form, 'metadata'));
      return viewOfIntent(books, intent, () => false);
    }),
  );
  app.get('/v1/payment_intents/:id', (c) => {
    const intent = provider.intentOf(c.req.param('id'));
    const query = queryOf(c);
    // A browser holds the publishable key and this payment's secret; the platform holds the secret key.
    if (!same(keyOf(c), secretKey) && !(same(keyOf(c), publishableKey) && same(textAt(query, 'client_secret') ?? '', intent.clientSecret)))
      throw unauthorised();
    return c.json(viewOfIntent(books, intent, (name) => isExpanded(query, name)));
  });
  app.post('/v1/payment_intents/:id/confirm', async (c) => {
    const form = readForm(await c.req.text());
    const intent = provider.intentOf(c.req.param('id'));
    const byBrowser = same(keyOf(c), publishableKey) && same(textAt(form, 'client_secret') ?? '', intent.clientSecret);
    if (!byBrowser && !same(keyOf(c), secretKey)) throw unauthorised();
    const card = textAt(form, 'payment_method') ?? textAt(form, 'payment_method_data', 'card', 'number') ?? '';
    provider.confirm(intent.id, card, textAt(form, 'return_url') ?? null);
    return c.json(viewOfIntent(books, intent, () => false));
  });
  app.post('/v1/payment_intents/:id/cancel', (c) =>
    once(c, () => viewOfIntent(books, provider.cancel(c.req.param('id') ?? ''), () => false)),
  );
  app.post('/v1/refunds', (c) =>
    once(c, (form) =>
      viewOfRefund(provider.refund(textAt(form, 'payment_intent') ?? '', whole(textAt(form, 'amount')), groupAt(form, 'metadata'))),
    ),
  );
  app.get('/v1/refunds', (c) => {
    needSecret(c);
    const query = queryOf(c);
    const intentId = textAt(query, 'payment_intent');
    const rows = Object.values(books.refunds).filter((refund) => intentId === undefined || refund.intentId === intentId);
    return c.json(page(rows, query, '/v1/refunds', viewOfRefund));
  });
  app.get('/v1/disputes', (c) => {
    needSecret(c);
    const query = queryOf(c);
    const intentId = textAt(query, 'payment_intent');
    const rows = Object.values(books.disputes).filter((dispute) => intentId === undefined || dispute.intentId === intentId);
    return c.json(page(rows, query, '/v1/disputes', (row) => viewOfDispute(books, row)));
  });
  app.get('/v1/balance_transactions', (c) => {
    needSecret(c);
    const query = queryOf(c);
    const inFull = isExpanded(query, 'data.source');
    return c.json(page(books.balance, query, '/v1/balance_transactions', (entry) => viewOfEntry(books, entry, inFull)));
  });
  app.get('/v1/events', (c) => {
    needSecret(c);
    return c.json(page(books.events, queryOf(c), '/v1/events', viewOfEvent));
  });

  app.post('/simulator/disputes', (c) =>
    once(c, (form) =>
      viewOfDispute(
        books,
        provider.dispute(textAt(form, 'payment_intent') ?? '', whole(textAt(form, 'amount')), textAt(form, 'warning') === 'true'),
      ),
    ),
  );
  app.post('/simulator/disputes/:id/close', (c) =>
    once(c, (form) =>
      viewOfDispute(books, provider.closeDispute(c.req.param('id') ?? '', textAt(form, 'outcome') === 'won' ? 'won' : 'lost')),
    ),
  );
  app.post('/simulator/refunds/:id/fail', (c) => once(c, () => viewOfRefund(provider.failRefund(c.req.param('id') ?? ''))));
  app.post('/simulator/payouts', (c) =>
    once(c, () => {
      const entry = provider.payOut();
      return entry ? viewOfEntry(books, entry, false) : { object: 'nothing_to_pay_out' };
    }),
  );
  app.get('/simulator/holder/:id', (c) => {
    const intent = provider.intentOf(c.req.param('id'));
    return c.html(holderPage(intent, c.req.header('accept-language') ?? ''), 200, {
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action *; frame-ancestors *",
    });
  });
  app.post('/simulator/holder/:id', async (c) => {
    const intent = provider.answerHolder(c.req.param('id'), textAt(readForm(await c.req.text()), 'answer') === 'yes');
    return intent.returnUrl ? c.redirect(intent.returnUrl, 303) : c.text(intent.status);
  });
  return app;
}
