/** The books: trial balance and the transfers behind every number. */
import { createRoute, z } from '@hono/zod-openapi';
import { transfer } from '@valira/db/schema';
import { and, desc, eq, lt, or } from 'drizzle-orm';
import { requireStaffOrInspector } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, problems } from '../../platform/http/answer.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { centsOut, idIn, idOut, instantOut } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { CODES, nameOfCode } from './chart-of-accounts.ts';
import { trialBalance } from './trial-balance.ts';

const balanceRoute = createRoute({
  method: 'get',
  path: '/console/ledger/trial-balance',
  tags: ['ledger'],
  summary: 'The trial balance, summed from all transfers now',
  ...requireStaffOrInspector('finance', 'admin'),
  responses: {
    200: json(
      z.object({
        at: instantOut,
        rows: z.array(
          z.object({
            code: z.number().int(),
            name: z.string(),
            kind: z.string(),
            debitCents: centsOut,
            creditCents: centsOut,
            balanceCents: centsOut,
          }),
        ),
        totalDebitCents: centsOut,
        totalCreditCents: centsOut,
        differenceCents: centsOut,
      }),
      'Difference zero, always',
    ),
    ...problems,
  },
});

const side = z.object({ code: z.number().int(), name: z.string(), owner: z.string() });
const transfersRoute = createRoute({
  method: 'get',
  path: '/console/ledger/transfers',
  tags: ['ledger'],
  summary: 'Transfers, the latest first',
  ...requireStaffOrInspector('finance', 'admin'),
  request: {
    query: z.strictObject({
      contest: idIn('contest').optional(),
      account: idIn('account').optional(),
      name: z.enum(Object.keys(CODES) as [keyof typeof CODES, ...(keyof typeof CODES)[]]).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      before: idIn('transfer').optional(),
    }),
  },
  responses: {
    200: json(
      z.object({
        transfers: z.array(
          z.object({
            id: idOut('transfer'),
            at: instantOut,
            kind: z.string(),
            debit: side,
            credit: side,
            amountCents: centsOut,
            operationId: z.string(),
            reference: z.string(),
          }),
        ),
        next: z.string().nullable(),
      }),
      'A page',
    ),
    ...problems,
  },
});

export const ledgerRoutes = ({ db, clock }: Core) =>
  newModule()
    .openapi(balanceRoute, async (c) => {
      const { rows, totalDebitCents, totalCreditCents, differenceCents } = await trialBalance(db);
      return c.json(
        {
          at: clock.now().toISOString(),
          rows: rows.map(({ code, name, kind, debitCents, creditCents, balanceCents }) => ({
            code,
            name,
            kind,
            debitCents: String(debitCents),
            creditCents: String(creditCents),
            balanceCents: String(balanceCents),
          })),
          totalDebitCents: String(totalDebitCents),
          totalCreditCents: String(totalCreditCents),
          differenceCents: String(differenceCents),
        },
        200,
      );
    })
    .openapi(transfersRoute, async (c) => {
      const { contest, account, name, limit, before } = c.req.valid('query');
      const code = name ? CODES[name] : undefined;
      const rows = await db
        .select()
        .from(transfer)
        .where(
          and(
            contest ? eq(transfer.reference, contest) : undefined,
            account ? eq(transfer.accountId, account) : undefined,
            code ? or(eq(transfer.debitCode, code), eq(transfer.creditCode, code)) : undefined,
            before ? lt(transfer.id, before) : undefined,
          ),
        )
        .orderBy(desc(transfer.id))
        .limit(limit);
      const last = rows.at(-1);
      const sideOf = (sideCode: number, owner: string) => ({ code: sideCode, name: nameOfCode.get(sideCode) ?? 'unknown', owner });
      return c.json(
        {
          transfers: rows.map((row) => ({
            id: wireId('transfer', row.id),
            at: row.at.toISOString(),
            kind: row.kind,
            debit: sideOf(row.debitCode, row.debitOwner),
            credit: sideOf(row.creditCode, row.creditOwner),
            amountCents: String(row.amountCents),
            operationId: row.operationId,
            reference: row.reference,
          })),
          next: rows.length === limit && last ? wireId('transfer', last.id) : null,
        },
        200,
      );
    });
