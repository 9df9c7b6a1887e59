/** Draws by a round of the announced beacon: when the second holder stayed silent, and once more when the generator was stopped. */
import { createRoute, z } from '@hono/zod-openapi';
import { ok, refuse } from '@valira/outcome';
import { requireStaff } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, problems, refused } from '../../platform/http/answer.ts';
import { coreWithin } from '../../platform/http/core-within.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { anyJson, idIn } from '../../platform/http/wire.ts';
import { toJson } from '../../platform/json.ts';
import { announcedFallback, redrawOf, runFallback, runRedraw } from '../draws/index.ts';
import { mayDraw, type Software } from '../start-of-day/index.ts';

const fallbackDraw = createRoute({
  method: 'post',
  path: '/console/contests/{id}/fallback-draw',
  tags: ['procedure'],
  summary: 'Draw by the beacon round that the announcement named, 30 minutes after the draw’s time; another official certifies',
  ...requireStaff('official'),
  request: { headers: idempotencyKey, params: z.object({ id: idIn('contest') }) },
  responses: {
    200: json(z.object({ state: z.literal('drawn'), result: anyJson }), 'Drawn; not public before it is certified'),
    ...problems,
  },
});

const redraw = createRoute({
  method: 'post',
  path: '/console/contests/{id}/redraw',
  tags: ['procedure'],
  summary: 'Draw a stopped draw once more, by the round that the order of two people names; another official certifies',
  ...requireStaff('official'),
  request: { headers: idempotencyKey, params: z.object({ id: idIn('contest') }) },
  responses: {
    200: json(z.object({ state: z.literal('drawn'), result: anyJson }), 'Drawn; not public before it is certified'),
    ...problems,
  },
});

export const fallbackRoutes = (deps: Core & { readonly software: Software }) =>
  newModule()
    .openapi(fallbackDraw, async (c) => {
      const { id } = c.req.valid('param');
      const plan = await announcedFallback(deps.db, id);
      if (!plan) return refused(c, refuse('fallback_unavailable'));
      // Asked for before any lock is taken: the beacon answers when it answers.
      const value = (await deps.beacon?.round(plan.round)) ?? null;
      if (!value) return refused(c, refuse('beacon_silent'));
      return idempotent(
        c,
        'fallback-draw',
        { id },
        async (tx) => {
          const certified = await mayDraw({ db: deps.db }, deps.software);
          if (!certified.ok) return certified;
          const drawn = await runFallback(coreWithin(deps, tx), id, c.var.actor.userId, value);
          return drawn.ok ? ok({ state: 'drawn' as const, result: toJson(drawn.value.result) }) : drawn;
        },
        { kept: ['generator_stopped'] },
      );
    })
    .openapi(redraw, async (c) => {
      const { id } = c.req.valid('param');
      const order = await redrawOf(deps.db, id);
      if (!order) return refused(c, refuse('redraw_unavailable'));
      const value = (await deps.beacon?.round(order.statement.body.beacon.round)) ?? null;
      if (!value) return refused(c, refuse('beacon_silent'));
      return idempotent(
        c,
        'redraw',
        { id },
        async (tx) => {
          const certified = await mayDraw({ db: deps.db }, deps.software);
          if (!certified.ok) return certified;
          const drawn = await runRedraw(coreWithin(deps, tx), id, c.var.actor.userId, value);
          return drawn.ok ? ok({ state: 'drawn' as const, result: toJson(drawn.value.result) }) : drawn;
        },
        { kept: ['generator_stopped'] },
      );
    });
