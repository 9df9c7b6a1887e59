/** Shop tickets that a player watches. */
import { createRoute, z } from '@hono/zod-openapi';
import { ok } from '@valira/outcome';
import { actorKey, requirePlayer } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { limited } from '../../platform/http/limited.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { idOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { watchTicket } from './watch-ticket.ts';

const watch = createRoute({
  method: 'post',
  path: '/watched-tickets',
  tags: ['claims'],
  summary: 'Warn me before the prize of this shop ticket lapses',
  ...requirePlayer,
  request: { headers: idempotencyKey, body: jsonBody(z.strictObject({ serial: lineOfText(40) })) },
  responses: { 201: json(z.object({ ticketId: idOut('ticket') }), 'Watched'), ...problems },
});

export const watchRoutes = (core: Core) =>
  newModule().openapi(watch, async (c) => {
    const tooMany = await limited(c, 'sale', actorKey(c.var.actor));
    if (tooMany) return tooMany;
    const { serial } = c.req.valid('json');
    return idempotent(
      c,
      'watch-ticket',
      { serial },
      async (tx) => {
        const watched = await watchTicket(core, tx, c.var.actor.accountId, serial);
        return watched.ok ? ok({ ticketId: wireId('ticket', watched.value.ticketId) }) : watched;
      },
      { status: 201 },
    );
  });
