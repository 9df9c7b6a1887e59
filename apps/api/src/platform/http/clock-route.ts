/** GET /v1/clock: the server's time. Every answer carries it too, in `x-server-time`. */
import { createRoute, z } from '@hono/zod-openapi';
import { requireNobody } from '../auth/guards.ts';
import type { Clock } from '../clock.ts';
import { json, problems } from './answer.ts';
import { newModule } from './new-module.ts';
import { instantOut } from './wire.ts';

const route = createRoute({
  method: 'get',
  path: '/clock',
  tags: ['clock'],
  summary: 'The server’s time',
  ...requireNobody,
  responses: { 200: json(z.object({ now: instantOut }), 'Now'), ...problems },
});

export const clockRoutes = ({ clock }: { readonly clock: Clock }) =>
  newModule().openapi(route, (c) => c.json({ now: clock.now().toISOString() }, 200));
