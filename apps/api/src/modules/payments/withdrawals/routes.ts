/** The player's withdrawals: ask for one, take it back until it is sent, look at them. */
import { createRoute, z } from '@hono/zod-openapi';
import { WITHDRAWAL_STATES, withdrawal } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { and, desc, eq, lt } from 'drizzle-orm';
import { actorKey, requirePlayer } from '../../../platform/auth/index.ts';
import type { Core } from '../../../platform/core.ts';
import { json, jsonBody, problems } from '../../../platform/http/answer.ts';
import { idempotencyKey, idempotent } from '../../../platform/http/idempotent.ts';
import { newModule } from '../../../platform/http/new-module.ts';
import { centsIn, centsOut, idIn, idOut, instantOut, pageQuery } from '../../../platform/http/wire.ts';
import { wireId } from '../../../platform/ids.ts';
import { cancelWithdrawal } from './decide-withdrawal.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { isStoppable } from './withdrawal.ts';

const state = z.enum(WITHDRAWAL_STATES);

const withdrawalView = z
  .object({
    id: idOut('withdrawal'),
    amountCents: centsOut,
    state,
    cancellable: z.boolean(),
    ibanEnd: z.string().nullable(),
    endReason: z.string().nullable(),
    requestedAt: instantOut,
    exportedAt: instantOut.nullable(),
    paidAt: instantOut.nullable(),
  })
  .openapi('Withdrawal');

const request = createRoute({
  method: 'post',
  path: '/withdrawals',
  tags: ['payments'],
  summary: 'Take money out, to the declared account',
  ...requirePlayer,
  request: { headers: idempotencyKey, body: jsonBody(z.strictObject({ amountCents: centsIn })) },
  responses: { 201: json(z.object({ id: idOut('withdrawal'), state }), 'Held, and on its way'), ...problems },
});

const cancel = createRoute({
  method: 'post',
  path: '/withdrawals/{id}/cancel',
  tags: ['payments'],
  summary: 'Take a withdrawal back, until it is in a file for the bank',
  ...requirePlayer,
  request: { headers: idempotencyKey, params: z.object({ id: idIn('withdrawal') }) },
  responses: { 200: json(z.object({ state }), 'The money is back in the balance'), ...problems },
});

const list = createRoute({
  method: 'get',
  path: '/withdrawals',
  tags: ['payments'],
  summary: 'The player’s withdrawals, the newest first',
  ...requirePlayer,
  request: { query: pageQuery('withdrawal') },
  responses: {
    200: json(z.object({ withdrawals: z.array(withdrawalView), next: idOut('withdrawal').nullable() }), 'One page'),
    ...problems,
  },
});

export const withdrawalRoutes = (core: Core) =>
  newModule()
    .openapi(request, async (c) => {
      const { actor } = c.var;
      const { amountCents } = c.req.valid('json');
      return idempotent(
        c,
        'request-withdrawal',
        { amountCents },
        async (tx) => {
          const asked = await requestWithdrawal(core, tx, { accountId: actor.accountId, amountCents, actor: actorKey(actor) });
          return asked.ok ? ok({ ...asked.value, id: wireId('withdrawal', asked.value.id) }) : asked;
        },
        { status: 201 },
      );
    })
    .openapi(cancel, async (c) => {
      const { actor } = c.var;
      const { id } = c.req.valid('param');
      return idempotent(c, 'cancel-withdrawal', { id }, (tx) => cancelWithdrawal(core, tx, actor.accountId, actorKey(actor), id));
    })
    .openapi(list, async (c) => {
      const { limit, before } = c.req.valid('query');
      const rows = await core.db
        .select()
        .from(withdrawal)
        .where(and(eq(withdrawal.accountId, c.var.actor.accountId), before ? lt(withdrawal.id, before) : undefined))
        .orderBy(desc(withdrawal.id))
        .limit(limit);
      const last = rows.at(-1);
      return c.json(
        {
          withdrawals: rows.map((row) => ({
            id: wireId('withdrawal', row.id),
            amountCents: String(row.amountCents),
            state: row.state,
            cancellable: isStoppable(row),
            ibanEnd: row.ibanEnd,
            endReason: row.endReason,
            requestedAt: row.requestedAt.toISOString(),
            exportedAt: row.exportedAt?.toISOString() ?? null,
            paidAt: row.paidAt?.toISOString() ?? null,
          })),
          next: rows.length === limit && last ? wireId('withdrawal', last.id) : null,
        },
        200,
      );
    });
