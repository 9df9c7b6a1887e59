/** What an administrator does about terminals: add one, hand out its code, revoke it. */
import { createRoute, z } from '@hono/zod-openapi';
import { shop, terminal } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { asc, eq } from 'drizzle-orm';
import { actorKey, requireStaff } from '../../platform/auth/index.ts';
import type { Core } from '../../platform/core.ts';
import { json, jsonBody, problems, refused } from '../../platform/http/answer.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { idIn, idOut, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { addTerminal, issueEnrolmentCode } from './add-terminal.ts';
import { revokeTerminal } from './revoke-terminal.ts';

const params = z.object({ id: idIn('terminal') });

const terminalView = z
  .object({
    id: idOut('terminal'),
    label: z.string(),
    state: z.enum(['awaiting', 'enrolled', 'revoked']),
    enrolledAt: instantOut.nullable(),
    shop: z.object({ accountId: idOut('account'), name: z.string() }),
  })
  .openapi('Terminal');

const list = createRoute({
  method: 'get',
  path: '/console/terminals',
  tags: ['terminals'],
  summary: 'All terminals, by shop',
  ...requireStaff('admin', 'finance'),
  responses: { 200: json(z.object({ terminals: z.array(terminalView) }), 'By shop and label'), ...problems },
});

const add = createRoute({
  method: 'post',
  path: '/console/terminals',
  tags: ['terminals'],
  summary: 'Add a terminal to a shop',
  ...requireStaff('admin'),
  request: { headers: idempotencyKey, body: jsonBody(z.strictObject({ shopAccountId: idIn('account'), label: lineOfText(60) })) },
  responses: { 201: json(z.object({ terminalId: idOut('terminal') }), 'It awaits its device'), ...problems },
});

const issueCode = createRoute({
  method: 'post',
  path: '/console/terminals/{id}/enrolment-codes',
  tags: ['terminals'],
  summary: 'A one-time code, valid for an hour; an earlier one stops working',
  ...requireStaff('admin'),
  request: { params },
  responses: { 201: json(z.object({ code: z.string(), expiresAt: instantOut }), 'Shown once: it is stored by hash'), ...problems },
});

const revoke = createRoute({
  method: 'post',
  path: '/console/terminals/{id}/revoke',
  tags: ['terminals'],
  summary: 'Take a terminal out of use for good',
  ...requireStaff('admin'),
  request: { headers: idempotencyKey, params, body: jsonBody(z.strictObject({ reason: lineOfText(300) })) },
  responses: { 200: json(z.object({ state: z.literal('revoked') }), 'Revoked'), ...problems },
});

export const terminalConsoleRoutes = (core: Core) =>
  newModule()
    .openapi(list, async (c) => {
      const rows = await core.db
        .select({
          id: terminal.id,
          label: terminal.label,
          state: terminal.state,
          enrolledAt: terminal.enrolledAt,
          accountId: shop.accountId,
          name: shop.name,
        })
        .from(terminal)
        .innerJoin(shop, eq(shop.accountId, terminal.accountId))
        .orderBy(asc(shop.name), asc(terminal.label));
      const terminals = rows.map(({ id, label, state, enrolledAt, accountId, name }) => ({
        id: wireId('terminal', id),
        label,
        state,
        enrolledAt: enrolledAt?.toISOString() ?? null,
        shop: { accountId: wireId('account', accountId), name },
      }));
      return c.json({ terminals }, 200);
    })
    .openapi(add, async (c) => {
      const { shopAccountId, label } = c.req.valid('json');
      const input = { shopId: shopAccountId, label };
      const actor = actorKey(c.var.actor);
      return idempotent(
        c,
        'add-terminal',
        input,
        async (tx) => {
          const added = await addTerminal(core, tx, actor, input);
          return added.ok ? ok({ terminalId: wireId('terminal', added.value) }) : added;
        },
        { status: 201 },
      );
    })
    .openapi(issueCode, async (c) => {
      const { id } = c.req.valid('param');
      // Not under a key: the stored answer would hold the code. Asking again gives another code, and the first stops working.
      const issued = await core.inTransaction((tx) => issueEnrolmentCode(core, tx, actorKey(c.var.actor), id));
      if (!issued.ok) return refused(c, issued);
      return c.json({ code: issued.value.code, expiresAt: issued.value.expiresAt.toISOString() }, 201);
    })
    .openapi(revoke, async (c) => {
      const { id } = c.req.valid('param');
      const { reason } = c.req.valid('json');
      const actor = actorKey(c.var.actor);
      const answer = await idempotent(c, 'revoke-terminal', { id, reason }, (tx) => revokeTerminal(core, tx, actor, id, reason));
      c.var.spine.actors.terminals.forgetTerminal(id);
      return answer;
    });
