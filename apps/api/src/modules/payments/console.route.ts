/** Finance looks at deposits, refunds and the daily comparison; refunds are proposed by one person and decided by another. */
import { createRoute, z } from '@hono/zod-openapi';
import { deposit, depositMovement, depositRefund, paymentReconciliation } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { centsIn, centsOut, idIn, idOut, instantOut, lineOfText, pageQuery } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { decideRefund, proposeRefund } from './refunds/refund-deposit.ts';

const reason = lineOfText(500).refine((text) => text.length >= 3);

const movementView = z.object({ kind: z.string(), amountCents: centsOut, cashCents: centsOut, owedCents: centsOut, at: instantOut });
const depositView = z
  .object({
    id: idOut('deposit'),
    accountId: idOut('account'),
    amountCents: centsOut,
    state: z.enum(['open', 'credited', 'cancelled']),
    paymentId: z.string().nullable(),
    declinedCode: z.string().nullable(),
    openedAt: instantOut,
    movements: z.array(movementView),
  })
  .openapi('ConsoleDeposit');

const deposits = createRoute({
  method: 'get',
  path: '/console/deposits',
  tags: ['payments'],
  summary: 'Deposits with what each has moved, the newest first',
  ...requireStaffOrInspector('finance', 'admin'),
  request: { query: pageQuery('deposit').extend({ account: idIn('account').optional() }) },
  responses: { 200: json(z.object({ deposits: z.array(depositView), next: idOut('deposit').nullable() }), 'One page'), ...problems },
});

const propose = createRoute({
  method: 'post',
  path: '/console/deposits/{id}/refunds',
  tags: ['payments'],
  summary: 'Propose to send a deposit, or part of it, back to the card it came from',
  ...requireStaff('finance'),
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('deposit') }),
    body: jsonBody(z.strictObject({ amountCents: centsIn, reason })),
  },
  responses: { 201: json(z.object({ id: idOut('refund') }), 'Held, and waiting for a second person'), ...problems },
});

const decide = createRoute({
  method: 'post',
  path: '/console/refunds/{id}/decision',
  tags: ['payments'],
  summary: 'The second person approves a refund, or rejects it',
  ...requireStaff('finance'),
  request: {
    headers: idempotencyKey,
    params: z.object({ id: idIn('refund') }),
    body: jsonBody(
      z.discriminatedUnion('decision', [
        z.strictObject({ decision: z.literal('approved') }),
        z.strictObject({ decision: z.literal('rejected'), reason }),
      ]),
    ),
  },
  responses: { 200: json(z.object({ state: z.enum(['approved', 'rejected']) }), 'Decided'), ...problems },
});

const refundView = z
  .object({
    id: idOut('refund'),
    depositId: idOut('deposit'),
    amountCents: centsOut,
    reason: z.string(),
    state: z.enum(['proposed', 'approved', 'made', 'rejected']),
    proposedBy: z.string(),
    proposedAt: instantOut,
    decidedBy: z.string().nullable(),
    endReason: z.string().nullable(),
  })
  .openapi('Refund');

const refunds = createRoute({
  method: 'get',
  path: '/console/refunds',
  tags: ['payments'],
  summary: 'Refunds, the newest first',
  ...requireStaffOrInspector('finance', 'admin'),
  request: { query: pageQuery('refund') },
  responses: { 200: json(z.object({ refunds: z.array(refundView), next: idOut('refund').nullable() }), 'One page'), ...problems },
});

const reconciliations = createRoute({
  method: 'get',
  path: '/console/payment-reconciliations',
  tags: ['payments'],
  summary: 'The daily comparison with the provider’s account, the last sixty runs',
  ...requireStaffOrInspector('finance', 'admin'),
  responses: {
    200: json(
      z.object({
        days: z.array(
          z.object({
            date: z.iso.date(),
            run: z.number().int(),
            entries: z.number().int(),
            providerCents: centsOut,
            ledgerCents: centsOut,
            feeCents: centsOut,
            paidOutCents: centsOut,
            differences: z.array(z.object({ source: z.string(), providerCents: centsOut, ledgerCents: centsOut })),
            at: instantOut,
          }),
        ),
      }),
      'The newest first',
    ),
    ...problems,
  },
});

const differencesOf = z.array(z.object({ source: z.string(), providerCents: z.string(), ledgerCents: z.string() }));
const RUNS = 60;

export const paymentConsoleRoutes = (core: Core) =>
  newModule()
    .openapi(deposits, async (c) => {
      const { limit, before, account } = c.req.valid('query');
      const rows = await core.db
        .select()
        .from(deposit)
        .where(and(account ? eq(deposit.accountId, account) : undefined, before ? lt(deposit.id, before) : undefined))
        .orderBy(desc(deposit.id))
        .limit(limit);
      const moved =
        rows.length === 0
          ? []
          : await core.db
              .select()
              .from(depositMovement)
              .where(
                inArray(
                  depositMovement.depositId,
                  rows.map(({ id }) => id),
                ),
              )
              .orderBy(depositMovement.at);
      const last = rows.at(-1);
      return c.json(
        {
          deposits: rows.map((row) => ({
            id: wireId('deposit', row.id),
            accountId: wireId('account', row.accountId),
            amountCents: String(row.amountCents),
            state: row.state,
            paymentId: row.paymentId,
            declinedCode: row.declinedCode,
            openedAt: row.openedAt.toISOString(),
            movements: moved
              .filter(({ depositId }) => depositId === row.id)
              .map(({ kind, amountCents, cashCents, owedCents, at }) => ({
                kind,
                amountCents: String(amountCents),
                cashCents: String(cashCents),
                owedCents: String(owedCents),
                at: at.toISOString(),
              })),
          })),
          next: rows.length === limit && last ? wireId('deposit', last.id) : null,
        },
        200,
      );
    })
    .openapi(propose, async (c) => {
      const { id } = c.req.valid('param');
      const asked = c.req.valid('json');
      return idempotent(
        c,
        'propose-refund',
        { id, ...asked },
        async (tx) => {
          const proposed = await proposeRefund(core, tx, actorKey(c.var.actor), id, asked);
          return proposed.ok ? ok({ id: wireId('refund', proposed.value.id) }) : proposed;
        },
        { status: 201 },
      );
    })
    .openapi(decide, async (c) => {
      const { id } = c.req.valid('param');
      const decision = c.req.valid('json');
      return idempotent(c, 'decide-refund', { id, decision }, (tx) => decideRefund(core, tx, actorKey(c.var.actor), id, decision));
    })
    .openapi(refunds, async (c) => {
      const { limit, before } = c.req.valid('query');
      const rows = await core.db
        .select()
        .from(depositRefund)
        .where(before ? lt(depositRefund.id, before) : undefined)
        .orderBy(desc(depositRefund.id))
        .limit(limit);
      const last = rows.at(-1);
      return c.json(
        {
          refunds: rows.map((row) => ({
            id: wireId('refund', row.id),
            depositId: wireId('deposit', row.depositId),
            amountCents: String(row.amountCents),
            reason: row.reason,
            state: row.state,
            proposedBy: row.proposedBy,
            proposedAt: row.proposedAt.toISOString(),
            decidedBy: row.decidedBy,
            endReason: row.endReason,
          })),
          next: rows.length === limit && last ? wireId('refund', last.id) : null,
        },
        200,
      );
    })
    .openapi(reconciliations, async (c) => {
      const rows = await core.db
        .select()
        .from(paymentReconciliation)
        .orderBy(desc(paymentReconciliation.businessDay), desc(paymentReconciliation.run))
        .limit(RUNS);
      return c.json(
        {
          days: rows.map((row) => ({
            date: row.businessDay,
            run: row.run,
            entries: row.entries,
            providerCents: String(row.providerCents),
            ledgerCents: String(row.ledgerCents),
            feeCents: String(row.feeCents),
            paidOutCents: String(row.paidOutCents),
            differences: differencesOf.parse(row.differences),
            at: row.at.toISOString(),
          })),
        },
        200,
      );
    });
