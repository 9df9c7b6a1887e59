/** Stops of sales: who sees them, who stops, who releases. */
import { createRoute, z } from '@hono/zod-openapi';
import { contest, product, salesStop } from '@valira/db/schema';
import { type Outcome, ok, refuse } from '@valira/outcome';
import { desc, eq } from 'drizzle-orm';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { hex } from '../../platform/hash.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { anyJson, idIn, idOut, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { toJson } from '../../platform/json.ts';
import { proposeRelease, releaseStop } from './release-stop.ts';
import { type StopScope, stopSales } from './stop-sales.ts';

const MOST = 200;
const stopId = z.object({ id: idIn('stop') });
const done = json(z.object({ done: z.literal(true) }), 'Done, or done before under this key');
const answered = (outcome: Outcome<null>) => (outcome.ok ? ok({ done: true as const }) : outcome);

const list = createRoute({
  method: 'get',
  path: '/console/sales-stops',
  tags: ['exposure'],
  summary: 'Stops of sales, the latest first',
  ...requireStaffOrInspector(),
  responses: {
    200: json(
      z.object({
        stops: z.array(
          z.object({
            id: idOut('stop'),
            scope: z.enum(['all', 'product', 'contest']),
            subject: z.string().nullable(),
            lines: z.string().nullable(),
            rule: z.string(),
            occasion: z.string(),
            reason: z.string(),
            facts: anyJson,
            stoppedBy: z.string(),
            at: instantOut,
            releaseProposedBy: z.string().nullable(),
            releaseReason: z.string().nullable(),
            releasedBy: z.string().nullable(),
            releasedAt: instantOut.nullable(),
          }),
        ),
      }),
      `The last ${MOST}`,
    ),
    ...problems,
  },
});

const stop = createRoute({
  method: 'post',
  path: '/console/sales-stops',
  tags: ['exposure'],
  summary: 'Stop sales at once: of everything, of a product, of a draw or pool',
  ...requireStaff(),
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        where: z.discriminatedUnion('scope', [
          z.strictObject({ scope: z.literal('all') }),
          z.strictObject({ scope: z.literal('product'), product: z.string().max(80) }),
          z.strictObject({ scope: z.literal('contest'), contestId: idIn('contest') }),
        ]),
        reason: lineOfText(500),
      }),
    ),
  },
  responses: { 201: json(z.object({ id: idOut('stop') }), 'Stopped'), ...problems },
});

const propose = createRoute({
  method: 'post',
  path: '/console/sales-stops/{id}/propose-release',
  tags: ['exposure'],
  summary: 'Propose that sales go on, with a reason',
  ...requireStaff('official', 'finance', 'admin'),
  request: { headers: idempotencyKey, params: stopId, body: jsonBody(z.strictObject({ reason: lineOfText(500) })) },
  responses: { 200: done, ...problems },
});

const release = createRoute({
  method: 'post',
  path: '/console/sales-stops/{id}/release',
  tags: ['exposure'],
  summary: 'Let sales go on, as a second person',
  ...requireStaff('official', 'finance', 'admin'),
  request: { headers: idempotencyKey, params: stopId },
  responses: { 200: done, ...problems },
});

export const exposureRoutes = (deps: Core) =>
  newModule()
    .openapi(list, async (c) => {
      const rows = await deps.db.select().from(salesStop).orderBy(desc(salesStop.at), desc(salesStop.id)).limit(MOST);
      return c.json(
        {
          stops: rows.map((row) => ({
            id: wireId('stop', row.id),
            scope: row.scope,
            subject: row.scope === 'all' ? null : wireId(row.scope, row.subject),
            lines: row.lines && hex(row.lines),
            rule: row.rule,
            occasion: row.occasion,
            reason: row.reason,
            facts: toJson(row.facts),
            stoppedBy: row.stoppedBy,
            at: row.at.toISOString(),
            releaseProposedBy: row.releaseProposedBy,
            releaseReason: row.releaseReason,
            releasedBy: row.releasedBy,
            releasedAt: row.releasedAt?.toISOString() ?? null,
          })),
        },
        200,
      );
    })
    .openapi(stop, (c) => {
      const { where, reason } = c.req.valid('json');
      const actor = actorKey(c.var.actor);
      return idempotent(
        c,
        'stop-sales',
        { where, reason },
        async (tx) => {
          let scope: StopScope = { scope: 'all' };
          if (where.scope === 'product') {
            const [owner] = await tx.select({ id: product.id }).from(product).where(eq(product.slug, where.product));
            if (!owner) return refuse('not_found', { path: 'where.product' });
            scope = { scope: 'product', productId: owner.id };
          }
          if (where.scope === 'contest') {
            const [found] = await tx.select({ id: contest.id }).from(contest).where(eq(contest.id, where.contestId));
            if (!found) return refuse('contest_not_found', { path: 'where.contestId' });
            scope = { scope: 'contest', contestId: found.id };
          }
          // Each person's stop is an occasion of its own.
          const id = await stopSales(tx, deps, actor, { where: scope, rule: 'staff', occasion: deps.ids.next(), reason });
          if (!id) throw new Error('a new occasion was stopped before');
          return ok({ id: wireId('stop', id) });
        },
        { status: 201 },
      );
    })
    .openapi(propose, (c) => {
      const { id } = c.req.valid('param');
      const { reason } = c.req.valid('json');
      return idempotent(c, 'propose-release', { id, reason }, async (tx) =>
        answered(await proposeRelease(coreWithin(deps, tx), actorKey(c.var.actor), id, reason)),
      );
    })
    .openapi(release, (c) => {
      const { id } = c.req.valid('param');
      return idempotent(c, 'release-stop', { id }, async (tx) =>
        answered(await releaseStop(coreWithin(deps, tx), actorKey(c.var.actor), id)),
      );
    });
