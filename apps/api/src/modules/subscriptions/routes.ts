/** A player's subscriptions: order, look, pause, go on, cancel. */
import { createRoute, z } from '@hono/zod-openapi';
import { product, productVersion, subscription, subscriptionTicket } from '@valira/db/schema';
import { type Outcome, ok } from '@valira/outcome';
import { count, desc, eq } from 'drizzle-orm';
import { requirePlayer } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { anyJson, centsIn, centsOut, idIn, idOut, instantOut } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { drawWager } from '../wagers/index.ts';
import { changeSubscription, type SubscriptionChange } from './change-subscription.ts';
import { orderSubscription } from './order-subscription.ts';

const MOST = 200;
const subscriptionId = z.object({ id: idIn('subscription') });
const done = json(z.object({ done: z.literal(true) }), 'Done, or done before under this key');
const answered = (outcome: Outcome<null>) => (outcome.ok ? ok({ done: true as const }) : outcome);

const order = createRoute({
  method: 'post',
  path: '/subscriptions',
  tags: ['subscriptions'],
  summary: 'Order a wager for every draw to come, or for those of certain weekdays',
  ...requirePlayer,
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        product: z.string().max(80),
        wager: drawWager,
        maxPriceCents: centsIn
          .refine((amount) => amount > 0n && amount <= 100_000_000n)
          .openapi({
            type: 'string',
            description: 'The most that one draw may cost',
          }),
        draws: z.number().int().min(1).max(1000).nullable().default(null).openapi({ description: 'null: until it is cancelled' }),
        weekdays: z
          .array(z.number().int().min(1).max(7))
          .min(1)
          .max(7)
          .nullable()
          .default(null)
          .openapi({ description: 'ISO weekdays of the draws; null: every draw' }),
      }),
    ),
  },
  responses: { 201: json(z.object({ id: idOut('subscription') }), 'Ordered; each draw is bought when its sale is open'), ...problems },
});

const list = createRoute({
  method: 'get',
  path: '/subscriptions',
  tags: ['subscriptions'],
  summary: 'The player’s subscriptions, the latest first',
  ...requirePlayer,
  responses: {
    200: json(
      z.object({
        subscriptions: z.array(
          z
            .object({
              id: idOut('subscription'),
              product: z.string(),
              names: z.record(z.string(), z.string()),
              wager: anyJson,
              maxPriceCents: centsOut,
              draws: z.number().int().nullable(),
              bought: z.number().int(),
              weekdays: z.array(z.number().int()).nullable(),
              state: z.enum(['active', 'paused', 'stopped', 'finished', 'cancelled']),
              reason: z.string().nullable(),
              createdAt: instantOut,
            })
            .openapi('Subscription'),
        ),
      }),
      `The last ${MOST}`,
    ),
    ...problems,
  },
});

const change = (name: SubscriptionChange, summary: string) =>
  createRoute({
    method: 'post',
    path: `/subscriptions/{id}/${name}`,
    tags: ['subscriptions'],
    summary,
    ...requirePlayer,
    request: { headers: idempotencyKey, params: subscriptionId },
    responses: { 200: done, ...problems },
  });
const pause = change('pause', 'Pause: nothing is bought until it goes on');
const resume = change('resume', 'Go on, consenting to the version of the product that is on sale');
const cancel = change('cancel', 'Cancel for good; tickets that were bought stay');

export const subscriptionRoutes = (deps: Core) =>
  newModule()
    .openapi(order, (c) => {
      const { product: productSlug, ...rest } = c.req.valid('json');
      return idempotent(
        c,
        'order-subscription',
        { productSlug, ...rest },
        async (tx) => {
          const ordered = await orderSubscription(coreWithin(deps, tx), c.var.actor.accountId, { productSlug, ...rest });
          return ordered.ok ? ok({ id: wireId('subscription', ordered.value) }) : ordered;
        },
        { status: 201 },
      );
    })
    .openapi(list, async (c) => {
      const { db } = deps;
      const rows = await db
        .select({ order: subscription, slug: product.slug, names: productVersion.names, bought: count(subscriptionTicket.ticketId) })
        .from(subscription)
        .innerJoin(product, eq(product.id, subscription.productId))
        .innerJoin(productVersion, eq(productVersion.id, subscription.productVersionId))
        .leftJoin(subscriptionTicket, eq(subscriptionTicket.subscriptionId, subscription.id))
        .where(eq(subscription.accountId, c.var.actor.accountId))
        .groupBy(subscription.id, product.slug, productVersion.names)
        .orderBy(desc(subscription.createdAt), desc(subscription.id))
        .limit(MOST);
      return c.json(
        {
          subscriptions: rows.map(({ order: row, slug, names, bought }) => ({
            id: wireId('subscription', row.id),
            product: slug,
            names: z.record(z.string(), z.string()).parse(names),
            wager: toJson(row.wager),
            maxPriceCents: String(row.maxPriceCents),
            draws: row.draws,
            bought,
            weekdays: row.weekdays,
            state: row.state,
            reason: row.reason,
            createdAt: row.createdAt.toISOString(),
          })),
        },
        200,
      );
    })
    .openapi(pause, (c) => {
      const { id } = c.req.valid('param');
      return idempotent(c, 'pause-subscription', { id }, async (tx) =>
        answered(await changeSubscription(coreWithin(deps, tx), c.var.actor.accountId, id, 'pause')),
      );
    })
    .openapi(resume, (c) => {
      const { id } = c.req.valid('param');
      return idempotent(c, 'resume-subscription', { id }, async (tx) =>
        answered(await changeSubscription(coreWithin(deps, tx), c.var.actor.accountId, id, 'resume')),
      );
    })
    .openapi(cancel, (c) => {
      const { id } = c.req.valid('param');
      return idempotent(c, 'cancel-subscription', { id }, async (tx) =>
        answered(await changeSubscription(coreWithin(deps, tx), c.var.actor.accountId, id, 'cancel')),
      );
    });
