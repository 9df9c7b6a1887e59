/** Disputed and lost shop tickets: opened by finance for a claimant, decided by two. */
import { createRoute, z } from '@hono/zod-openapi';
import { dispute, ticket } from '@valira/db/schema';
import { ok } from '@valira/outcome';
import { and, desc, eq, gte, lt } from 'drizzle-orm';
import { actorKey, requireStaff, requireStaffOrInspector } from '../../platform/auth/index.ts';
import { json, jsonBody, problems } from '../../platform/http/answer.ts';
import { idempotencyKey, idempotent } from '../../platform/http/idempotent.ts';
import { newModule } from '../../platform/http/new-module.ts';
import { birthDateIn, centsOut, idIn, idOut, instantIn, instantOut, lineOfText } from '../../platform/http/wire.ts';
import { wireId } from '../../platform/ids.ts';
import { DOCUMENT_KINDS, identificationMark } from './claimant.ts';
import { decideDispute } from './decide-dispute.ts';
import { openDispute } from './open-dispute.ts';
import type { ClaimDeps } from './pay-claim.ts';
import { proposeDecision } from './propose-decision.ts';

const STATES = ['open', 'proposed', 'decided'] as const;
const KINDS = ['disputed', 'lost'] as const;
const OUTCOMES = ['holder', 'claimant'] as const;
const params = z.object({ id: idIn('dispute') });
const reason = lineOfText(500);
const finance = requireStaff('finance');
const MOST = 200;

const search = createRoute({
  method: 'get',
  path: '/console/shop-tickets',
  tags: ['claims'],
  summary: 'Tickets that a shop sold in a period, to find one that was lost; without serials',
  ...finance,
  request: {
    query: z.strictObject({ shop: idIn('account'), from: instantIn, until: instantIn, contest: idIn('contest').optional() }),
  },
  responses: {
    200: json(
      z.object({
        tickets: z.array(z.object({ id: idOut('ticket'), soldAt: instantOut, stakeCents: centsOut, contestId: idOut('contest') })),
      }),
      'At most 200, the latest first',
    ),
    ...problems,
  },
});

const open = createRoute({
  method: 'post',
  path: '/console/disputes',
  tags: ['claims'],
  summary: 'Somebody identified says that a shop ticket is theirs',
  ...finance,
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        shop: idIn('account'),
        ticketId: idIn('ticket'),
        kind: z.enum(KINDS),
        reason,
        claimant: z.strictObject({
          documentKind: z.enum(DOCUMENT_KINDS),
          documentNumber: lineOfText(40),
          name: lineOfText(120),
          birthDate: birthDateIn,
        }),
      }),
    ),
  },
  responses: { 201: json(z.object({ id: idOut('dispute') }), 'Opened'), ...problems },
});

const propose = createRoute({
  method: 'post',
  path: '/console/disputes/{id}/proposal',
  tags: ['claims'],
  summary: 'Propose whose the prize is',
  ...finance,
  request: { headers: idempotencyKey, params, body: jsonBody(z.strictObject({ outcome: z.enum(OUTCOMES), reason })) },
  responses: { 200: json(z.object({ state: z.enum(STATES) }), 'It waits for a second person'), ...problems },
});

const decide = createRoute({
  method: 'post',
  path: '/console/disputes/{id}/decision',
  tags: ['claims'],
  summary: 'Agree with the proposal, or open the dispute again',
  ...finance,
  request: { headers: idempotencyKey, params, body: jsonBody(z.strictObject({ agrees: z.boolean(), reason })) },
  responses: {
    200: json(z.object({ state: z.enum(STATES), claimId: idOut('claim').nullable() }), 'Decided, or open again'),
    ...problems,
  },
});

const list = createRoute({
  method: 'get',
  path: '/console/disputes',
  tags: ['claims'],
  summary: 'Disputes, the latest first',
  ...requireStaffOrInspector('finance', 'admin'),
  request: {
    query: z.strictObject({
      state: z.enum(STATES).optional(),
      before: idIn('dispute').optional(),
      limit: z.coerce.number().int().min(1).max(MOST).default(50),
    }),
  },
  responses: {
    200: json(
      z.object({
        disputes: z.array(
          z.object({
            id: idOut('dispute'),
            ticketId: idOut('ticket'),
            shop: idOut('account'),
            kind: z.enum(KINDS),
            reason: z.string(),
            state: z.enum(STATES),
            outcome: z.enum(OUTCOMES).nullable(),
            openedBy: z.string(),
            openedAt: instantOut,
            proposedBy: z.string().nullable(),
            decidedBy: z.string().nullable(),
          }),
        ),
        next: z.string().nullable(),
      }),
      'A page',
    ),
    ...problems,
  },
});

export const disputeRoutes = (deps: ClaimDeps) =>
  newModule()
    .openapi(search, async (c) => {
      const { shop, from, until, contest } = c.req.valid('query');
      const rows = await deps.db
        .select()
        .from(ticket)
        .where(
          and(
            eq(ticket.accountId, shop),
            eq(ticket.channel, 'shop'),
            gte(ticket.soldAt, from),
            lt(ticket.soldAt, until),
            contest ? eq(ticket.contestId, contest) : undefined,
          ),
        )
        .orderBy(desc(ticket.id))
        .limit(MOST);
      const tickets = rows.map(({ id, soldAt, stakeCents, contestId }) => ({
        id: wireId('ticket', id),
        soldAt: soldAt.toISOString(),
        stakeCents: String(stakeCents),
        contestId: wireId('contest', contestId),
      }));
      return c.json({ tickets }, 200);
    })
    .openapi(open, async (c) => {
      const { shop, claimant, ...input } = c.req.valid('json');
      return idempotent(
        c,
        'open-dispute',
        { ...input, shop, claimant: identificationMark(deps.keys, claimant) },
        async (tx) => {
          const opened = await openDispute(deps, tx, actorKey(c.var.actor), { ...input, accountId: shop, claimant });
          return opened.ok ? ok({ id: wireId('dispute', opened.value.id) }) : opened;
        },
        { status: 201 },
      );
    })
    .openapi(propose, async (c) => {
      const { id } = c.req.valid('param');
      const proposal = c.req.valid('json');
      return idempotent(c, 'propose-decision', { id, proposal }, (tx) => proposeDecision(deps, tx, actorKey(c.var.actor), id, proposal));
    })
    .openapi(decide, async (c) => {
      const { id } = c.req.valid('param');
      const decision = c.req.valid('json');
      return idempotent(c, 'decide-dispute', { id, decision }, async (tx) => {
        const decided = await decideDispute(deps, tx, actorKey(c.var.actor), id, decision);
        if (!decided.ok) return decided;
        const { state, claimId } = decided.value;
        return ok({ state, claimId: claimId && wireId('claim', claimId) });
      });
    })
    .openapi(list, async (c) => {
      const { state, before, limit } = c.req.valid('query');
      const rows = await deps.db
        .select()
        .from(dispute)
        .where(and(state ? eq(dispute.state, state) : undefined, before ? lt(dispute.id, before) : undefined))
        .orderBy(desc(dispute.id))
        .limit(limit);
      const last = rows.at(-1);
      return c.json(
        {
          disputes: rows.map((row) => ({
            id: wireId('dispute', row.id),
            ticketId: wireId('ticket', row.ticketId),
            shop: wireId('account', row.accountId),
            kind: row.kind,
            reason: row.reason,
            state: row.state,
            outcome: row.outcome,
            openedBy: row.openedBy,
            openedAt: row.openedAt.toISOString(),
            proposedBy: row.proposedBy,
            decidedBy: row.decidedBy,
          })),
          next: rows.length === limit && last ? wireId('dispute', last.id) : null,
        },
        200,
      );
    });
