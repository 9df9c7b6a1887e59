/** Operator: where the packs of a run are, and how they get to the shops. */

import { createRoute, z } from '@hono/zod-openapi';
import type { Tx } from '@valira/db';
import { INSTANT_PACK_STATES } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { idIn, idOut, instantOut } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { packMap, packSteps } from './packs/pack-map.ts';
import { shipPacks } from './packs/ship-packs.ts';

const runParam = z.object({ id: idIn('instantRun') });

const map = createRoute({
  method: 'get',
  path: '/console/instants/{id}/packs',
  tags: ['instants'],
  summary: 'Where every pack of a run is, in stretches of neighbours',
  ...requireStaffOrInspector('product', 'official', 'finance', 'admin'),
  request: { params: runParam },
  responses: {
    200: json(
      z.object({
        stretches: z.array(
          z.object({
            from: z.number().int(),
            to: z.number().int(),
            state: z.enum(INSTANT_PACK_STATES),
            shopId: idOut('account').nullable(),
            shop: z.string().nullable(),
          }),
        ),
      }),
      'By number',
    ),
    ...problems,
  },
});

const steps = createRoute({
  method: 'get',
  path: '/console/instants/{id}/packs/{pack}',
  tags: ['instants'],
  summary: 'The way of one pack: who, when, from where',
  ...requireStaffOrInspector('product', 'official', 'finance', 'admin'),
  request: { params: runParam.extend({ pack: z.coerce.number().int().min(1).max(9_999_999) }) },
  responses: {
    200: json(
      z.object({
        steps: z.array(
          z.object({
            n: z.number().int(),
            from: z.enum(INSTANT_PACK_STATES),
            to: z.enum(INSTANT_PACK_STATES),
            shopId: idOut('account').nullable(),
            actor: z.string(),
            clerk: z.string().nullable(),
            reason: z.string().nullable(),
            unsold: z.number().int().nullable(),
            at: instantOut,
          }),
        ),
      }),
      'In order',
    ),
    ...problems,
  },
});

const ship = createRoute({
  method: 'post',
  path: '/console/instants/{id}/shipments',
  tags: ['instants'],
  summary: 'Send packs to a shop',
  ...requireStaff('official', 'admin'),
  request: {
    headers: idempotencyKey,
    params: runParam,
    body: jsonBody(
      z
        .strictObject({
          shopId: idIn('account'),
          from: z.number().int().min(1).max(9_999_999),
          to: z.number().int().min(1).max(9_999_999),
        })
        .refine(({ from, to }) => to >= from && to - from < 1_000, { path: ['to'] }),
    ),
  },
  responses: { 201: json(z.object({ shipmentId: idOut('instantShipment') }), 'Sent'), ...problems },
});

export const instantPackRoutes = (deps: Core) => {
  const within = (tx: Tx) => coreWithin(deps, tx);
  return newModule()
    .openapi(map, async (c) => {
      const stretches = await packMap(deps.db, c.req.valid('param').id);
      return c.json({ stretches: stretches.map((one) => ({ ...one, shopId: one.shopId && wireId('account', one.shopId) })) }, 200);
    })
    .openapi(steps, async (c) => {
      const { id, pack } = c.req.valid('param');
      const found = await packSteps(deps.db, id, pack);
      return c.json(
        { steps: found.map((one) => ({ ...one, shopId: one.shopId && wireId('account', one.shopId), at: one.at.toISOString() })) },
        200,
      );
    })
    .openapi(ship, (c) => {
      const { id: runId } = c.req.valid('param');
      const input = c.req.valid('json');
      return idempotent(
        c,
        'ship-packs',
        { runId, ...input },
        async (tx) => {
          const sent = await shipPacks(within(tx), tx, actorKey(c.var.actor), { runId, ...input });
          return sent.ok ? ok({ shipmentId: wireId('instantShipment', sent.value) }) : sent;
        },
        { status: 201 },
      );
    });
};
