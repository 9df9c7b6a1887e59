/** Payment orders: proposed by one, approved by another, sent in a file, executed or rejected. */
import { createRoute, z } from '@hono/zod-openapi';
import { paymentOrder } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { and, desc, eq, lt } from 'drizzle-orm';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { hex } from '../../platform/hash.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { centsOut, idIn, idOut, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { approvePaymentOrder } from './approve-payment-order.ts';
import { endPaymentOrder } from './end-payment-order.ts';
import { proposePaymentOrder } from './propose-payment-order.ts';
import { sendPaymentOrder } from './send-payment-order.ts';

const STATES = ['proposed', 'approved', 'sent', 'executed', 'rejected'] as const;
const params = z.object({ id: idIn('paymentOrder') });
const stateOut = z.object({ state: z.enum(STATES) });
const finance = requireStaff('finance');

const propose = createRoute({
  method: 'post',
  path: '/console/claims/{id}/payment-orders',
  tags: ['claims'],
  summary: 'Pay a claim to a bank account',
  ...finance,
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('claim') }),
    body: jsonBody(z.strictObject({ holder: lineOfText(120), iban: lineOfText(50) })),
  },
  responses: {
    201: json(z.object({ id: idOut('paymentOrder'), state: z.enum(STATES), approvalNeeded: z.boolean() }), 'Proposed, or approved at once'),
    ...problems,
  },
});

const approve = createRoute({
  method: 'post',
  path: '/console/payment-orders/{id}/approve',
  tags: ['claims'],
  summary: 'Approve a payment order that somebody else proposed',
  ...finance,
  request: { headers: idempotencyKey, params },
  responses: { 200: json(stateOut, 'The money is on its way'), ...problems },
});

const send = createRoute({
  method: 'post',
  path: '/console/payment-orders/{id}/sent',
  tags: ['claims'],
  summary: 'The order went to the bank in this file',
  ...finance,
  request: { headers: idempotencyKey, params, body: jsonBody(z.strictObject({ fileReference: lineOfText(80) })) },
  responses: { 200: json(stateOut, 'Sent'), ...problems },
});

const end = createRoute({
  method: 'post',
  path: '/console/payment-orders/{id}/end',
  tags: ['claims'],
  summary: 'The bank executed the order, or it was rejected: then the prize is owed again',
  ...finance,
  request: {
    headers: idempotencyKey,
    params,
    body: jsonBody(
      z.discriminatedUnion('outcome', [
        z.strictObject({ outcome: z.literal('executed') }),
        z.strictObject({ outcome: z.literal('rejected'), reason: lineOfText(300) }),
      ]),
    ),
  },
  responses: { 200: json(stateOut, 'Ended'), ...problems },
});

const list = createRoute({
  method: 'get',
  path: '/console/payment-orders',
  tags: ['claims'],
  summary: 'Payment orders, the latest first; bank accounts by their last four characters',
  ...requireStaffOrInspector('finance', 'admin'),
  request: {
    query: z.strictObject({
      state: z.enum(STATES).optional(),
      before: idIn('paymentOrder').optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
  },
  responses: {
    200: json(
      z.object({
        orders: z.array(
          z.object({
            id: idOut('paymentOrder'),
            claimId: idOut('claim'),
            amountCents: centsOut,
            ibanEnd: z.string(),
            state: z.enum(STATES),
            approvalNeeded: z.boolean(),
            proposedBy: z.string(),
            proposedAt: instantOut,
            approvedBy: z.string().nullable(),
            fileReference: z.string().nullable(),
            endReason: z.string().nullable(),
          }),
        ),
        next: z.string().nullable(),
      }),
      'A page',
    ),
    ...problems,
  },
});

export const paymentOrderRoutes = (core: Core) =>
  newModule()
    .openapi(propose, async (c) => {
      const { id } = c.req.valid('param');
      const bankAccount = c.req.valid('json');
      const mark = hex(core.keys.mac('personal-index', Buffer.from(`account/${bankAccount.holder}/${bankAccount.iban}`)));
      return idempotent(
        c,
        'propose-payment-order',
        { id, mark },
        async (tx) => {
          const proposed = await proposePaymentOrder(core, tx, actorKey(c.var.actor), id, bankAccount);
          return proposed.ok ? ok({ ...proposed.value, id: wireId('paymentOrder', proposed.value.id) }) : proposed;
        },
        { status: 201 },
      );
    })
    .openapi(approve, async (c) => {
      const { id } = c.req.valid('param');
      return idempotent(c, 'approve-payment-order', { id }, (tx) => approvePaymentOrder(core, tx, actorKey(c.var.actor), id));
    })
    .openapi(send, async (c) => {
      const { id } = c.req.valid('param');
      const { fileReference } = c.req.valid('json');
      return idempotent(c, 'send-payment-order', { id, fileReference }, (tx) =>
        sendPaymentOrder(core, tx, actorKey(c.var.actor), id, fileReference),
      );
    })
    .openapi(end, async (c) => {
      const { id } = c.req.valid('param');
      const ending = c.req.valid('json');
      return idempotent(c, 'end-payment-order', { id, ending }, (tx) => endPaymentOrder(core, tx, actorKey(c.var.actor), id, ending));
    })
    .openapi(list, async (c) => {
      const { state, before, limit } = c.req.valid('query');
      const rows = await core.db
        .select()
        .from(paymentOrder)
        .where(and(state ? eq(paymentOrder.state, state) : undefined, before ? lt(paymentOrder.id, before) : undefined))
        .orderBy(desc(paymentOrder.id))
        .limit(limit);
      const last = rows.at(-1);
      return c.json(
        {
          orders: rows.map((row) => ({
            id: wireId('paymentOrder', row.id),
            claimId: wireId('claim', row.claimId),
            amountCents: String(row.amountCents),
            ibanEnd: row.ibanEnd,
            state: row.state,
            approvalNeeded: row.approvalNeeded,
            proposedBy: row.proposedBy,
            proposedAt: row.proposedAt.toISOString(),
            approvedBy: row.approvedBy,
            fileReference: row.fileReference,
            endReason: row.endReason,
          })),
          next: rows.length === limit && last ? wireId('paymentOrder', last.id) : null,
        },
        200,
      );
    });
