/** Shops' money as finance, the shop itself and the inspector see it: commission, weekly statements, monthly sales files. */
import { createRoute, z } from '@hono/zod-openapi';
import { distributor, shop, shopStatement } from '@valira/db/schema';
import { ok, refuse } from '@valira/outcome';
import { and, desc, eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { actorKey, requireStaff, requireStaffOrInspector, requireTerminal } from '../../../platform/auth/index.ts';
import type { Core } from '../../../platform/core.ts';
import { json, jsonBody, problems, refused } from '../../../platform/http/answer.ts';
import { idempotencyKey, idempotent } from '../../../platform/http/idempotent.ts';
import { newModule } from '../../../platform/http/new-module.ts';
import { centsOut, dayIn, idIn, instantIn, instantOut, lineOfText } from '../../../platform/http/wire.ts';
import type { Language } from '../../../platform/language.ts';
import { salesFile, salesOfMonth } from './sales-file.ts';
import { setCommission } from './set-commission.ts';
import { csvOfShopStatement, pdfOfShopStatement, type Statement } from './statement-files.ts';

const statementView = z
  .object({
    week: z.iso.date(),
    startsAt: instantOut,
    endsAt: instantOut,
    openingCents: centsOut,
    salesCents: centsOut,
    cancelledCents: centsOut,
    prizesCents: centsOut,
    commissionCents: centsOut,
    paidCents: centsOut,
    otherCents: centsOut,
    closingCents: centsOut,
    tickets: z.number().int(),
  })
  .openapi('ShopStatement');

const files = {
  'application/json': { schema: statementView },
  'text/csv': { schema: z.string() },
  'application/pdf': { schema: z.string() },
};
const asked = z.strictObject({
  format: z.enum(['json', 'csv', 'pdf']).default('json'),
  language: z.enum(['ca', 'es', 'fr', 'en']).default('ca'),
});

const commission = createRoute({
  method: 'post',
  path: '/console/commission-rates',
  tags: ['network'],
  summary: 'Set commission from a date on, for a shop, a product, both or everyone',
  ...requireStaff('finance'),
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        shopAccountId: idIn('account').optional(),
        productId: idIn('product').optional(),
        channel: z.enum(['terminal', 'pack']),
        rateBps: z.int().min(0).max(2500),
        validFrom: instantIn,
        reason: lineOfText(300).refine((text) => text.length >= 3),
      }),
    ),
  },
  responses: { 201: json(z.object({ validFrom: instantOut }), 'It holds for contests that open from then on'), ...problems },
});

const list = createRoute({
  method: 'get',
  path: '/console/shops/{id}/statements',
  tags: ['network'],
  summary: 'The weekly statements of a shop',
  ...requireStaffOrInspector('finance', 'admin'),
  request: { params: z.object({ id: idIn('account') }) },
  responses: { 200: json(z.object({ statements: z.array(statementView) }), 'Newest first, two years'), ...problems },
});

const one = createRoute({
  method: 'get',
  path: '/console/shops/{id}/statements/{week}',
  tags: ['network'],
  summary: 'One weekly statement, also as a file',
  ...requireStaffOrInspector('finance', 'admin'),
  request: { params: z.object({ id: idIn('account'), week: dayIn }), query: asked },
  responses: { 200: { description: 'The statement, or the file that was asked for', content: files }, ...problems },
});

const ownList = createRoute({
  method: 'get',
  path: '/terminals/statements',
  tags: ['terminals'],
  summary: 'The weekly statements of the shop',
  ...requireTerminal({ clerk: true }),
  responses: { 200: json(z.object({ statements: z.array(statementView) }), 'Newest first, two years'), ...problems },
});

const own = createRoute({
  method: 'get',
  path: '/terminals/statements/{week}',
  tags: ['terminals'],
  summary: 'One weekly statement of the shop, also as a file',
  ...requireTerminal({ clerk: true }),
  request: { params: z.object({ week: dayIn }), query: asked },
  responses: { 200: { description: 'The statement, or the file that was asked for', content: files }, ...problems },
});

const sales = createRoute({
  method: 'get',
  path: '/console/distributors/{id}/sales/{month}',
  tags: ['network'],
  summary: 'The monthly sales file of a distributor, due by the 10th of the next month',
  ...requireStaffOrInspector('finance', 'admin'),
  request: {
    params: z.object({
      id: idIn('distributor'),
      month: z
        .string()
        .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
        .openapi({ example: '2026-10' }),
    }),
  },
  responses: {
    200: {
      description: 'CSV; its first line names layout, distributor, month, zone and interval',
      content: { 'text/csv': { schema: z.string() } },
    },
    ...problems,
  },
});

const WEEKS_SHOWN = 104;

const viewOf = ({ startsAt, endsAt, week, tickets, ...amounts }: Statement) => ({
  week,
  tickets,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  openingCents: String(amounts.openingCents),
  salesCents: String(amounts.salesCents),
  cancelledCents: String(amounts.cancelledCents),
  prizesCents: String(amounts.prizesCents),
  commissionCents: String(amounts.commissionCents),
  paidCents: String(amounts.paidCents),
  otherCents: String(amounts.otherCents),
  closingCents: String(amounts.closingCents),
});

export const shopMoneyRoutes = (core: Core) => {
  const { db } = core;
  const statementsOf = async (accountId: string) => {
    const rows = await db
      .select()
      .from(shopStatement)
      .where(eq(shopStatement.accountId, accountId))
      .orderBy(desc(shopStatement.week))
      .limit(WEEKS_SHOWN);
    return rows.map(viewOf);
  };
  const fileOf = async (
    c: Context,
    accountId: string,
    week: string,
    { format, language }: { format: 'json' | 'csv' | 'pdf'; language: Language },
  ) => {
    const [found] = await db
      .select({ statement: shopStatement, name: shop.name, address: shop.address })
      .from(shopStatement)
      .innerJoin(shop, eq(shop.accountId, shopStatement.accountId))
      .where(and(eq(shopStatement.accountId, accountId), eq(shopStatement.week, week)));
    if (!found) return null;
    if (format === 'json') return c.json(viewOf(found.statement), 200);
    const headers = { 'content-disposition': `attachment; filename="valira-${week}.${format}"` };
    if (format === 'csv')
      return c.body(csvOfShopStatement(found.statement, language), 200, { ...headers, 'content-type': 'text/csv; charset=utf-8' });
    const pdf = await pdfOfShopStatement(found.statement, found, language);
    return c.body(new Uint8Array(pdf), 200, { ...headers, 'content-type': 'application/pdf' });
  };
  return newModule()
    .openapi(commission, (c) => {
      const { shopAccountId = null, productId = null, ...rest } = c.req.valid('json');
      const input = { accountId: shopAccountId, productId, ...rest };
      return idempotent(
        c,
        'set-commission',
        input,
        async (tx) => {
          const set = await setCommission(core, tx, actorKey(c.var.actor), input);
          return set.ok ? ok({ validFrom: input.validFrom.toISOString() }) : set;
        },
        { status: 201 },
      );
    })
    .openapi(list, async (c) => c.json({ statements: await statementsOf(c.req.valid('param').id) }, 200))
    .openapi(one, async (c) => {
      const { id, week } = c.req.valid('param');
      return (await fileOf(c, id, week, c.req.valid('query'))) ?? refused(c, refuse('not_found'));
    })
    .openapi(ownList, async (c) => c.json({ statements: await statementsOf(c.var.actor.accountId) }, 200))
    .openapi(own, async (c) => {
      const { week } = c.req.valid('param');
      return (await fileOf(c, c.var.actor.accountId, week, c.req.valid('query'))) ?? refused(c, refuse('not_found'));
    })
    .openapi(sales, async (c) => {
      const { id, month } = c.req.valid('param');
      const [found] = await db.select().from(distributor).where(eq(distributor.id, id));
      if (!found) return refused(c, refuse('not_found'));
      const file = salesFile(found, month, await salesOfMonth(db, id, month));
      return c.body(file, 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="valira-sales-${month}.csv"`,
      });
    });
};
