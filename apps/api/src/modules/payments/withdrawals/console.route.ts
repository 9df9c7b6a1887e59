/** Finance: withdrawals to approve, files for the bank, and what the bank says of them. */
import { createRoute, z } from '@hono/zod-openapi';
import { paymentBatch, WITHDRAWAL_STATES, withdrawal } from '@valira/db/schema';
import { ok, refuse } from '@valira/outcome';
import { and, desc, eq, lt } from 'drizzle-orm';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../../platform/auth/index.ts';
import type { Core } from '../../../platform/core.ts';
import { json, jsonBody, problems, refused } from '../../../platform/http/answer.ts';
import { idempotencyKey, idempotent } from '../../../platform/http/idempotent.ts';
import { newModule } from '../../../platform/http/new-module.ts';
import { centsOut, idIn, idOut, instantOut, lineOfText, pageQuery } from '../../../platform/http/wire.ts';
import { uuidBytes, wireId } from '../../../platform/ids.ts';
import { addAudit } from '../../../platform/outbox.ts';
import type { Debtor } from '../bank-files/payment-file.ts';
import { approveWithdrawal, rejectWithdrawal } from './decide-withdrawal.ts';
import { exportWithdrawals } from './export-withdrawals.ts';
import { importBankAnswers } from './import-bank-answers.ts';

const state = z.enum(WITHDRAWAL_STATES);
const params = z.object({ id: idIn('withdrawal') });
const keyed = { headers: idempotencyKey, params };

const withdrawalView = z
  .object({
    id: idOut('withdrawal'),
    accountId: idOut('account'),
    amountCents: centsOut,
    state,
    approvalNeeded: z.boolean(),
    requestedAt: instantOut,
    reviewedBy: z.string().nullable(),
    approvedBy: z.string().nullable(),
    batchId: idOut('paymentBatch').nullable(),
    ibanEnd: z.string().nullable(),
    endReason: z.string().nullable(),
  })
  .openapi('ConsoleWithdrawal');

const list = createRoute({
  method: 'get',
  path: '/console/withdrawals',
  tags: ['payments'],
  summary: 'Withdrawals by state, the newest first',
  ...requireStaffOrInspector('finance', 'admin'),
  request: { query: pageQuery('withdrawal').extend({ state: state.optional() }) },
  responses: {
    200: json(z.object({ withdrawals: z.array(withdrawalView), next: idOut('withdrawal').nullable() }), 'One page'),
    ...problems,
  },
});

const approve = createRoute({
  method: 'post',
  path: '/console/withdrawals/{id}/approve',
  tags: ['payments'],
  summary: 'The first yes, or the second of another person',
  ...requireStaff('finance'),
  request: keyed,
  responses: { 200: json(z.object({ state }), 'As it is now'), ...problems },
});

const reject = createRoute({
  method: 'post',
  path: '/console/withdrawals/{id}/reject',
  tags: ['payments'],
  summary: 'No, with a reason; the money goes back to the balance',
  ...requireStaff('finance'),
  request: { ...keyed, body: jsonBody(z.strictObject({ reason: lineOfText(500) })) },
  responses: { 200: json(z.object({ state }), 'Rejected'), ...problems },
});

const batchView = z
  .object({
    id: idOut('paymentBatch'),
    messageId: z.string(),
    payments: z.number().int(),
    amountCents: centsOut,
    fileHash: z.string().openapi({ description: 'SHA-256 of the file, in hexadecimal' }),
    createdBy: z.string(),
    createdAt: instantOut,
  })
  .openapi('PaymentBatch');

const exportBatch = createRoute({
  method: 'post',
  path: '/console/payment-batches',
  tags: ['payments'],
  summary: 'Put everything that is approved into a file for the bank',
  ...requireStaff('finance'),
  request: { headers: idempotencyKey },
  responses: {
    201: json(z.object({ id: idOut('paymentBatch'), messageId: z.string(), payments: z.number().int(), amountCents: centsOut }), 'Written'),
    ...problems,
  },
});

const batches = createRoute({
  method: 'get',
  path: '/console/payment-batches',
  tags: ['payments'],
  summary: 'Files for the bank, the newest first',
  ...requireStaffOrInspector('finance', 'admin'),
  request: { query: pageQuery('paymentBatch') },
  responses: { 200: json(z.object({ batches: z.array(batchView), next: idOut('paymentBatch').nullable() }), 'One page'), ...problems },
});

const file = createRoute({
  method: 'get',
  path: '/console/payment-batches/{id}/file',
  tags: ['payments'],
  summary: 'The file itself (ISO 20022 pain.001.001.09); each download is in the audit chain',
  ...requireStaff('finance'),
  request: { params: z.object({ id: idIn('paymentBatch') }) },
  responses: { 200: { description: 'The same bytes each time', content: { 'application/xml': { schema: z.string() } } }, ...problems },
});

const importFile = createRoute({
  method: 'post',
  path: '/console/bank-imports',
  tags: ['payments'],
  summary: 'Take the bank’s answers (pain.002 or CSV): all of a file, or nothing of it with the lines that are wrong',
  ...requireStaff('finance'),
  request: {
    headers: idempotencyKey,
    body: jsonBody(z.strictObject({ format: z.enum(['csv', 'pain.002']), text: z.string().min(1).max(1_900_000) })),
  },
  responses: {
    200: json(z.object({ payments: z.number().int(), paid: z.number().int(), returned: z.number().int() }), 'Taken'),
    ...problems,
  },
});

export type WithdrawalDeps = Core & {
  /** The operator's own account; without one no file is written. */
  readonly debtor: Debtor | null;
};

export const withdrawalConsoleRoutes = (deps: WithdrawalDeps) =>
  newModule()
    .openapi(list, async (c) => {
      const { limit, before, state: wanted } = c.req.valid('query');
      const rows = await deps.db
        .select()
        .from(withdrawal)
        .where(and(wanted ? eq(withdrawal.state, wanted) : undefined, before ? lt(withdrawal.id, before) : undefined))
        .orderBy(desc(withdrawal.id))
        .limit(limit);
      const last = rows.at(-1);
      return c.json(
        {
          withdrawals: rows.map((row) => ({
            id: wireId('withdrawal', row.id),
            accountId: wireId('account', row.accountId),
            amountCents: String(row.amountCents),
            state: row.state,
            approvalNeeded: row.approvalNeeded,
            requestedAt: row.requestedAt.toISOString(),
            reviewedBy: row.reviewedBy,
            approvedBy: row.approvedBy,
            batchId: row.batchId && wireId('paymentBatch', row.batchId),
            ibanEnd: row.ibanEnd,
            endReason: row.endReason,
          })),
          next: rows.length === limit && last ? wireId('withdrawal', last.id) : null,
        },
        200,
      );
    })
    .openapi(approve, async (c) => {
      const { id } = c.req.valid('param');
      return idempotent(c, 'approve-withdrawal', { id }, (tx) => approveWithdrawal(deps, tx, actorKey(c.var.actor), id));
    })
    .openapi(reject, async (c) => {
      const { id } = c.req.valid('param');
      const { reason } = c.req.valid('json');
      return idempotent(c, 'reject-withdrawal', { id, reason }, (tx) => rejectWithdrawal(deps, tx, actorKey(c.var.actor), id, reason));
    })
    .openapi(exportBatch, async (c) => {
      const { debtor } = deps;
      if (!debtor) return refused(c, refuse('no_operator_account'));
      return idempotent(
        c,
        'export-payments',
        {},
        async (tx) => {
          const written = await exportWithdrawals(deps, tx, actorKey(c.var.actor), debtor);
          if (!written.ok) return written;
          const { id, messageId, payments, amountCents } = written.value;
          return ok({ id: wireId('paymentBatch', id), messageId, payments, amountCents: String(amountCents) });
        },
        { status: 201 },
      );
    })
    .openapi(batches, async (c) => {
      const { limit, before } = c.req.valid('query');
      const rows = await deps.db
        .select()
        .from(paymentBatch)
        .where(before ? lt(paymentBatch.id, before) : undefined)
        .orderBy(desc(paymentBatch.id))
        .limit(limit);
      const last = rows.at(-1);
      return c.json(
        {
          batches: rows.map((row) => ({
            id: wireId('paymentBatch', row.id),
            messageId: row.messageId,
            payments: row.payments,
            amountCents: String(row.amountCents),
            fileHash: Buffer.from(row.fileHash).toString('hex'),
            createdBy: row.createdBy,
            createdAt: row.createdAt.toISOString(),
          })),
          next: rows.length === limit && last ? wireId('paymentBatch', last.id) : null,
        },
        200,
      );
    })
    .openapi(file, async (c) => {
      const { id } = c.req.valid('param');
      const actor = actorKey(c.var.actor);
      const [row] = await deps.db.select().from(paymentBatch).where(eq(paymentBatch.id, id));
      if (!row) return refused(c, refuse('not_found'));
      await deps.inTransaction((tx) =>
        addAudit(tx, deps.ids, deps.clock.now(), { actor, action: 'payment-batch.downloaded', subject: wireId('paymentBatch', id) }),
      );
      const bytes = deps.keys.decrypt(row.keyId, row.box, uuidBytes(id));
      return c.body(Buffer.from(bytes).toString(), 200, {
        'content-type': 'application/xml',
        'content-disposition': `attachment; filename="${row.messageId}.xml"`,
      });
    })
    .openapi(importFile, async (c) => {
      const asked = c.req.valid('json');
      return idempotent(c, 'import-bank-answers', asked, (tx) => importBankAnswers(deps, tx, actorKey(c.var.actor), asked));
    });
