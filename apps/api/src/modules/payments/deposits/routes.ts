/** The player's deposits: open one, get what the browser needs to pay it, give it up, look at them. */
import { createRoute, z } from '@hono/zod-openapi';
import { deposit } from '@valira/db/schema';
import { ok, refuse } from '@valira/outcome';
import { and, desc, eq, lt } from 'drizzle-orm';
import { actorKey, requirePlayer } from '../../../platform/auth/index.ts';
import type { Core } from '../../../platform/core.ts';
import { json, jsonBody, problems, refused } from '../../../platform/http/answer.ts';
import { idempotencyKey, idempotent } from '../../../platform/http/idempotent.ts';
import { limited } from '../../../platform/http/limited.ts';
import { newModule } from '../../../platform/http/new-module.ts';
import { centsIn, centsOut, idIn, idOut, instantOut, pageQuery } from '../../../platform/http/wire.ts';
import { wireId } from '../../../platform/ids.ts';
import { paymentRuleAt } from '../payment-rule.ts';
import type { Payments } from '../provider.ts';
import { cancelDeposit } from './cancel-deposit.ts';
import { type DepositGate, openDeposit } from './open-deposit.ts';
import { payDeposit } from './pay-deposit.ts';

export type DepositDeps = Core & { readonly payments: Payments | null; readonly depositGate: DepositGate };

const depositView = z
  .object({
    id: idOut('deposit'),
    amountCents: centsOut,
    state: z.enum(['open', 'credited', 'cancelled']),
    declinedCode: z.string().nullable().openapi({ description: 'Why the last card was declined', example: 'insufficient_funds' }),
    openedAt: instantOut,
  })
  .openapi('Deposit');

const params = z.object({ id: idIn('deposit') });

const open = createRoute({
  method: 'post',
  path: '/deposits',
  tags: ['payments'],
  summary: 'Begin a deposit; nothing is charged yet',
  ...requirePlayer,
  request: { headers: idempotencyKey, body: jsonBody(z.strictObject({ amountCents: centsIn })) },
  responses: { 201: json(z.object({ id: idOut('deposit') }), 'The deposit waits for its payment'), ...problems },
});

const payment = createRoute({
  method: 'post',
  path: '/deposits/{id}/payment',
  tags: ['payments'],
  summary: 'What the browser needs to pay a deposit at the provider; asked again, the same payment',
  ...requirePlayer,
  request: { params },
  responses: {
    200: json(
      z.object({
        clientSecret: z.string(),
        publishableKey: z.string(),
        simulatorUrl: z.string().nullable().openapi({ description: 'Where the local simulator takes the card; null with the provider' }),
      }),
      'For the provider’s own form',
    ),
    ...problems,
  },
});

const cancel = createRoute({
  method: 'post',
  path: '/deposits/{id}/cancel',
  tags: ['payments'],
  summary: 'Give up a deposit that is not paid; one paid a moment before is credited',
  ...requirePlayer,
  request: { params },
  responses: { 200: json(depositView, 'As it is now'), ...problems },
});

const one = createRoute({
  method: 'get',
  path: '/deposits/{id}',
  tags: ['payments'],
  summary: 'A deposit of the player',
  ...requirePlayer,
  request: { params },
  responses: { 200: json(depositView, 'The deposit'), ...problems },
});

const list = createRoute({
  method: 'get',
  path: '/deposits',
  tags: ['payments'],
  summary: 'The player’s deposits, the newest first, and the amounts that are taken',
  ...requirePlayer,
  request: { query: pageQuery('deposit') },
  responses: {
    200: json(
      z.object({
        deposits: z.array(depositView),
        next: idOut('deposit').nullable(),
        minCents: centsOut,
        maxCents: centsOut,
        available: z.boolean().openapi({ description: 'Whether deposits are taken here at all' }),
      }),
      'One page',
    ),
    ...problems,
  },
});

const viewOf = (row: typeof deposit.$inferSelect) => ({
  id: wireId('deposit', row.id),
  amountCents: String(row.amountCents),
  state: row.state,
  declinedCode: row.declinedCode,
  openedAt: row.openedAt.toISOString(),
});

export const depositRoutes = (deps: DepositDeps) => {
  const { db, payments } = deps;
  const own = async (accountId: string, id: string) => {
    const [row] = await db
      .select()
      .from(deposit)
      .where(and(eq(deposit.id, id), eq(deposit.accountId, accountId)));
    return row;
  };
  return newModule()
    .openapi(open, async (c) => {
      const { actor } = c.var;
      const tooMany = await limited(c, 'sale', actorKey(actor));
      if (tooMany) return tooMany;
      if (!payments) return refused(c, refuse('deposits_unavailable'));
      const { amountCents } = c.req.valid('json');
      return idempotent(
        c,
        'open-deposit',
        { amountCents },
        async (tx) => {
          const opened = await openDeposit(deps, tx, deps.depositGate, { accountId: actor.accountId, amountCents, actor: actorKey(actor) });
          return opened.ok ? ok({ id: wireId('deposit', opened.value.id) }) : opened;
        },
        { status: 201 },
      );
    })
    .openapi(payment, async (c) => {
      const tooMany = await limited(c, 'sale', actorKey(c.var.actor));
      if (tooMany) return tooMany;
      if (!payments) return refused(c, refuse('deposits_unavailable'));
      const { provider, publishableKey, simulatorUrl } = payments;
      const asked = await payDeposit({ db, provider }, c.var.actor.accountId, c.req.valid('param').id);
      return asked.ok ? c.json({ clientSecret: asked.value.clientSecret, publishableKey, simulatorUrl }, 200) : refused(c, asked);
    })
    .openapi(cancel, async (c) => {
      const { id } = c.req.valid('param');
      const row = await own(c.var.actor.accountId, id);
      if (!row) return refused(c, refuse('not_found'));
      if (!payments) return refused(c, refuse('deposits_unavailable'));
      await cancelDeposit({ ...deps, provider: payments.provider }, row);
      const after = await own(c.var.actor.accountId, id);
      return after ? c.json(viewOf(after), 200) : refused(c, refuse('not_found'));
    })
    .openapi(one, async (c) => {
      const row = await own(c.var.actor.accountId, c.req.valid('param').id);
      return row ? c.json(viewOf(row), 200) : refused(c, refuse('not_found'));
    })
    .openapi(list, async (c) => {
      const { limit, before } = c.req.valid('query');
      const rows = await db
        .select()
        .from(deposit)
        .where(and(eq(deposit.accountId, c.var.actor.accountId), before ? lt(deposit.id, before) : undefined))
        .orderBy(desc(deposit.id))
        .limit(limit);
      const { depositMinCents, depositMaxCents } = await paymentRuleAt(db, deps.clock.now());
      const last = rows.at(-1);
      return c.json(
        {
          deposits: rows.map(viewOf),
          next: rows.length === limit && last ? wireId('deposit', last.id) : null,
          minCents: String(depositMinCents),
          maxCents: String(depositMaxCents),
          available: payments !== null,
        },
        200,
      );
    });
};
